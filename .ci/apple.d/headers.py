"""The C headers of Apple's systems, from a pinned wheel of PyPI.

The package `ziglang` carries them for cross-compilation: one folder for macOS, iOS, tvOS, watchOS and visionOS, with the
annotations of availability. pip checks the wheel against its hash, and installs nothing of it.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

VERSION = "0.17.1"
# Of the wheel for Linux on x86_64. The headers are the same in all wheels, so other machines take this one, too.
SHA256 = "ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54"
PLATFORM = "manylinux2010_x86_64"
FOLDER = "ziglang/lib/libc/include/any-darwin-any/"


def folder():
    """The folder with the headers, which is fetched once."""
    kept = pathlib.Path(tempfile.gettempdir(), f"cdq-apple-headers-{VERSION}")
    if (kept / "done").exists():
        return kept / FOLDER
    with tempfile.TemporaryDirectory() as download:
        requirements = pathlib.Path(download, "requirements.txt")
        requirements.write_text(f"ziglang=={VERSION} --hash=sha256:{SHA256}\n")
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
             "--only-binary", ":all:", "--platform", PLATFORM, "--require-hashes", "-r", requirements, "-d", download],
            check=True)
        (wheel,) = pathlib.Path(download).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(kept, [name for name in archive.namelist() if name.startswith(FOLDER)])
    (kept / "done").touch()
    return kept / FOLDER
