"""The Tree-sitter grammar, run by node: it has the lexer's tokens and derives every text that the parser accepts.

Tree-sitter's generator is not used: `tree_sitter.js` evaluates `grammar.js` and derives texts from its rules, whatever the
precedences. So these tests do not say that the generator finds no conflicts.
"""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

import texts

FOLDER = os.path.join(texts.ROOT, "Grammar", "tree-sitter-cdq")
HERE = os.path.dirname(os.path.abspath(__file__))
NODE = os.environ.get("NODE") or shutil.which("node") or os.path.join(os.path.dirname(sys.executable), "node")
CORPUS = os.path.join(os.environ.get("CDQ_SHARED") or os.path.join(os.path.dirname(texts.ROOT), "shared"), "corpus", "accept_reject.tsv")


# Tokens that the lexer has only to explain what other languages write.
FOREIGN = {":=", "===", "!==", "<=>", "%", "%%"}
# The parser reads these, so that the checker can explain them.
# The last one has braces after a value: the parser reads them as a shape, so that the checker can say what is wrong.
EXPLAINED = {"errors-check-251", "errors-check-347", "errors-check-348", "shapes-336"}


def derive(samples, *options):
    run = subprocess.run(
        [NODE, os.path.join(HERE, "tree_sitter.js"), os.path.join(FOLDER, "grammar.js"), *options],
        input=json.dumps(samples), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def offsets(text):
    """The tokens of the lexer by their offsets in UTF-16, without comments."""
    starts = [0]
    for line in text.lines:
        starts.append(starts[-1] + len(line.encode("utf-16-le")) // 2 + 1)
    return [
        (starts[token.line] + len(text.lines[token.line][: token.start].encode("utf-16-le")) // 2, token.text)
        for token in text.tokens
        if token.kind not in {"line-comment", "documentation", "block-comment"}
    ]


def split(tokens):
    """The tokens of the grammar, of which two are joined in the lexer's eyes."""
    for token in tokens:
        number = re.fullmatch(r"(.*\d)(\.\.\.)", token["text"])
        if number:
            yield (token["start"], number[1])
            yield (token["start"] + len(number[1]), "...")
        else:
            yield (token["start"], token["text"])


def test_documents():
    results = derive(["\n".join(text.lines) for text in texts.documents()])
    wrong = []
    for text, result in zip(texts.documents(), results, strict=True):
        if any(token.malformed or token.kind == "unexpected" for token in text.tokens):
            continue
        if list(split(result["tokens"])) != offsets(text):
            wrong.append(f"{text.name}: other tokens")
        parsed = subprocess.run([texts.CDQ, "fmt", "--check", os.path.join(texts.ROOT, text.name)], capture_output=True, text=True)
        if "error" not in parsed.stderr and not result["accepted"]:
            wrong.append(f"{text.name}: stops at {result['tokens'][result['at']:][:5]}")
    assert not wrong, "\n".join(wrong)


def test_conformance_texts():
    cases = texts.conformance_queries()
    results = derive([text for _, text in cases])
    wrong = [
        f"{name}: {text}"
        for (name, text), result in zip(cases, results, strict=True)
        if not result["accepted"] and name not in EXPLAINED
    ]
    assert not wrong, f"{len(wrong)} of {len(cases)}:\n" + "\n".join(wrong[:60])


def test_tokens_of_conformance_texts():
    results = derive(["\n".join(text.lines) for text in texts.queries()])
    wrong = []
    for text, result in zip(texts.queries(), results, strict=True):
        broken = {token.line for token in text.tokens if token.malformed or token.kind == "unexpected"}
        own = set(split(result["tokens"]))
        for start, token in offsets(text):
            line = "\n".join(text.lines).encode("utf-16-le")[: 2 * start].decode("utf-16-le").count("\n")
            if (start, token) not in own and line not in broken and token not in FOREIGN:
                wrong.append(f"{text.name}:{line + 1}: {token}: {text.lines[line]}")
    assert not wrong, "\n".join(wrong[:60])


@pytest.mark.skipif(not os.path.exists(CORPUS), reason="the corpus beside the repository is not there")
def test_strings_of_the_corpus():
    """All 84 valid strings for NSPredicate are accepted and all 27 invalid ones refused.

    Comments and lone key paths, which cdq adds to Apple's language, are taken out of the grammar for this.
    """
    rows = [row.rstrip("\n").split("\t")[0] for row in open(CORPUS, encoding="utf-8") if row[:2] in {"+ ", "- "}]
    results = derive([row[2:] for row in rows], "--start", "_predicate", "--without", "bare_predicate,line_comment,documentation_comment,block_comment")
    wrong = [row for row, result in zip(rows, results, strict=True) if result["accepted"] != (row[0] == "+")]
    assert not wrong, f"{len(wrong)} of {len(rows)}:\n" + "\n".join(wrong)


def test_precedence_is_that_of_the_language():
    """The levels of precedence.md are those of the grammar, in its order."""
    source = open(os.path.join(FOLDER, "grammar.js"), encoding="utf-8").read()
    levels = dict(re.findall(r"(\w+): (\d+)", re.search(r"PRECEDENCE = \{(.*?)\}", source, re.S)[1]))
    table = open(os.path.join(texts.ROOT, "Grammar", "precedence.md"), encoding="utf-8").read()
    rows = dict(re.findall(r"^\| (\d+) \| (.*?) \|", table, re.M))
    for name, operator in [("or", "`OR`"), ("and", "`AND`"), ("not", "`NOT`"), ("comparison", "`==`"), ("set", "`UNION`"), ("bitXor", "`^`"), ("bitAnd", "`&`"), ("shift", "`<<`"), ("sum", "`+`"), ("product", "`*`"), ("power", "`**`"), ("unary", "`~`"), ("postfix", "`[index]`")]:
        assert operator in rows[levels[name]], name


def test_reserved_words():
    run = subprocess.run([NODE, os.path.join(HERE, "tree_sitter.js"), os.path.join(FOLDER, "grammar.js"), "--json"], capture_output=True, text=True, check=True)
    words = {word["value"] for word in json.loads(run.stdout)["reserved"]["global"]}
    rows = [row.split() for row in open(os.path.join(texts.ROOT, "Grammar", "keywords.txt"), encoding="utf-8") if row.strip() and row[0] != "#"]
    assert words == {row[0] for row in rows if row[1] == "reserved" and "-" not in row[0]}


def nodes_and_words():
    run = subprocess.run([NODE, os.path.join(HERE, "tree_sitter.js"), os.path.join(FOLDER, "grammar.js"), "--json"], capture_output=True, text=True, check=True)
    found, words = set(), set()

    def walk(node):
        if isinstance(node, list):
            for part in node:
                walk(part)
        elif isinstance(node, dict):
            if node.get("type") == "ALIAS":
                (found if node["named"] else words).add(node["value"])
            if node.get("type") == "STRING":
                words.add(node["value"])
            for part in node.values():
                walk(part)

    made = json.loads(run.stdout)
    walk(made)
    return found | {name for name in made["rules"] if not name.startswith("_")}, words, set(re.findall(r'"name": "(\w+)"', run.stdout))


@pytest.mark.parametrize("name", ["highlights", "folds", "indents", "locals", "injections"])
def test_queries_name_what_the_grammar_has(name):
    nodes, words, fields = nodes_and_words()
    query = open(os.path.join(FOLDER, "queries", f"{name}.scm"), encoding="utf-8").read()
    query = re.sub(r";.*", "", query)
    plain = re.sub(r'"[^"]*"', "", query)
    assert plain.count("(") == plain.count(")") and plain.count("[") == plain.count("]")
    for node in re.findall(r"\((\w+)", re.sub(r'"[^"]*"', '""', query)):
        assert node in nodes or node in {"match", "set"}, node
    for word in re.findall(r'^\s*\[?("[^@]*)\] @', query, re.M):
        for text in re.findall(r'"([^"]+)"', word):
            assert text in words, text
    for field in re.findall(r"(\w+): \(", query):
        assert field in fields, field
