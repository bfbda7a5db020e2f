"""The syntax file of Vim gives every token of the lexer the group of its class, on every text of the repository."""

import json
import os
import shutil
import subprocess
import sys

import pytest

import agreement
import texts

CLASSES = {
    "cdqComment": "comment", "cdqDocumentation": "comment", "cdqString": "string", "cdqEscape": "string",
    "cdqNumber": "number", "cdqParameter": "parameter", "cdqAnnotation": "annotation", "cdqOperator": "operator",
    "cdqWordOperator": "keyword", "cdqConstant": "keyword", "cdqSelf": "keyword", "cdqCall": "keyword",
    "cdqClause": "keyword", "cdqModifier": "keyword", "cdqCardinality": "keyword", "cdqDeclaration": "keyword",
    "cdqName": "name", "cdqType": "name", "cdqBuiltIn": "name", "cdqFunction": "name", "cdqDeclaredName": "name",
    "cdqProperty": "name", "cdqStep": "name",
}


def neovim():
    """The Neovim of the environment that runs the tests."""
    return os.environ.get("NVIM_BIN") or os.path.join(os.path.dirname(sys.executable), "nvim")


@pytest.fixture(scope="module")
def groups(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vim")
    all_texts = texts.documents() + texts.queries()
    (folder / "in.json").write_text(json.dumps([text.lines for text in all_texts]), encoding="utf-8")
    subprocess.run(
        [neovim(), "--clean", "-l", os.path.join(os.path.dirname(os.path.abspath(__file__)), "vim_syntax.lua"), os.path.join(texts.ROOT, "Grammar"), str(folder / "in.json"), str(folder / "out.json")],
        check=True, cwd=folder)
    rows = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return dict(zip((text.name + str(index) for index, text in enumerate(all_texts)), rows, strict=True))


def test_every_text(groups):
    found = []
    for index, text in enumerate(texts.documents() + texts.queries()):
        rows = groups[text.name + str(index)]

        def class_at(line, column):
            row = rows[line]
            return CLASSES.get(row[column]) if column < len(row) else None

        found += agreement.disagreements(text, class_at)
    assert not found, "\n".join(found[:60])
