"""Modules of one of Apple's systems, made of the modules of the Linux toolchain, and a compiler that uses them."""
import json
import os
import pathlib
import re
import subprocess
import tempfile

import headers

ROOT = pathlib.Path(__file__).resolve().parents[2]
STUBS = ROOT / "Tests/Integration/AppleStubs"

# The systems by their names in manifests: the folder and the name of their modules, and the beginning of the triple.
SYSTEMS = {
    "macos": ("macosx", "x86_64-apple-macos", "x86_64-apple-macosx"),
    "ios": ("iphoneos", "arm64-apple-ios", "arm64-apple-ios"),
    "tvos": ("appletvos", "arm64-apple-tvos", "arm64-apple-tvos"),
    "watchos": ("watchos", "arm64-apple-watchos", "arm64-apple-watchos"),
    "visionos": ("xros", "arm64-apple-xros", "arm64-apple-xros"),
}

TITLES = {"macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS"}

# Modules of the toolchain that get another name of the same length: Apple's systems have no modules of the first three
# names, so `canImport` must not find them, and the module Foundation is a stub that re-exports the one of Linux.
RENAMED = {
    b"Glibc": b"Clibc",
    b"FoundationXML": b"XMLFoundation",
    b"FoundationNetworking": b"NetworkingFoundation",
    b"Foundation": b"Fundamente",
}
RENAMED_PATTERN = re.compile(rb"Glibc|FoundationXML|FoundationNetworking|(?<![A-Za-z_])Foundation(?![A-Za-z])")

# The stubs, by what they need, with the sources of each.
STUB_SOURCES = {
    "Darwin": ["Apple/Darwin"],
    "Clibc": ["Apple/Clibc"],
    "ObjectiveC": ["Apple/ObjectiveC"],
    "Foundation": ["Apple/Foundation", "Sources/CoreData/Predicates.swift"],
    "CoreData": ["Apple/CoreData", "Sources/CoreData/CoreData.swift", "Sources/CoreData/Stack.swift"],
    "SwiftData": ["Apple/SwiftData", "Sources/SwiftData"],
    "SwiftUI": ["Apple/SwiftUI"],
    "XcodeProjectPlugin": ["Apple/XcodeProjectPlugin"],
}


def importable(system):
    """The names of the modules that a system has here."""
    linux = {module.stem for module in System.base.glob("linux/*.swiftmodule")}
    stubs = {name for name in STUB_SOURCES if name != "XcodeProjectPlugin" or system == "macos"}
    return linux - {name.decode() for name in RENAMED} | stubs | {"SQLite3", "PackagePlugin", "PackageDescription"}


def swift_files(path):
    path = pathlib.Path(path)
    return sorted(str(file) for file in path.glob("**/*.swift")) if path.is_dir() else [str(path)]


def primary(files, chosen):
    """The compiler's arguments for files of which it looks only into the chosen ones."""
    return [argument for file in files for argument in (["-primary-file"] if file in chosen else []) + [str(file)]]


