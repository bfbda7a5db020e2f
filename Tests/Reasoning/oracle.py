#!/usr/bin/env python3
"""Random statements for `cdq prove`, compared with the answers of z3.

The script writes random conditions twice: as query text, and as a formula of z3 with the same meaning, by the language's
rules for nil and NaN, which are written down here a second time. An answer "yes" must be a theorem for z3, and an answer
"no" must not be one. The objects of "no" were confirmed by the engine before.

    oracle.py CDQ [PAIRS] [SEED]
"""

import json
import os
import random
import subprocess
import sys
import tempfile

import z3

SCHEMA = """
enum Mood: String { calm = "calm", wild = "wild", odd = "odd" }
entity Home { name: String  size: Int64?  people: [Thing] inverse home }
entity Thing {
  a: Int64
  b: Int64?
  c: Int64?
  r: Int16
  x: Double
  y: Double?
  s: String
  t: String?
  on: Bool
  off: Bool?
  mood: Mood
  feel: Mood?
  tags: [Int64]
  home: Home? inverse people
}
"""

MOODS = ["calm", "wild", "odd"]
TEXTS = ["", "a", "ab", "abc", "b", "ba", "B", "zz", "Ab"]


class Value:
    """A value of a type with its states: whether it is nil, and for Doubles whether it is NaN."""

    def __init__(self, text, kind, term, null, nan=None):
        self.text, self.kind, self.term, self.null = text, kind, term, null
        self.nan = nan if nan is not None else z3.BoolVal(False)


def no():
    return z3.BoolVal(False)


class World:
    """The attributes of an object, and up to a bound of elements of its collection, as variables of z3."""

    def __init__(self):
        self.attributes = {}
        for name, kind, optional in [
            ("a", "int", False), ("b", "int", True), ("c", "int", True), ("r", "short", False), ("x", "double", False),
            ("y", "double", True), ("s", "text", False), ("t", "text", True), ("on", "bool", False),
            ("off", "bool", True), ("mood", "mood", False), ("feel", "mood", True),
        ]:
            self.attributes[name] = self.value(name, kind, optional)
        # A reference that is nil makes what stands behind it nil.
        self.home = z3.Bool("home.null")
        self.attributes["home.name"] = Value("home.name", "text", z3.String("home.name"), self.home)
        size = z3.Bool("home.size.null")
        self.attributes["home.size"] = Value("home.size", "int", z3.Int("home.size"), z3.Or(self.home, size))
        self.rules = [self.attributes["r"].term >= -32768, self.attributes["r"].term <= 32767]
        for name in ("mood", "feel"):
            self.rules.append(z3.Or([self.attributes[name].term == z3.StringVal(case) for case in MOODS]))
        for item in list(self.attributes.values()) + [None]:
            if item is not None and item.kind == "int":
                self.rules += [item.term >= -(2**63), item.term <= 2**63 - 1]
        # The collection: as many elements as a formula of this size can tell apart.
        self.tags = [(z3.Bool(f"tag{i}.there"), z3.Int(f"tag{i}")) for i in range(5)]

    def value(self, name, kind, optional):
        null = z3.Bool(f"{name}.null") if optional else no()
        if kind in ("int", "short"):
            return Value(name, "int", z3.Int(name), null)
        if kind == "double":
            return Value(name, "double", z3.Real(name), null, z3.Bool(f"{name}.nan"))
        if kind == "bool":
            return Value(name, "bool", z3.Bool(name), null)
        return Value(name, kind, z3.String(name), null)


def quoted(text):
    return json.dumps(text)


