"""The texts that all grammars are tested on, with the tokens of cdq's lexer."""

import dataclasses
import functools
import glob
import json
import os
import re
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CDQ = os.environ.get("CDQ") or os.path.join(ROOT, ".build", "debug", "cdq")


@dataclasses.dataclass(frozen=True)
class Token:
    line: int  # from 0
    start: int  # characters from the start of the line
    text: str  # of a block comment only the first line
    kind: str
    keyword: str
    malformed: bool


@dataclasses.dataclass(frozen=True)
class Text:
    name: str
    lines: tuple
    tokens: tuple


LINE = re.compile(r"(\d+):(\d+) ([a-z-]+)( malformed)?(?: (.*))?$")


def lex(name, text):
    """The text with its tokens, from `cdq dump --stage tokens`."""
    with tempfile.NamedTemporaryFile("w", suffix=".cdq", encoding="utf-8", newline="", delete=False) as file:
        file.write(text)
    try:
        run = subprocess.run([CDQ, "dump", "--stage", "tokens", file.name], capture_output=True, text=True)
    finally:
        os.unlink(file.name)
    # The byte order mark is no column, and editors do not show it.
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    tokens = []
    for row in run.stdout.split("\n"):
        match = LINE.match(row)
        if not match or match[3] in {"end", "byte-order-mark"}:
            continue
        line, column, kind, malformed, shown = match.groups()
        shown = shown or ""
        keyword = ""
        if kind == "word":
            word = re.match(r"(\S+)(?: \((.*)\))?$", shown)
            shown, keyword = word[1], word[2] or ""
        number = int(line) - 1
        start = len(lines[number].encode("utf-8")[: int(column) - 1].decode("utf-8", "replace"))
        tokens.append(Token(number, start, shown.split("\\n")[0] if kind == "block-comment" else shown, kind, keyword, bool(malformed)))
    assert tokens or not text.strip(), f"{name}: no tokens: {run.stderr}"
    return Text(name, tuple(lines), tuple(tokens))


@functools.cache
def documents():
    """Every `.cdq` file of the repository."""
    files = sorted(
        path
        for path in glob.glob(os.path.join(ROOT, "**", "*.cdq"), recursive=True)
        if "/." not in path[len(ROOT):]
    )
    return [lex(os.path.relpath(path, ROOT), open(path, encoding="utf-8", newline="").read()) for path in files]


def conformance_queries():
    """The texts of the conformance cases in cdq's own language that the parser accepts, one a line."""
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "Tests", "Conformance", "Cases", "*.jsonl"))):
        name = os.path.basename(path)
        if name.startswith("strict"):
            continue
        for line in open(path, encoding="utf-8"):
            case = json.loads(line)
            text = case.get("query") or case.get("predicate")
            if text and (case.get("error") or {}).get("stage") != "parse" and not case.get("strict"):
                found.append((case.get("id", name), text))
    return found


@functools.cache
def queries():
    """The conformance texts: those of one line together, some at a time, the others each by itself."""
    simple = list(dict.fromkeys(text for _, text in conformance_queries() if "\n" not in text and "/*" not in text))
    rest = [(name, text) for name, text in conformance_queries() if "\n" in text or "/*" in text]
    parts = [simple[start:start + 100] for start in range(0, len(simple), 100)]
    return [lex("conformance", "\n".join(part)) for part in parts] + [lex(name, text) for name, text in rest]