class System:
    """A system with a deployment target: `name` is that of `SYSTEMS`, `version` such as `13.0`."""

    info = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout)
    base = pathlib.Path(info["paths"]["runtimeResourcePath"])
    linux = info["target"]["unversionedTriple"]

    def __init__(self, name, version, scratch):
        self.name, self.version = name, version
        self.folder, self.module_name, self.prefix = SYSTEMS[name]
        # The seconds that each module took of a processor.
        self.seconds = {}
        self.scratch = pathlib.Path(scratch) / name
        self.resources = self.scratch / "resources"
        self.modules = self.scratch / "modules"
        for folder in (self.resources / self.folder, self.modules, self.scratch / "sdk/usr"):
            folder.mkdir(parents=True)
        (self.scratch / "sdk/usr/include").symlink_to(headers.folder())
        self.copy_toolchain()
        self.write_sqlite()
        self.write_versions()

    @property
    def title(self):
        return f"{TITLES[self.name]} {self.version.removesuffix('.0')}"

    __str__ = title.fget

    def triple(self, version=None):
        return self.prefix + (version or self.version)

    def patched(self, bytes):
        """A module of Linux with the triple of this system."""
        # Both have the same length, since the module has offsets: zeros behind the version change nothing.
        triple = self.triple().ljust(len(self.linux), "0")
        if len(triple) != len(self.linux):
            raise SystemExit(f"the toolchain's triple {self.linux} has another length than {triple}")
        bytes = bytes.replace(self.linux.encode(), triple.encode())
        return RENAMED_PATTERN.sub(lambda match: RENAMED[match[0]], bytes)

    def write_versions(self):
        """Writes which versions of visionOS the versions of iOS are: where an annotation names only iOS, that counts."""
        versions = {f"{major}.0": "1.0" for major in range(8, 18)}
        versions |= {"17.4": "1.1", "17.5": "1.2", "18.0": "2.0", "18.1": "2.1", "18.2": "2.2", "18.4": "2.4", "26.0": "26.0"}
        settings = {
            "Version": self.version, "MaximumDeploymentTarget": "26.99", "VersionMap": {"iOS_visionOS": versions}}
        (self.scratch / "sdk/SDKSettings.json").write_text(json.dumps(settings))

    def write_sqlite(self):
        """The C module SQLite3, which Apple's systems have, of the header of this machine."""
        files = [pathlib.Path(folder, "sqlite3.h") for folder in ("/usr/include", "/usr/local/include", "/opt/homebrew/include")]
        header = next((file for file in files if file.exists()), None)
        if not header:
            raise SystemExit("sqlite3.h is missing; Debian: apt install libsqlite3-dev")
        folder = self.scratch / "sqlite"
        folder.mkdir()
        (folder / "module.modulemap").write_text(f'module SQLite3 [system] {{\n  header "{header}"\n  export *\n}}\n')

    def copy_toolchain(self):
        for entry in self.base.iterdir():
            # `clang` and the C modules of Foundation and Dispatch, which have no triple.
            if entry.is_dir() and entry.name not in ("linux", "pm", "embedded"):
                (self.resources / entry.name).symlink_to(entry.resolve())
        for module in [*(self.base / "linux").iterdir(), *(self.base / "pm").glob("*/*.swiftmodule")]:
            if module.suffix == ".swiftcrossimport":
                (self.resources / self.folder / module.name).symlink_to(module)
            elif module.suffix == ".swiftmodule" and module.stem.encode() != b"Glibc":
                self.copy_module(module)

    def copy_module(self, module):
        name = RENAMED.get(module.stem.encode(), module.stem.encode()).decode()
        copy = self.resources / self.folder / f"{name}.swiftmodule"
        compiled = module if module.is_file() else module / f"{self.linux}.swiftmodule"
        interface = module / f"{self.linux}.swiftinterface"
        copy.mkdir()
        if compiled.exists():
            (copy / f"{self.module_name}.swiftmodule").write_bytes(self.patched(compiled.read_bytes()))
        elif interface.exists():
            # The compiler makes a module of it when something first imports it.
            text = interface.read_text().replace(self.linux, self.triple()).replace("Glibc", "Darwin")
            (copy / f"{self.module_name}.swiftinterface").write_text(text)

    def arguments(self, version=None):
        plugins = self.base / "host/plugins"
        return [
            "-target", self.triple(version), "-resource-dir", str(self.resources), "-sdk", str(self.scratch / "sdk"),
            "-module-cache-path", str(self.scratch / "cache"), "-I", str(self.resources), "-I", str(self.modules),
            "-I", str(STUBS / "Apple/Darwin"), "-I", str(self.scratch / "sqlite"),
            "-plugin-path", str(plugins), "-plugin-path", str(plugins / "testing"),
            "-load-plugin-executable", f"{STUBS / 'Apple/SwiftData/macros'}#SwiftDataMacros",
            "-disable-objc-interop", "-diagnostic-style", "llvm",
            # Dispatch without classes of Objective-C. The compiler itself says the contrary for visionOS.
            "-Xcc", "-DOS_OBJECT_HAVE_OBJC_SUPPORT=0", "-Xcc", "-Wno-macro-redefined",
        ]

    def run(self, module, files, options, version=None):
        """Runs the compiler. Returns the errors, each with its place, and "error:" alone where it gave none."""
        command = ["swiftc", "-frontend", *self.arguments(version), "-module-name", module, *options, *map(str, files)]
        with tempfile.TemporaryFile("w+") as output:
            # With the usage of the process, which `subprocess` does not give.
            process = subprocess.Popen(command, stderr=output)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds[module] = self.seconds.get(module, 0) + usage.ru_utime + usage.ru_stime
            if process.returncode == 0:
                return []
            output.seek(0)
            text = output.read()
        errors = re.findall(r"^(.+?:\d+:\d+: error: .+)$", text, re.MULTILINE)
        return list(dict.fromkeys(errors)) or [f"{module}: error: {text.strip()[-2000:]}"]

    def write_interface(self, module, files, options, version=None, folder=None):
        """Writes the module for its importers, without looking into function bodies, which takes a tenth of the time."""
        file = (folder or self.modules) / f"{module}.swiftmodule"
        file.parent.mkdir(exist_ok=True)
        output = ["-emit-module", "-experimental-skip-all-function-bodies", "-o", file]
        return self.run(module, files, [*options, *map(str, output)], version)

    def check(self, module, files, options, version=None, chosen=None):
        """Type-checks a module: all files, or only the chosen ones."""
        if chosen is None or len(chosen) == len(files):
            return self.run(module, files, [*options, "-typecheck"], version)
        return self.run(module, primary(files, chosen), [*options, "-typecheck"], version)

    def diagnose(self, module, files, options, version, chosen):
        """Looks into chosen files of a module further than the type checker does, such as for a missing `return`."""
        # Diagnostics are made of the intermediate language, which the compiler writes only for primary files.
        outputs = [argument for _ in chosen for argument in ("-o", "/dev/null")]
        return self.run(module, primary(files, chosen), [*options, "-emit-sil", *outputs], version)

    def make_stubs(self):
        """Compiles the stubs, and raises `SystemExit` where one does not compile."""
        for module, sources in STUB_SOURCES.items():
            if module == "XcodeProjectPlugin" and self.name != "macos":
                continue
            files = [file for source in sources for file in swift_files(STUBS / source)]
            errors = self.write_interface(module, files, ["-parse-as-library", "-swift-version", "5"])
            if errors:
                raise SystemExit("\n".join([f"the stub of {module} does not compile for {self}:", *errors]))
