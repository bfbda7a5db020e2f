#!/usr/bin/env python3
"""Measures `cdq scan` on generated sources.

    CDQ_OPTIMIZE=1 swift build -c release --product cdq
    Tests/Benchmarks/scan.py .build/release/cdq [--lines 1000000] [--runs 3] [--keep FOLDER]

The sources are those of an app that does not exist: models, views, stores and tests in Swift, older classes in
Objective-C. About one line in thirty has a predicate or a key path, and a few of them are wrong. The script prints the
processor time (user and system) of each run, the least of them, and the peak memory. The random seed is fixed.
"""
import argparse
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

WORDS = """account amount anchor archive badge basket batch border branch budget button caption carrier center channel
column comment contact corner counter country courier credit cursor customer deadline delivery deposit detail device
district document draft driver editor engine event factor filter folder footer format garden handle header height
holder history image index invoice item journal label layout ledger length letter level limit margin market marker
member merchant message method minute module month notice number object offer office option order origin owner packet
panel parcel partner payment period person picture planet platform player policy position price printer priority
product profile project quarter question record region release report request reserve result review route sample
schedule season section sender series service session shelf signal source stage station status storage street student
subject summary supplier target teacher ticket timer title total track train transfer update vehicle vendor version
village visitor volume wallet warehouse window worker""".split()
TYPES = [("String", "String"), ("Integer 64", "Int64"), ("Double", "Double"), ("Boolean", "Bool"), ("Date", "Date")]


class Entity:
    def __init__(self, chance, name):
        self.name = name
        self.properties = [(word, chance.choice(TYPES)) for word in chance.sample(WORDS, 9)]

    def of(self, *types):
        return [name for name, (_, swift) in self.properties if swift in types]


def model(entities):
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append('<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">')
    for entity in entities:
        lines.append(f'<entity name="{entity.name}" representedClassName="{entity.name}">')
        for name, (kind, _) in entity.properties:
            lines.append(f'<attribute name="{name}" optional="YES" attributeType="{kind}"/>')
        lines.append("</entity>")
    return "\n".join(lines + ["</model>"]) + "\n"


def condition(chance, entity, swift):
    """A format and its arguments; one in forty has a misspelt name."""
    name, (_, kind) = chance.choice(entity.properties)
    shown = name[:-1] + "x" if chance.random() < 0.025 else name
    at = "" if swift else "@"
    if kind == "String":
        operator = chance.choice(["==", "CONTAINS[cd]", "BEGINSWITH", "!="])
        if chance.random() < 0.2:
            return f'%K {operator} %@', f'{at}"{shown}", text'
        return f"{shown} {operator} %@", "text"
    if kind == "Date":
        return f"{shown} >= %@", "day as NSDate" if swift else "day"
    if kind == "Bool":
        return f"{shown} == YES", ""
    return (f"{shown} > %ld", "count") if kind == "Int64" else (f"{shown} < %f", "ratio")


def swift_function(chance, entity, number):
    first, second = chance.sample(WORDS, 2)
    lines = [
        "",
        f"  /// Returns the {first}s whose {second} is that of the {chance.choice(WORDS)}, in their order.",
        f"  func {first}{second.capitalize()}{number}(text: String, count: Int, ratio: Double, day: Date) -> [{entity.name}] {{",
        f"    let {first} = count + {chance.randrange(100)}",
        f"    guard !text.isEmpty, {first} > 0 else {{ return [] }}",
    ]
    for _ in range(chance.randrange(8, 40)):
        a, b = chance.sample(WORDS, 2)
        lines.append(chance.choice([
            f'    logger.debug("{a} of \\({first}): \\(text.prefix(8))")',
            f"    let {b} = {a}Cache[{first}] ?? {a.capitalize()}(count: {chance.randrange(9)}, ratio: ratio * 2)",
            f"    if {b}Store.is{a.capitalize()} && {first} > {chance.randrange(50)} {{ {b}Store.reset(animated: true) }}",
            f"    // The {a} is read before the {b}, since the {chance.choice(WORDS)} depends on both.",
            f"    {a}View.{b}Label.text = items.map {{ $0.{b} }}.joined(separator: \", \")",
            f"    items.filter {{ $0.{a} > count }}.forEach {{ {b}(for: $0, at: [{first}, {chance.randrange(9)}]) }}",
            "",
        ]))
    lines.append("    let request = NSFetchRequest<%s>(entityName: \"%s\")" % (entity.name, entity.name))
    format, arguments = condition(chance, entity, True)
    if chance.random() < 0.3:
        other, more = condition(chance, entity, True)
        format, arguments = f"{format} AND {other}", ", ".join(part for part in (arguments, more) if part)
    lines.append(f'    request.predicate = NSPredicate(format: "{format}"{", " if arguments else ""}{arguments})')
    key = chance.choice(entity.properties)[0]
    lines.append(f'    request.sortDescriptors = [NSSortDescriptor(key: "{key}", ascending: true)]')
    return lines + ["    return (try? context.fetch(request)) ?? []", "  }"]


