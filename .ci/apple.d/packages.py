"""The targets of a package, as the compiler gets them from SwiftPM: their files, their settings and their generated code."""
import json
import os
import pathlib
import re
import subprocess

from system import ROOT

# Deployment targets of systems that a manifest does not name: those of the same year as its macOS.
SAME_YEAR = {
    12: {"ios": "15.0", "tvos": "15.0", "watchos": "8.0", "visionos": "1.0"},
    13: {"ios": "16.0", "tvos": "16.0", "watchos": "9.0", "visionos": "1.0"},
    14: {"ios": "17.0", "tvos": "17.0", "watchos": "10.0", "visionos": "1.0"},
    15: {"ios": "18.0", "tvos": "18.0", "watchos": "11.0", "visionos": "2.0"},
}


class Target:
    """A target of a package. `module` is the name of its module, `needs` are the modules that it imports."""

    def __init__(self, package, description):
        self.package, self.description = package, description
        self.name, self.kind = description["name"], description["type"]
        self.module = re.sub(r"\W", "_", self.name)
        default = ("Tests/" if self.kind == "test" else "Sources/") + self.name
        self.folder = package.folder / description.get("path", default)
        self.is_plugin = self.kind == "plugin"
        self.generated = []

    def files(self, *suffixes, among_sources=False):
        """The files of the target with one of the suffixes; bundles with such a suffix count as files."""
        excluded = [self.folder / path for path in self.description["exclude"]]
        folders = [self.folder / path for path in self.description.get("sources", [])] if among_sources else []
        found = []
        for folder, subfolders, names in os.walk(self.folder, followlinks=True):
            bundles = [name for name in subfolders if name.endswith(suffixes)]
            subfolders[:] = sorted(set(subfolders) - set(bundles) - {".build"})
            for name in sorted([*names, *bundles]):
                file = pathlib.Path(folder, name)
                is_excluded = any(file == path or path in file.parents for path in excluded)
                is_source = not folders or any(file == path or path in file.parents for path in folders)
                if name.endswith(suffixes) and not is_excluded and is_source and ".docc" not in folder:
                    found.append(file)
        return found

    @property
    def swift_files(self):
        return [*self.files(".swift", among_sources=True), *self.generated]

    @property
    def is_executable(self):
        return self.kind == "executable"

    def dependencies(self, packages):
        """The targets on which this one depends, and the names of products of packages that are not checked."""
        targets, others = [], []
        for dependency in self.description["dependencies"]:
            (name, package, *_) = [*next(iter(dependency.values())), None]
            if "product" not in dependency:
                targets.append(self.package.targets[name])
                continue
            folder = self.package.dependencies.get(package)
            if folder in packages:
                targets += packages[folder].products[name]
            else:
                others.append(name)
        return targets, others

    def options(self):
        """The compiler's options for the settings of the target."""
        mode, options = "6", []
        for setting in self.description["settings"]:
            (kind, value), = setting["kind"].items()
            value = value.get("_0")
            if kind == "swiftLanguageMode":
                mode = value
            elif kind in ("enableUpcomingFeature", "enableExperimentalFeature"):
                options += ["-" + re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), kind), value]
            elif kind == "define":
                options += ["-D", value]
            elif kind == "treatAllWarnings" and value == "error":
                options.append("-warnings-as-errors")
            elif kind == "strictMemorySafety":
                options.append("-strict-memory-safety")
            elif kind == "defaultIsolation":
                options += ["-default-isolation", value]
            elif kind == "unsafeFlags":
                # The build tool's modules mean each other where their sources name the modules they are made of.
                for option, alias in zip(value, value[1:]):
                    if option == "-module-alias":
                        options += [option, alias]
            else:
                raise SystemExit(f"{self.name}: .ci/apple does not know the setting {kind}")
        if self.is_plugin:
            options += ["-package-description-version", "6.2.0"]
        if not any(file.name == "main.swift" for file in self.swift_files):
            options.append("-parse-as-library")
        # The C modules of the package.
        for target in self.package.targets.values():
            if target.kind == "system":
                options += ["-Xcc", f"-fmodule-map-file={target.folder / 'module.modulemap'}"]
        options += ["-swift-version", mode, "-package-name", self.package.name.lower(), "-enable-testing"]
        options += ["-D", "SWIFT_PACKAGE", "-D", "DEBUG"]
        return options + [option for trait in self.package.traits for option in ("-D", trait)]


