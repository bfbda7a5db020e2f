"""The session of Neovim: `neovim/session.lua` asserts each step, and its screens are those of the documentation."""

import os
import re
import shutil
import subprocess

import texts
from test_vim import neovim

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(texts.ROOT, "Sources", "Library", "CDQKit", "CDQKit.docc", "InTheEditor.md")


def run(folder):
    """The log of the session and its screens."""
    project = os.path.join(folder, "project")
    shutil.copytree(os.path.join(HERE, "neovim", "project"), project)
    environment = {
        **os.environ, "CDQ": texts.CDQ, "CDQ_GRAMMAR": os.path.join(texts.ROOT, "Grammar"), "CDQ_EDITORS": HERE,
        "CDQ_SCREENS": os.path.join(folder, "screens.md"), "CDQ_LOG": os.path.join(folder, "log"),
        "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder, "XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder,
    }
    result = subprocess.run(
        [neovim(), "--headless", "--clean", "-l", os.path.join(HERE, "neovim", "driver.lua")], cwd=project, env=environment,
        capture_output=True, text=True, timeout=180)
    log = open(environment["CDQ_LOG"], encoding="utf-8").read() if os.path.exists(environment["CDQ_LOG"]) else ""
    assert result.returncode == 0, log + result.stdout + result.stderr
    return log, open(environment["CDQ_SCREENS"], encoding="utf-8").read()


def test_session(tmp_path):
    log, screens = run(str(tmp_path))
    assert "FAIL" not in log and log.count("ok ") >= 20, log
    shown = re.findall(r"```\n(.*?)```", screens, re.S)
    assert len(shown) == 5
    page = open(PAGE, encoding="utf-8").read()
    if os.environ.get("CDQ_REWRITE"):
        parts = iter(shown)
        page = re.sub(r"(<!-- screen -->\n```\n).*?```", lambda match: match[1] + next(parts) + "```", page, flags=re.S)
        open(PAGE, "w", encoding="utf-8").write(page)
    documented = re.findall(r"<!-- screen -->\n```\n(.*?)```", page, re.S)
    assert documented == shown, "CDQ_REWRITE=1 renews the screens of the documentation"