class Writer:
    def __init__(self, world, chance):
        self.world, self.chance = world, chance

    # Conditions as (text, formula of z3).

    def predicate(self, depth):
        kind = self.chance.random()
        if depth > 0 and kind < 0.55:
            parts = [self.predicate(depth - 1) for _ in range(self.chance.choice([2, 2, 3]))]
            word, join = self.chance.choice([("AND", z3.And), ("OR", z3.Or)])
            return f" {word} ".join(f"({text})" for text, _ in parts), join([formula for _, formula in parts])
        if depth > 0 and kind < 0.68:
            text, formula = self.predicate(depth - 1)
            return f"NOT ({text})", z3.Not(formula)
        return self.simple()

    def simple(self):
        return self.chance.choice(
            [self.comparison] * 6 + [self.null, self.between, self.member, self.text, self.text, self.bare, self.any, self.ternary]
        )()

    def attribute(self, *kinds):
        found = [value for value in self.world.attributes.values() if not kinds or value.kind in kinds]
        return self.chance.choice(found)

    def literal(self, kind):
        if kind == "int":
            number = self.chance.choice([0, 1, 2, 3, 4, 5, 5, 6, 10, -1])
            return Value(str(number), "int", z3.IntVal(number), no())
        if kind == "double":
            number = self.chance.choice(["0.0", "1.0", "1.5", "2.0", "2.5", "3.0"])
            return Value(number, "double", z3.RealVal(number), no())
        if kind == "text":
            text = self.chance.choice(TEXTS)
            return Value(quoted(text), "text", z3.StringVal(text), no())
        if kind == "mood":
            case = self.chance.choice(MOODS)
            return Value("." + case, "mood", z3.StringVal(case), no())
        flag = self.chance.random() < 0.5
        return Value("TRUE" if flag else "FALSE", "bool", z3.BoolVal(flag), no())

    def operand(self, left):
        if self.chance.random() < 0.3:
            kinds = ("int", "double") if left.kind in ("int", "double") else (left.kind,)
            return self.attribute(*kinds)
        if left.kind in ("int", "double") and self.chance.random() < 0.15:
            return self.literal("double")
        return self.literal(left.kind)

    def comparison(self):
        left = self.attribute()
        right = self.operand(left)
        equality = left.kind in ("bool", "mood")
        word = self.chance.choice(["==", "!="] if equality else ["==", "!=", "<", "<=", ">", ">="])
        return f"{left.text} {word} {right.text}", compare(word, left, right)

    def null(self):
        value = self.attribute("int", "double", "text", "bool", "mood")
        if self.chance.random() < 0.5:
            return f"{value.text} == NULL", value.null
        return f"{value.text} != NULL", z3.Not(value.null)

    def between(self):
        value = self.attribute("int", "double")
        low, high = self.literal(value.kind), self.literal(value.kind)
        formula = z3.And(
            z3.Not(value.null), compare("<=", low, value), compare("<=", value, high))
        return f"{value.text} BETWEEN {{{low.text}, {high.text}}}", formula

    def member(self):
        value = self.attribute("int", "text", "mood")
        items = [self.literal(value.kind) for _ in range(self.chance.choice([1, 2, 3]))]
        formula = z3.And(z3.Not(value.null), z3.Or([value.term == item.term for item in items]))
        return f"{value.text} IN {{{', '.join(item.text for item in items)}}}", formula

    def text(self):
        value = self.attribute("text")
        pattern = self.chance.choice(TEXTS)
        term, needle = value.term, z3.StringVal(pattern)
        word = self.chance.choice(["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"])
        if word == "LIKE":
            shape = self.chance.choice(["{}*", "*{}", "*{}*", "{}"])
            test = {"{}*": z3.PrefixOf, "*{}": z3.SuffixOf, "*{}*": lambda n, t: z3.Contains(t, n), "{}": lambda n, t: n == t}
            return f"{value.text} LIKE {quoted(shape.format(pattern))}", z3.And(z3.Not(value.null), test[shape](needle, term))
        test = {"BEGINSWITH": z3.PrefixOf, "ENDSWITH": z3.SuffixOf, "CONTAINS": lambda n, t: z3.Contains(t, n)}[word]
        # An empty text is a part of none.
        holds = test(needle, term) if pattern else no()
        return f"{value.text} {word} {quoted(pattern)}", z3.And(z3.Not(value.null), holds)

    def bare(self):
        value = self.world.attributes["on"]
        return "on", value.term

    def any(self):
        word = self.chance.choice(["ANY", "ALL", "NONE"])
        operator = self.chance.choice(["==", "!=", "<", ">", "<=", ">="])
        bound = self.literal("int")
        elements = [(there, compare(operator, Value("tags", "int", term, no()), bound)) for there, term in self.world.tags]
        some = z3.Or([z3.And(there, holds) for there, holds in elements])
        every = z3.And([z3.Or(z3.Not(there), holds) for there, holds in elements])
        formula = {"ANY": some, "ALL": every, "NONE": z3.Not(some)}[word]
        return f"{word} tags {operator} {bound.text}", formula

    def ternary(self):
        text, condition = self.comparison()
        one, other, bound = self.attribute("int"), self.literal("int"), self.literal("int")
        word = self.chance.choice(["==", "<", ">="])
        formula = z3.If(condition, compare(word, one, bound), compare(word, other, bound))
        return f"TERNARY({text}, {one.text}, {other.text}) {word} {bound.text}", formula


