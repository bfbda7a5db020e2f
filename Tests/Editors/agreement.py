"""Compares the classes that a grammar for editors gives to characters with the tokens of the lexer.

A class is one of: comment, string, number, parameter, annotation, operator, keyword, name; None for no class.
"""

import functools
import os

from texts import ROOT

# The classes that a token of the lexer may have. Punctuation may have none.
ALLOWED = {
    "line-comment": {"comment"},
    "documentation": {"comment"},
    "block-comment": {"comment"},
    "string": {"string"},
    "number": {"number"},
    "variable": {"parameter"},
    "argument": {"parameter"},
    "at-word": {"annotation"},
    "double-at-word": {"annotation"},
    "escaped-word": {"name"},
    "operator": {"operator"},
    "punctuation": {"operator", None},
}


@functools.cache
def reserved_words():
    """The words of NSPredicate that are names only where they are marked or follow a dot."""
    rows = open(os.path.join(ROOT, "Grammar", "keywords.txt"), encoding="utf-8")
    return {row.split()[0] for row in rows if row.strip() and row[0] != "#" and row.split()[1] == "reserved"}


def is_name_by_place(tokens, index):
    """Whether a reserved word is a name here: after a dot, `as`, before the colon or `=` of a member, as a declared name."""
    before = tokens[index - 1] if index > 0 else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if before and (before.text == "." or before.keyword in {"as", "query", "entity", "enum", "mapping", "first", "one", "count", "exists", "delete", "update"}):
        return True
    # The entity at the start of a query, and the parts of names like isKindOfClass:.
    return before is None or before.line != tokens[index].line or (after is not None and after.text in {":", "="})


def disagreements(text, class_at):
    """The tokens of a text whose class is another one.

    `class_at(line, column)` is the grammar's class of the character there.
    """
    found = []
    tokens = text.tokens
    for index, token in enumerate(tokens):
        if token.kind in {"unexpected", "byte-order-mark"} or token.malformed or not token.text:
            continue
        first = class_at(token.line, token.start)
        last = class_at(token.line, token.start + len(token.text) - 1)
        if token.kind == "word":
            allowed = {"name"} if not token.keyword else {"keyword", "name"}
            if token.keyword in reserved_words() and not is_name_by_place(tokens, index):
                allowed = {"keyword"}
            if index > 0 and tokens[index - 1].text == ".":
                allowed = {"name"}
        else:
            allowed = ALLOWED[token.kind]
        if first not in allowed or last not in allowed:
            found.append(f"{text.name}:{token.line + 1}:{token.start + 1} {token.kind} {token.text!r}: {first}, {last}, not {allowed}")
    return found
