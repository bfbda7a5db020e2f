"""Finds the branches of `#if` that Apple's systems compile, and which of them are checked.

The page `AppleSystems.md` has a table of those that are checked, and one of those that are not, with reasons. `compare`
reports what is missing in the tables, and what is in them without being in the code.
"""
import os
import pathlib
import re

from system import ROOT, SYSTEMS, TITLES

PAGE = ROOT / "Sources/Library/CDQKit/CDQKit.docc/AppleSystems.md"
# Modules that no system of Apple has. All others of a condition may be there.
FOREIGN_MODULES = {
    "Glibc", "Musl", "Android", "Bionic", "WASILibc", "ucrt", "WinSDK", "FoundationNetworking", "FoundationXML",
}
FOREIGN_SYSTEMS = {"Linux", "Windows", "Android", "FreeBSD", "OpenBSD", "WASI"}
# What names Apple's systems in a condition. Conditions without it depend on settings, or are for other systems.
NAMES_APPLE = re.compile(
    r"canImport\s*\(\s*(?!(?:%s)\b)\w+|os\s*\(\s*(?!(?:%s)\b)\w+|_runtime|targetEnvironment|_ptrauth|arch\s*\("
    % ("|".join(sorted(FOREIGN_MODULES)), "|".join(sorted(FOREIGN_SYSTEMS))))
TOKEN = re.compile(r"\s*(&&|\|\||!|\(|\)|(\w+)\s*\(([^()]*)\)|\w+)")


class Condition:
    """A condition of `#if`, evaluated with unknown parts: None where it depends on what is not known."""

    def __init__(self, text):
        self.tokens = [match.groups() for match in TOKEN.finditer(text.split("//")[0])]

    def value(self, atom):
        self.at, self.atom = 0, atom
        return self.alternatives()

    def peek(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else None

    def alternatives(self):
        values = [self.all()]
        while self.peek() == "||":
            self.at += 1
            values.append(self.all())
        return True if True in values else None if None in values else False

    def all(self):
        values = [self.one()]
        while self.peek() == "&&":
            self.at += 1
            values.append(self.one())
        return False if False in values else None if None in values else True

    def one(self):
        token, function, argument = self.tokens[self.at]
        self.at += 1
        if token == "!":
            value = self.one()
            return None if value is None else not value
        if token == "(":
            value = self.alternatives()
            self.at += 1
            return value
        return self.atom(function, argument.strip()) if function else self.atom(token, None)


def on_apple(function, argument):
    """An atom of a condition on any of Apple's systems: None where they differ, or where it is a setting."""
    if function == "canImport":
        return False if argument in FOREIGN_MODULES else None if argument in ("XcodeProjectPlugin", "AppKit", "UIKit") else True
    if function == "os":
        return False if argument in FOREIGN_SYSTEMS else None
    return None


def here(system, modules, defines):
    """Atoms as the compiler here sees them for a system."""

    def atom(function, argument):
        if function == "canImport":
            return argument in modules
        if function == "os":
            return argument == TITLES[system]
        if function in ("swift", "compiler"):
            return None
        return argument is None and function in defines

    return atom


class Branch:
    """A branch that at least one of Apple's systems may compile. `condition` has what the branch itself says, and for a
    branch that follows others, what those say."""

    def __init__(self, file, line, condition, atoms):
        self.file, self.line, self.condition, self.atoms = file, line, condition, atoms

    def value(self, atom):
        """Whether it is compiled: all conditions around it are true, and none of the earlier branches of its `#if`."""
        values = [condition.value(atom) if holds else negated(condition.value(atom)) for condition, holds in self.atoms]
        return False if False in values else None if None in values else True


def negated(value):
    return None if value is None else not value


def branches(file):
    """The branches of a file whose `#if` names Apple's systems, outside of texts."""
    found, open_conditions = [], []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        match = re.match(r"\s*#(if|elseif|else|endif)\b\s*(.*)", line)
        if not match:
            continue
        word, text = match.groups()
        if word == "if":
            open_conditions.append([])
        if word == "endif":
            group = open_conditions.pop()
            found += [branch for branch, _ in group if any(NAMES_APPLE.search(text) for _, text in group)]
            continue
        group = open_conditions[-1]
        outer = [atom for level in open_conditions[:-1] for atom in level[-1][0].atoms]
        earlier = [(Condition(text), False) for _, text in group if text]
        own = [(Condition(text), True)] if text else []
        title = text or "else of " + " and ".join(text for _, text in group)
        group.append((Branch(file, number, title, outer + earlier + own), text))
    return [branch for branch in found if branch.value(on_apple) is not False]


def files():
    """The Swift files in which branches are searched."""
    for top in ("Package.swift", "Sources", "Samples", "Tests"):
        if (ROOT / top).is_file():
            yield ROOT / top
        for folder, subfolders, names in os.walk(ROOT / top):
            subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
            yield from (pathlib.Path(folder, name) for name in sorted(names) if name.endswith(".swift"))


def rows(compiled, modules):
    """Rows of both tables: of the branches that were checked, and of the others without reasons.

    `compiled` has the files that were compiled for a system with their definitions, `modules` the modules that exist.
    """
    checked, unchecked = {}, {}
    for file in files():
        # Stubs are for this check, and are no part of what users build.
        if "AppleStubs/Apple" in str(file):
            continue
        for branch in branches(file):
            systems = [
                TITLES[system] for system in SYSTEMS
                if file in compiled[system] and branch.value(here(system, modules[system], compiled[system][file])) is True]
            place = str(file.relative_to(ROOT))
            if systems:
                checked.setdefault((branch.condition, ", ".join(systems)), []).append(place)
            else:
                unchecked.setdefault((branch.condition, place), branch)
    return checked, unchecked


def compare(compiled, modules, rewrite):
    """The mistakes of the page's tables; with `rewrite` it first writes the table of what is checked."""
    checked, unchecked = rows(compiled, modules)
    table = ["| condition | checked for | files |", "|---|---|---|"]
    for (condition, systems), places in sorted(checked.items()):
        table.append(f"| `{condition.replace('|', chr(92) + '|')}` | {systems} | {len(set(places))} |")
    text = PAGE.read_text() if PAGE.exists() else ""
    pattern = re.compile(r"(<!-- checked: .ci/apple --rewrite -->\n\n).*?(\n\n<!-- end -->)", re.DOTALL)
    written = pattern.sub(lambda match: match[1] + "\n".join(table) + match[2], text)
    if rewrite:
        PAGE.write_text(written)
    errors = []
    if not rewrite and written != text or not pattern.search(text):
        errors.append(f"{PAGE}: error: the table of branches differs from the code; write it with '.ci/apple --rewrite'")
    # Rows with a condition, a file and a reason.
    listed = set(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| .+ \|$", text, re.MULTILINE))
    for (condition, place), branch in sorted(unchecked.items()):
        if (condition, place) not in listed:
            errors.append(f"{ROOT / place}:{branch.line}: error: no system checks the branch '{condition}', "
                          f"and {PAGE.name} does not list it with a reason")
    for condition, place in sorted(listed - set(unchecked)):
        errors.append(f"{PAGE}: error: '{condition}' of {place} is listed as not checked, but is checked or is not there")
    return errors