def compare(word, left, right):
    """A comparison by the language's rules: nil equals nil only, and NaN differs from everything."""
    both = z3.And(z3.Not(left.null), z3.Not(right.null))
    numbers = z3.And(both, z3.Not(left.nan), z3.Not(right.nan))
    one, other = left.term, right.term
    if left.kind == "text" and word in ("<", "<=", ">", ">="):
        # z3 orders texts as the language does where all characters are ASCII.
        holds = {"<": one < other, "<=": one <= other, ">": other < one, ">=": other <= one}[word]
    elif word == "==":
        holds = one == other
    elif word == "!=":
        holds = one != other
    else:
        holds = {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[word]
    formula = z3.And(numbers, holds)
    if word == "!=":
        formula = z3.Or(formula, z3.And(both, z3.Or(left.nan, right.nan)))
        formula = z3.Or(formula, z3.Xor(left.null, right.null))
    if word in ("==", "<=", ">="):
        formula = z3.Or(formula, z3.And(left.null, right.null))
    return formula


def statements(count, chance, world):
    """Random statements with the formula that no object may satisfy."""
    writer = Writer(world, chance)
    for _ in range(count):
        word = chance.choice(["implies", "implies", "equivalent", "disjoint", "disjoint", "never", "always"])
        text, a = writer.predicate(chance.choice([1, 2, 2]))
        other, b = writer.predicate(chance.choice([0, 1, 2]))
        if word in ("implies", "equivalent") and chance.random() < 0.5:
            # Two random conditions are seldom related; these are more often.
            join, both = chance.choice([("AND", z3.And), ("OR", z3.Or)])
            if chance.random() < 0.5:
                text, a = f"({text}) {join} ({other})", both(a, b)
            else:
                other, b = f"({text}) {join} ({other})", both(a, b)
        refutation = {
            "implies": z3.And(a, z3.Not(b)), "equivalent": z3.Xor(a, b), "disjoint": z3.And(a, b), "never": a,
            "always": z3.Not(a),
        }[word]
        yield {"prove": word, "a": text, "b": other, "entity": "Thing"}, refutation


def main():
    command = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 22
    world = World()
    cases = list(statements(count, random.Random(seed), world))
    with tempfile.TemporaryDirectory() as folder:
        schema = os.path.join(folder, "Things.cdq")
        with open(schema, "w") as file:
            file.write(SCHEMA)
        lines = "".join(json.dumps(line) + "\n" for line, _ in cases)
        done = subprocess.run(
            [command, "prove", "--batch", "-", "--schema", schema], input=lines, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(cases):
        sys.exit(f"{len(answers)} answers to {len(cases)} statements\n{done.stderr}")
    tally = {"yes": 0, "no": 0, "undecided": 0}
    reasons, wrong, unknown = {}, 0, 0
    for (line, refutation), answer in zip(cases, answers):
        if "error" in answer:
            wrong += 1
            print("refused:", json.dumps(line), answer["error"]["message"])
            continue
        tally[answer["answer"]] += 1
        if answer["answer"] == "undecided":
            reasons[answer["reason"]] = reasons.get(answer["reason"], 0) + 1
        solver = z3.Solver()
        solver.set("timeout", 5000)
        solver.add(world.rules)
        solver.add(refutation)
        result = solver.check()
        if result == z3.unknown:
            unknown += 1
        elif answer["answer"] == "yes" and result == z3.sat:
            wrong += 1
            print("proved, but z3 has a counterexample:", json.dumps(line), solver.model())
        elif answer["answer"] == "no" and result == z3.unsat:
            wrong += 1
            print("refuted, but z3 has a proof:", json.dumps(line), answer["objects"])
        elif answer["answer"] == "undecided" and os.environ.get("CDQ_REASONING_VERBOSE"):
            print("undecided, for z3", result, json.dumps(line))
    share = 100 * tally["undecided"] / max(1, count)
    print(
        f"{count} statements (seed {seed}): {tally['yes']} yes, {tally['no']} no, {tally['undecided']} not decided "
        f"({share:.2f} %), {unknown} unknown to z3, {wrong} wrong")
    for reason, number in sorted(reasons.items(), key=lambda item: -item[1])[:5]:
        print(f"  {number}: {reason}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
