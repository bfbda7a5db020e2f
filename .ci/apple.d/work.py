"""What is compiled for which system, and in which order."""
import pathlib

import branches
import controls
import corpora
from jobs import Jobs
from packages import Package, generate, uses_plugin, write_accessor
from system import ROOT, STUB_SOURCES, STUBS, SYSTEMS, System, importable


class Work:
    def __init__(self, scratch, build, versions, only, report, full):
        self.scratch, self.build, self.report, self.only = scratch, build, report, only
        self.versions, self.full = versions, full
        self.jobs, self.broken = Jobs(), set()
        self.packages, self.systems, self.corpora = {}, {}, {}

    def run(self, only_packages=False):
        folders = [ROOT]
        for parent in ("Samples", "Tests/Integration"):
            folders += [file.parent for file in sorted((ROOT / parent).glob("*/Package.swift"))]
        read = []
        for number, folder in enumerate(folders):
            read.append(("package", folder))
            self.jobs.add(read[-1], [], self.read_package, folder, pathlib.Path(self.scratch, f"package{number}"))
        self.jobs.add("generated", read, self.generate)
        if not only_packages:
            self.jobs.add("corpora", [], self.make_corpora)
        for name in [] if only_packages else self.versions or SYSTEMS:
            self.jobs.add(("system", name), ["generated", "corpora"], self.check_system, name)
        self.jobs.run()

    def read_package(self, folder, scratch):
        package = Package(folder, scratch)
        self.packages[package.folder] = package

    def generate(self):
        folder = pathlib.Path(self.scratch, "generated")
        for package in self.packages.values():
            for target in package.targets.values():
                write_accessor(target, folder)
                if uses_plugin(target):
                    generate(target, self.packages, self.build / "cdqc", folder)
        self.write_classes(folder)

    def write_classes(self, folder):
        """Xcode generates the classes of the model of ReadingList, which its own file has for Linux."""
        target = self.packages[ROOT / "Samples/ReadingList"].targets["ReadingList"]
        text = (target.folder / "OutsideXcode.swift").read_text().replace("!canImport(Darwin) && ", "", 1)
        # Classes of Foundation are not hidden on Apple's systems.
        lines = [line for line in text.splitlines() if "typealias" not in line]
        classes = pathlib.Path(folder, "Classes.swift")
        classes.write_text("\n".join(lines) + "\n")
        target.generated.append(classes)

    def make_corpora(self):
        self.corpora = corpora.make(self.build / "cdq", self.scratch)

    # MARK: One system

    def check_system(self, name):
        root = self.packages[ROOT]
        system = System(name, self.versions.get(name) or root.version(name), self.scratch)
        self.systems[name] = system
        system.make_stubs()
        for file in sorted(controls.FOLDER.glob("*.swift")):
            if not self.only:
                self.jobs.add(("control", name, file), [], self.check_control, file, system)
        for target in self.targets(name):
            needs, others = target.dependencies(self.packages)
            if others:
                continue
            written = [("interface", name, need) for need in needs if need.kind != "system" and not need.is_plugin]
            if target.is_plugin:
                written = []
            key = ("interface", name, target)
            if self.is_imported(target):
                self.jobs.add(key, written, self.write_interface, target, system)
            self.jobs.add(("check", name, target), written, self.check_target, target, system)
        if self.only:
            return
        if name == "macos":
            for package in self.packages.values():
                self.jobs.add(("manifest", package.folder), [], self.check_manifest, package, system)
        for back_end, modules in self.corpora.items():
            needs = [("interface", name, root.targets[module]) for module in corpora.BACK_ENDS[back_end][0]]
            for module, files in modules:
                self.jobs.add(("corpus", name, module), needs, self.check_corpus, back_end, module, files, system)

    def targets(self, system):
        """The targets to check for a system."""
        targets = []
        for package in self.packages.values():
            for target in package.targets.values():
                if target.kind != "system" and self.belongs(target, system):
                    targets.append(target)
        if self.only:
            targets = [target for target in targets if target.name in self.only]
        # And what these need.
        waiting = list(targets)
        while waiting:
            target = waiting.pop()
            for needed in [] if target.is_plugin else target.dependencies(self.packages)[0]:
                if needed not in targets and needed.kind != "system":
                    targets.append(needed)
                    waiting.append(needed)
        return targets

    def belongs(self, target, system):
        if system == "macos":
            return True
        if target.is_plugin:
            return False
        if self.full or target.package.folder == ROOT:
            return True
        return system in target.package.platforms and target.kind == "regular"

    def files_to_check(self, target, system):
        """The files of a target that are checked. For systems other than macOS these are, of tests, those with branches: the
        annotations of Swift's library name the systems of a year together, so that macOS finds what the others would."""
        if system == "macos" or self.full or "Tests" not in target.folder.parts:
            return target.swift_files
        # All other systems compile the same branches.
        return [file for file in target.swift_files if system == "ios" and branches.branches(file)]

    def is_imported(self, target):
        return any(
            target in other.dependencies(self.packages)[0]
            for package in self.packages.values() for other in package.targets.values() if not other.is_plugin)

    def version(self, package, system):
        """The deployment target of a package: the one that was asked for replaces that of this package, and lower ones."""
        own, usual = (float(owner.version(system.name)) for owner in (package, self.packages[ROOT]))
        return system.version if own <= usual else str(max(own, float(system.version)))

    def modules_of(self, target, system):
        """The options for the modules of the packages that a target can import."""
        return [
            option for package in target.package.reachable(self.packages)
            for option in ("-I", str(system.scratch / "packages" / package.key))]

    def write_interface(self, target, system):
        if target.module in STUB_SOURCES:
            return
        options = target.options() + self.modules_of(target, system)
        folder = system.scratch / "packages" / target.package.key
        folder.parent.mkdir(exist_ok=True)
        errors = system.write_interface(
            target.module, target.swift_files, options, self.version(target.package, system), folder)
        # The check of the module finds the same errors.
        if errors:
            self.broken.add((system.name, target))

    def check_target(self, target, system):
        if target.module in STUB_SOURCES:
            return
        files, version = target.swift_files, self.version(target.package, system)
        options = target.options() + self.modules_of(target, system)
        broken = [need.name for need in target.dependencies(self.packages)[0] if (system.name, need) in self.broken]
        if broken and not target.is_plugin:
            errors = [f"{target.name}: error: not checked, since {', '.join(broken)} does not compile"]
        else:
            chosen = self.files_to_check(target, system.name)
            errors = system.check(target.module, files, options, version, chosen) if chosen else []
        chosen = [file for file in files if branches.branches(file)]
        if not errors and chosen and system.name == "macos":
            errors = system.diagnose(target.module, files, options, version, chosen)
        self.report.add(self.row(target), system.title, errors, system.seconds.get(target.module, 0))

    def row(self, target):
        if target.package.folder != ROOT:
            return target.package.title
        if target.is_plugin:
            return "cdq: plugins"
        return "cdq: Tests" if "Tests" in str(target.folder.relative_to(ROOT)) else "cdq: Sources"

    # MARK: The rest

    def check_control(self, file, system):
        self.report.add("controls", system.title, controls.check(file, system))

    def check_manifest(self, package, system):
        file = package.folder / "Package.swift"
        errors = system.check("Manifest", [file], ["-swift-version", "6", "-package-description-version", "6.2.0"])
        self.report.add("manifests", system.title, errors)

    def check_corpus(self, back_end, module, files, system):
        options = ["-parse-as-library", "-swift-version", "6", "-package-name", "app", "-warnings-as-errors"]
        for feature in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"):
            options += ["-enable-upcoming-feature", feature]
        # SwiftData came with the systems of the next year.
        version = None
        if back_end == "swiftdata" or "swiftdata" in corpora.BACK_ENDS[back_end][2].values():
            version = self.version(self.packages[ROOT / "Tests/Integration/Device"], system)
        options += ["-I", str(system.scratch / "packages" / self.packages[ROOT].key)]
        errors = system.check("App", files, options, version)
        self.report.add(f"generated: {back_end}", system.title, errors)

    def compare_branches(self, rewrite):
        """Compares the tables of the page with the branches of all files that are compiled, or writes one of them."""
        compiled = {name: {} for name in SYSTEMS}
        for name in SYSTEMS:
            for target in self.targets(name):
                if target.dependencies(self.packages)[1]:
                    continue
                options = target.options()
                defines = {options[at + 1] for at, option in enumerate(options) if option == "-D"}
                compiled[name].update({file.resolve(): defines for file in self.files_to_check(target, name)})
        for package in self.packages.values():
            compiled["macos"][package.folder / "Package.swift"] = set()
        errors = branches.compare(compiled, {name: importable(name) for name in SYSTEMS}, rewrite)
        version = self.packages[ROOT].version("macos").removesuffix(".0")
        self.report.add("branches", f"macOS {version}", errors)