class Package:
    """A package in a folder of the repository."""

    def __init__(self, folder, scratch):
        self.folder = pathlib.Path(folder).resolve()
        # Warnings are errors, as in `.ci/run`.
        environment = {**os.environ, "CDQ_WARNINGS_AS_ERRORS": "1"}
        environment.pop("SWIFTPM_BUILD_DIR", None)
        command = ["swift", "package", "--package-path", self.folder, "--scratch-path", scratch, "dump-package"]
        dump = subprocess.run(command, env=environment, capture_output=True, text=True)
        if dump.returncode:
            raise SystemExit(f"{self.folder}: {dump.stderr}")
        manifest = json.loads(dump.stdout)
        self.name = manifest["name"]
        self.platforms = {platform["platformName"]: platform["version"] for platform in manifest["platforms"]}
        names = [name for trait in manifest.get("traits", []) if trait["name"] == "default" for name in trait["enabledTraits"]]
        self.traits = names
        self.targets = {target["name"]: Target(self, target) for target in manifest["targets"]}
        self.products = {
            product["name"]: [self.targets[name] for name in product["targets"]] for product in manifest["products"]}
        # By the name in dependencies of targets; those that are fetched are not here.
        self.dependencies = {}
        for dependency in manifest["dependencies"]:
            for local in dependency.get("fileSystem", []):
                folder = pathlib.Path(local["path"]).resolve()
                self.dependencies[local.get("nameForTargetDependencyResolutionOnly") or folder.name] = folder
                self.dependencies[folder.name] = folder

    @property
    def title(self):
        return self.name if self.folder == ROOT else str(self.folder.relative_to(ROOT))

    @property
    def key(self):
        """The name of a folder for its modules, since two packages may have modules of one name."""
        return re.sub(r"\W", "_", self.title)

    def reachable(self, packages):
        """This package and those on which it depends."""
        found, waiting = [], [self]
        while waiting:
            package = waiting.pop()
            if package not in found:
                found.append(package)
                waiting += [packages[folder] for folder in package.dependencies.values() if folder in packages]
        return found

    def version(self, system):
        """The deployment target for a system."""
        if system in self.platforms:
            return self.platforms[system]
        return SAME_YEAR[int(float(self.platforms["macos"]))][system]


def write_accessor(target, folder):
    """Writes `Bundle.module`, as SwiftPM does for a target with resources."""
    if target.description["resources"]:
        folder = pathlib.Path(folder, target.package.name, target.name)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "resource_bundle_accessor.swift").write_text(
            "import Foundation\nextension Foundation.Bundle { static let module = Bundle.main }\n")
        target.generated.append(folder / "resource_bundle_accessor.swift")


def output_name(path):
    """The name of a generated file, as the plugin makes it (`outputName` in Sources/Tools/Plugins/Shared/CDQBuild.swift)."""
    flat = "".join(c if not c.isascii() or c.isalnum() or c in " _-.+()" else "_" for c in path)
    return flat + (".swift" if flat.endswith(".cdq") else ".cdq.swift")


def generate(target, packages, cdqc, folder):
    """Runs the tool for the `.cdq` files and models of a target, as the plugin does."""
    suffixes = (".cdq", ".xcdatamodeld", ".xcdatamodel")
    sources = target.files(*suffixes)
    if not sources:
        return
    folder = pathlib.Path(folder, target.package.name, target.name)
    folder.mkdir(parents=True, exist_ok=True)
    command = [cdqc, "--module", target.module, "--root", target.package.folder]
    at = target.folder
    while not (at / "cdq.json").exists() and at != target.package.folder:
        at = at.parent
    if (at / "cdq.json").exists():
        command += ["--config", at / "cdq.json"]
    for source in sources:
        output = folder / output_name(str(source.relative_to(target.folder)))
        target.generated.append(output)
        command += ["--source", source, output]
    seen, waiting = set(), [target]
    while waiting:
        for needed in waiting.pop().dependencies(packages)[0]:
            if needed.module not in seen:
                seen.add(needed.module)
                waiting.append(needed)
                for source in needed.files(*suffixes):
                    command += ["--dependency", needed.module, source]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{target.name}: {run.stderr}")


def uses_plugin(target):
    return any(usage["plugin"][0] == "CDQPlugin" for usage in target.description.get("pluginUsages", []) if "plugin" in usage)
