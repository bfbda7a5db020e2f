"""Files that must not compile. If they do, the success of all others means nothing.

The first lines of a control say with which deployment target it compiles, and the error that there is before:

    // compiles: macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2
    // error: is only available in

A system that is not in the list never compiles it.
"""
import re

from system import STUBS, TITLES

FOLDER = STUBS / "Apple/Controls"


def check(file, system):
    """The mistakes that a control shows."""
    text = file.read_text()
    first = dict(re.findall(r"(\w+) ([\d.]+)", re.search(r"^// compiles:(.*)$", text, re.MULTILINE)[1]))
    error = re.search(r"^// error: (.*)$", text, re.MULTILINE)[1]
    needed = first.get(TITLES[system.name])
    compiles = needed is not None and number(system.version) >= number(needed)
    options = ["-parse-as-library", "-swift-version", "6"]
    errors = system.check("Control", [file], options) or system.diagnose("Control", [file], options, None, [file])
    if compiles:
        return errors
    if not errors:
        return [f"{file}: error: this control compiles for {system}, so that what it is for is not checked"]
    return [] if any(error in found for found in errors) else [f"{file}: error: not the error of this control: {errors[0]}"]


def number(version):
    return tuple(map(int, (version + ".0").split(".")[:2]))
