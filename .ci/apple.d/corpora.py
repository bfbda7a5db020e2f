"""The code that every back end generates for the corpora of the generator's tests."""
import pathlib
import re
import subprocess

from system import ROOT

CORPORA = {path.name: path for path in sorted((ROOT / "Tests/Corpus/codegen").iterdir()) if any(path.glob("*.cdq"))}
CORPORA["words"] = ROOT / "Tests/Integration/PluginTraps/Sources/Words"
# Of each back end: the modules that its code imports, the corpora that it can express, and where functions run on a user's
# own types, the back end that writes the types.
BACK_ENDS = {
    "memory": (["CDQRuntime"], ["members", "names", "shelf", "shop", "towns", "words"], {}),
    "closure": (["CDQValues", "CDQRuntime"], ["members", "names"], {"members": "memory", "names": "swiftdata"}),
    "coredata": (["CDQValues"], ["names", "shelf", "shop"], {}),
    "swiftdata": (["CDQValues"], ["names", "shelf"], {}),
    "sql": (["CDQDatabase", "CDQConnections", "CDQValues"], ["members", "names", "shelf", "shop", "towns", "words"], {}),
    "ir": (["CDQRuntime"], ["members", "names", "shelf", "shop", "towns", "words"], {}),
}


def make_copier(folder):
    """Compiles the program that rewrites what needs the runtime of Objective-C, as the generator's tests do."""
    main = pathlib.Path(folder, "main.swift")
    main.write_text(
        "import Foundation\n"
        "for path in CommandLine.arguments.dropFirst() {\n"
        "  let file = URL(fileURLWithPath: path)\n"
        "  try Data(AppleCopy.of(String(contentsOf: file, encoding: .utf8)).utf8).write(to: file)\n"
        "}\n")
    program = pathlib.Path(folder, "copier")
    source = ROOT / "Tests/CDQCodegenTests/AppleCopy.swift"
    subprocess.run(["swiftc", "-swift-version", "6", "-o", program, main, source], check=True)
    return program


def queries_removed(text, lines):
    """A text of `.cdq` without the queries that include one of the lines; with None, without any query."""
    kept, statement, starts = [], [], 1
    for number, line in enumerate([*text.splitlines(), "end"], 1):
        if line[:1] not in ("", " ", "\t", "}", "]", ")") or line == "end":
            is_query = bool(re.match(r"query\b", next((l for l in statement if not l.startswith("//")), "")))
            is_hit = lines is None or any(starts <= hit < number for hit in lines)
            if not (is_query and is_hit):
                kept += statement
            statement, starts = [], number
        statement.append(line)
    return "\n".join(kept) + "\n"


def generated(cdq, corpus, back_end, folder, with_queries=True):
    """Generates a corpus into a folder, without the queries that the back end refuses, and returns the files."""
    source, output = folder / "source", folder / "output"
    source.mkdir(parents=True)
    texts = {}
    for file in sorted(CORPORA[corpus].glob("*.cdq")):
        texts[source / file.name] = file.read_text() if with_queries else queries_removed(file.read_text(), None)
    wanted = sum(len(re.findall(r"^query\b", text, re.MULTILINE)) for text in texts.values())
    command = [cdq, "generate", source, "--backend", back_end, "--module", "App", "--max-errors", "0", "-o", output]
    if back_end == "sql":
        command.append("--writes")
    for _ in range(3):
        for file, text in texts.items():
            file.write_text(text)
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if run.returncode == 0:
            left = sum(len(re.findall(r"^query\b", text, re.MULTILINE)) for text in texts.values())
            if left * 2 < wanted:
                raise SystemExit(f"{back_end} refuses most of the queries of {corpus}:\n{run.stderr}")
            return sorted(output.glob("*.swift"))
        refused = re.findall(r"^(\S+\.cdq):(\d+):\d+: error:", run.stderr, re.MULTILINE)
        for file in texts:
            lines = {int(line) for path, line in refused if pathlib.Path(path).name == file.name}
            texts[file] = queries_removed(texts[file], lines)
    raise SystemExit(f"{back_end} refuses {corpus}:\n{run.stderr}")


def make(cdq, folder):
    """Generates everything. Returns for each back end the names of modules with their files."""
    folder = pathlib.Path(folder, "corpora")
    folder.mkdir()
    copier = make_copier(folder)
    modules = {}
    for back_end, (_, corpora, types) in BACK_ENDS.items():
        for corpus in corpora:
            files = generated(cdq, corpus, back_end, folder / back_end / corpus)
            if corpus in types:
                written = generated(cdq, corpus, types[corpus], folder / back_end / f"{corpus}-types", with_queries=False)
                # The compiler reads a type with a property `hashValue` only if it sees it before its uses.
                files = [file.rename(file.with_name("Types" + file.name)) for file in written] + files
            if back_end == "coredata":
                subprocess.run([copier, *files], check=True)
            modules.setdefault(back_end, []).append((f"{corpus}_{back_end}", files))
    return modules