def objective_c_method(chance, entity, number):
    first, second = chance.sample(WORDS, 2)
    lines = [
        "",
        f"- (NSArray *){first}{second.capitalize()}{number}:(NSString *)text count:(NSInteger)count ratio:(double)ratio "
        "day:(NSDate *)day {",
    ]
    for _ in range(chance.randrange(8, 40)):
        a, b = chance.sample(WORDS, 2)
        lines.append(chance.choice([
            f'  NSLog(@"{a}: %@ %ld", text, (long)count);',
            f"  if (self.{a}Count > {chance.randrange(50)}) {{ [self.{b}View set{a.capitalize()}:text animated:YES]; }}",
            f"  [self.{a}s addObject:@{{@\"{b}\": text ?: @\"\", @\"{a}\": @(count)}}];",
            f"  // The {a} is read before the {b}.",
            "",
        ]))
    format, arguments = condition(chance, entity, False)
    lines.append(f'  NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"{entity.name}"];')
    lines.append(f'  request.predicate = [NSPredicate predicateWithFormat:@"{format}"{", " if arguments else ""}{arguments}];')
    return lines + ["  return [self.context executeFetchRequest:request error:nil];", "}"]


def write(folder, count):
    """Writes sources of at least so many lines; returns their number."""
    chance = random.Random(7)
    entities = [Entity(chance, word.capitalize()) for word in chance.sample(WORDS, 60)]
    contents = folder / "App.xcdatamodel" / "contents"
    contents.parent.mkdir(parents=True)
    contents.write_text(model(entities))
    written = file = 0
    while written < count:
        entity = chance.choice(entities)
        is_swift = chance.random() < 0.8
        # Two files in five of a real app have no predicate.
        is_plain = chance.random() < 0.4
        if is_swift:
            lines = ["import CoreData", "import SwiftUI", "", f"final class {entity.name}Store{file} {{"]
            lines.append("  let context: NSManagedObjectContext")
        else:
            lines = ["#import <CoreData/CoreData.h>", "", f"@implementation {entity.name}Controller{file}"]
        for number in range(chance.randrange(2, 22)):
            part = (swift_function if is_swift else objective_c_method)(chance, entity, number)
            lines += [line for line in part if not is_plain or "equest" not in line and "Descriptor" not in line]
        lines.append("}" if is_swift else "@end")
        path = folder / f"Part{file % 40}" / f"{entity.name}{file}.{'swift' if is_swift else 'm'}"
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n")
        written += len(lines)
        file += 1
    return written, file


def main():
    parser = argparse.ArgumentParser(description="Measures the processor time of `cdq scan` on generated sources.")
    parser.add_argument("cdq", help="the command, of a release build")
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--keep", type=pathlib.Path, help="write the sources to this new folder, and keep them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch) / "App"
        lines, files = write(folder, options.lines)
        print(f"{lines} lines in {files} files")
        times = []
        for _ in range(options.runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run = subprocess.run(
                [options.cdq, "scan", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if run.returncode not in (0, 1):
                sys.exit(f"cdq scan ended with the code {run.returncode}")
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            print(f"  {times[-1]:.2f} s of processor time")
        print(run.stdout.splitlines()[0])
        unit = 2**20 if sys.platform == "darwin" else 2**10
        least = min(times)
        print(f"least: {least:.2f} s, {least / lines * 1e6:.2f} s for a million lines; "
              f"memory: {after.ru_maxrss / unit:.0f} MB")


if __name__ == "__main__":
    main()
