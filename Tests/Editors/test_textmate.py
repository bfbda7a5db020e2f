"""The TextMate grammar gives every token of the lexer the scope of its class, on every text of the repository."""

import json
import logging
import os

import pytest
from textmate_grammar.parsers.base import LanguageParser

import agreement
import texts

logging.getLogger("textmate_grammar").setLevel(logging.CRITICAL)
FOLDER = os.path.join(texts.ROOT, "Grammar", "textmate")

CLASSES = [
    ("comment.", "comment"), ("string.", "string"), ("constant.character.escape", "string"),
    ("invalid.illegal.escape", "string"), ("constant.numeric", "number"), ("variable.parameter", "parameter"),
    ("entity.name.annotation", "annotation"), ("support.function.operator", "annotation"),
    ("keyword.operator.word", "keyword"), ("keyword.operator", "operator"), ("punctuation.", "operator"),
    ("keyword.", "keyword"), ("storage.", "keyword"), ("constant.language", "keyword"), ("variable.language", "keyword"),
    ("entity.", "name"), ("support.", "name"), ("variable.", "name"),
]


def grammar():
    with open(os.path.join(FOLDER, "cdq.tmLanguage.json"), encoding="utf-8") as file:
        return json.load(file)


@pytest.fixture(scope="module")
def parser():
    return LanguageParser(grammar())


def class_of(scopes):
    for scope in reversed(scopes):
        for prefix, name in CLASSES:
            if scope.startswith(prefix):
                return name
    return None


def classes(parser, text):
    """A function from places to classes."""
    rows = [[None] * len(line) for line in text.lines]
    element = parser.parse_string("\n".join(text.lines) + "\n")
    for (line, column), piece, scopes in element.flatten() if element else []:
        name = class_of(scopes)
        for offset in range(len(piece)):
            if line < len(rows) and column + offset < len(rows[line]):
                rows[line][column + offset] = name
    return lambda line, column: rows[line][column] if column < len(rows[line]) else None


@pytest.mark.parametrize("text", texts.documents(), ids=lambda text: text.name)
def test_documents(parser, text):
    assert agreement.disagreements(text, classes(parser, text)) == []


def test_conformance_texts(parser):
    found = [row for text in texts.queries() for row in agreement.disagreements(text, classes(parser, text))]
    assert found == []


def test_words_are_those_of_the_language():
    """Every word of keywords.txt is in the grammar, and in the syntax of Vim."""
    words = [row.split()[0] for row in open(os.path.join(texts.ROOT, "Grammar", "keywords.txt"), encoding="utf-8") if row.strip() and row[0] != "#"]
    for path in ["textmate/cdq.tmLanguage.json", "vim/syntax/cdq.vim"]:
        content = open(os.path.join(texts.ROOT, "Grammar", path), encoding="utf-8").read().lower()
        parts = [part for word in words for part in word.lower().replace("uti-", "").split()]
        assert [part for part in parts if part not in content] == []


SWIFT = r'''
let old = NSPredicate(format: "name BEGINSWITH[c] %@ AND age > 5", prefix)
let quoted = NSPredicate(format: "name == \"Paris\" OR name == 'Rome'")
let query = Query("City where population > $least")
let other = String(format: "name BEGINSWITH %@", prefix)
'''


def test_injection_into_swift():
    """The injected grammar colours the strings given to cdq and NSPredicate, and no others."""
    with open(os.path.join(FOLDER, "cdq-injection.tmLanguage.json"), encoding="utf-8") as file:
        injection = json.load(file)
    assert injection["injectionSelector"].startswith("L:source.swift")
    base = grammar()
    # The tokenizer has no injections, so the patterns stand in front of those of a small Swift here.
    swift = {
        "name": "Swift", "scopeName": "source.swift", "fileTypes": ["swift"],
        "patterns": injection["patterns"] + [{"name": "string.quoted.double.swift", "begin": '"', "end": '"'}],
        "repository": {**base["repository"], **injection["repository"]},
    }
    swift = json.loads(json.dumps(swift).replace("source.cdq#", "#"))
    pieces = LanguageParser(swift).parse_string(SWIFT).flatten()
    found = {(line, piece.strip()): class_of(scopes) for (line, _), piece, scopes in pieces}
    assert found[(1, "BEGINSWITH")] == "keyword" and found[(1, "AND")] == "keyword"
    assert found[(1, "%@")] == "parameter" and found[(1, "5")] == "number"
    assert found[(2, "OR")] == "keyword"
    assert any(line == 2 and "Paris" in piece and name == "string" for (line, piece), name in found.items())
    assert found[(3, "where")] == "keyword" and found[(3, "$least")] == "parameter"
    assert all(name != "keyword" for (line, _), name in found.items() if line == 4)
    # The text behind the string is Swift again.
    assert all("meta.embedded" not in " ".join(scopes) for (line, _), piece, scopes in pieces if piece.strip() in {"prefix", ")"})
