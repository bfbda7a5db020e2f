"""The C headers of Apple's systems, from a pinned wheel of PyPI.

The package `ziglang` carries them for cross-compilation: one folder for macOS, iOS, tvOS, watchOS and visionOS, with the
annotations of availability. pip checks the wheel against its hash, and installs nothing of it.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import zipfile

VERSION = "0.17.1"
# Of the wheel for Linux on x86_64. The headers are the same in all wheels, so other machines take this one, too.
SHA256 = "ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54"
PLATFORM = "manylinux2010_x86_64"
FOLDER = "ziglang/lib/libc/include/any-darwin-any/"


_fetching = threading.Lock()


def folder():
    """The folder with the headers, which is fetched once.

    The systems are checked at the same time, and so may be two clones: one thread fetches at a time, and the folder gets
    its name when it is complete, so that nobody sees a part of it.
    """
    kept = pathlib.Path(tempfile.gettempdir(), f"cdq-headers-of-apple-{VERSION}")
    with _fetching:
        if not kept.exists():
            with tempfile.TemporaryDirectory(dir=kept.parent) as download:
                fetch(pathlib.Path(download))
                try:
                    pathlib.Path(download, "headers").rename(kept)
                except OSError:
                    if not kept.exists():
                        raise
    return kept / FOLDER


def fetch(download):
    """Downloads the wheel into a folder, and extracts the headers into its folder `headers`."""
    requirements = download / "requirements.txt"
    requirements.write_text(f"ziglang=={VERSION} --hash=sha256:{SHA256}\n")
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--only-binary", ":all:", "--platform", PLATFORM, "--require-hashes", "-r", requirements, "-d", download],
        check=True)
    (wheel,) = download.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(download / "headers", [name for name in archive.namelist() if name.startswith(FOLDER)])
