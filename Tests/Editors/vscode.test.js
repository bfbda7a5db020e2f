// The extension for Visual Studio Code with a stub of its API and the real server.
'use strict';
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

const ROOT = path.join(__dirname, '..', '..');
const EXTENSION = path.join(ROOT, 'Grammar', 'vscode');
const CDQ = process.env.CDQ || path.join(ROOT, '.build', 'debug', 'cdq');

// A stub of the part of the API that the extension uses.
const providers = {};
const commands = {};
const findings = new Map();
const listeners = {};
const shown = [];
const answers = [];

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
const holder = (...names) => class { constructor(...values) { names.forEach((name, index) => { this[name] = values[index]; }); } };
class EventEmitter { constructor() { this.event = () => ({ dispose() {} }); } fire() {} }
class WorkspaceEdit { constructor() { this.files = new Map(); } set(uri, edits) { this.files.set(uri.toString(), edits); } }
class Kind { constructor(value) { this.value = value; } append(part) { return new Kind(this.value ? `${this.value}.${part}` : part); } }
Kind.Empty = new Kind('');
const event = name => listener => { listeners[name] = listener; return { dispose() {} }; };
const uri = text => ({ toString: () => text });

const stub = {
  Position, Range, EventEmitter, WorkspaceEdit, CodeActionKind: Kind,
  Location: holder('uri', 'range'), TextEdit: holder('range', 'newText'), MarkdownString: holder('value'),
  Diagnostic: holder('range', 'message', 'severity'), DiagnosticRelatedInformation: holder('location', 'message'),
  CompletionItem: holder('label', 'kind'), SnippetString: holder('value'), Hover: holder('contents', 'range'),
  DocumentSymbol: holder('name', 'detail', 'kind', 'range', 'selectionRange'), DocumentHighlight: holder('range', 'kind'),
  SymbolInformation: holder('name', 'kind', 'containerName', 'location'), CodeAction: holder('title', 'kind'),
  FoldingRange: holder('start', 'end', 'kind'), SelectionRange: holder('range', 'parent'), SignatureHelp: holder(),
  SignatureInformation: holder('label', 'documentation'), ParameterInformation: holder('label'),
  InlayHint: holder('position', 'label', 'kind'), CodeLens: holder('range', 'command'),
  SemanticTokens: holder('data', 'resultId'), SemanticTokensEdits: holder('edits', 'resultId'),
  SemanticTokensEdit: holder('start', 'deleteCount', 'data'), SemanticTokensLegend: holder('types', 'modifiers'),
  Uri: { parse: uri }, ViewColumn: { Beside: -2 },
  languages: new Proxy({}, {
    get: (_, name) => name === 'createDiagnosticCollection'
      ? () => ({ set: (file, list) => findings.set(file.toString(), list), dispose() {} })
      : (...values) => { providers[name] = values.find(value => typeof value === 'object' && !value.language); return { dispose() {} }; },
  }),
  commands: { registerCommand: (name, run) => { commands[name] = run; return { dispose() {} }; } },
  window: {
    showErrorMessage: message => shown.push(message), showInputBox: async () => answers.shift(),
    showTextDocument: async document => shown.push(document.content),
  },
  workspace: {
    textDocuments: [], workspaceFolders: [],
    getConfiguration: () => ({ get: name => (name === 'path' ? CDQ : '') }),
    createFileSystemWatcher: () => ({ onDidCreate: event('create'), onDidChange: event('diskChange'), onDidDelete: event('delete'), dispose() {} }),
    onDidOpenTextDocument: event('open'), onDidChangeTextDocument: event('change'), onDidCloseTextDocument: event('close'),
    onDidSaveTextDocument: event('save'), openTextDocument: async options => options,
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? stub : load(name, ...rest));

const until = async (condition, what) => {
  for (let tries = 0; tries < 400; tries++) {
    if (condition()) return;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  assert.fail(`waited for ${what}`);
};

test('the extension gives the features of the server to the editor', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cdq-vscode-'));
  fs.cpSync(path.join(__dirname, 'neovim', 'project'), folder, { recursive: true });
  const file = path.join(folder, 'Queries.cdq');
  const text = fs.readFileSync(file, 'utf8');
  stub.workspace.workspaceFolders = [{ uri: uri(`file://${folder}`), name: 'world' }];
  const document = { uri: uri(`file://${file}`), languageId: 'cdq', version: 1, getText: () => text };
  stub.workspace.textDocuments = [document];
  const extension = require(path.join(EXTENSION, 'extension.js'));
  const context = { subscriptions: [] };
  await extension.activate(context);

  await until(() => findings.get(document.uri.toString())?.length === 1, 'the squiggle');
  const finding = findings.get(document.uri.toString())[0];
  assert.equal(finding.code, 'unknown-property');
  assert.deepEqual(finding.range, new Range(new Position(2, 31), new Position(2, 40)));

  const actions = await providers.registerCodeActionsProvider.provideCodeActions(document, finding.range, {});
  assert.match(actions[0].title, /population/);
  assert.equal(actions[0].kind.value, 'quickfix');
  listeners.change({ document: { ...document, version: 2 }, contentChanges: [{ range: finding.range, text: 'population' }] });
  await until(() => findings.get(document.uri.toString()).length === 0, 'the end of the squiggle');

  const name = new Position(0, 33);
  const hover = await providers.registerHoverProvider.provideHover(document, name);
  assert.match(hover.contents.value, /City\.name: String/);
  const items = await providers.registerCompletionItemProvider.provideCompletionItems(document, new Position(2, 31));
  assert.ok(items.some(item => item.label === 'population' && item.kind === 9));
  const [definition] = await providers.registerDefinitionProvider.provideDefinition(document, name);
  assert.match(definition.uri.toString(), /World\.cdq$/);
  assert.ok((await providers.registerReferenceProvider.provideReferences(document, name, { includeDeclaration: true })).length >= 2);
  const prepared = await providers.registerRenameProvider.prepareRename(document, name);
  assert.equal(prepared.placeholder, 'name');
  const renamed = await providers.registerRenameProvider.provideRenameEdits(document, name, 'label');
  assert.equal(renamed.files.size, 2);
  await assert.rejects(providers.registerRenameProvider.provideRenameEdits(document, name, 'population'), /already/);
  const symbols = await providers.registerDocumentSymbolProvider.provideDocumentSymbols(document);
  assert.deepEqual(symbols.map(symbol => symbol.name), ['citiesNamed', 'countries', 'largeCities']);
  const whole = new Range(new Position(0, 0), new Position(3, 0));
  const hints = await providers.registerInlayHintsProvider.provideInlayHints(document, whole);
  assert.deepEqual(hints.map(hint => hint.label), [': String', ': Int64']);
  const tokens = await providers.registerDocumentSemanticTokensProvider.provideDocumentSemanticTokens(document);
  assert.ok(tokens.data.length > 0);
  const delta = await providers.registerDocumentSemanticTokensProvider.provideDocumentSemanticTokensEdits(document, tokens.resultId);
  assert.deepEqual(delta.edits, []);
  assert.deepEqual(await providers.registerDocumentFormattingEditProvider.provideDocumentFormattingEdits(document, {}), []);
  const selections = await providers.registerSelectionRangeProvider.provideSelectionRanges(document, [name]);
  assert.ok(selections[0].parent);
  assert.equal(await providers.registerSignatureHelpProvider.provideSignatureHelp(document, name), null);

  // The lens runs a query with the values that the user types.
  const lenses = await providers.registerCodeLensProvider.provideCodeLenses(document);
  const lens = lenses.find(found => found.command.arguments[1] === 'citiesNamed');
  assert.equal(lens.command.title, 'run with $name on Data');
  fs.writeFileSync(file, text.replace('popuation', 'population'));
  answers.push('os');
  await commands[lens.command.command](...lens.command.arguments);
  assert.match(shown.at(-1), /Oslo/);

  await extension.deactivate();
});

test('a missing server is reported', async () => {
  const { Client } = require(path.join(EXTENSION, 'client.js'));
  const failure = await new Promise(resolve => new Client('/nowhere/cdq', ['lsp'], { onNotification() {}, onExit: (_, error) => resolve(error) }));
  assert.match(failure.message, /ENOENT/);
});

test('the package has all files that it names', () => {
  const target = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'cdq-vsix-')), 'cdq.vsix');
  execFileSync('python3', [path.join(EXTENSION, 'pack'), target]);
  const names = execFileSync('python3', ['-c', 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))', target], { encoding: 'utf8' }).trim().split('\n');
  const manifest = JSON.parse(fs.readFileSync(path.join(EXTENSION, 'package.json'), 'utf8'));
  const contributed = manifest.contributes;
  const wanted = [
    manifest.main, contributed.languages[0].configuration, ...contributed.grammars.map(grammar => grammar.path),
    ...contributed.snippets.map(snippet => snippet.path), ...contributed.jsonValidation.map(schema => schema.url),
  ];
  for (const file of wanted) assert.ok(names.includes(path.posix.join('extension', file)), file);
  assert.ok(names.includes('[Content_Types].xml') && names.includes('extension.vsixmanifest'));
  for (const name of names.filter(name => name.endsWith('.json'))) {
    const text = execFileSync('python3', ['-c', 'import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())', target, name], { encoding: 'utf8' });
    JSON.parse(text);
  }
});
