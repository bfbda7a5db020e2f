// The extension: it starts `cdq lsp` and gives each feature of the server to Visual Studio Code.
'use strict';
const vscode = require('vscode');
const { Client } = require('./client');

const SELECTOR = { language: 'cdq' };
let client;
let findings;
let legend;
const changes = new (class {
  constructor() { this.emitters = {}; }
  emitter(name) { return (this.emitters[name] ??= new vscode.EventEmitter()); }
})();

// Values of the protocol and of the editor.
const position = place => new vscode.Position(place.line, place.character);
const range = value => new vscode.Range(position(value.start), position(value.end));
const place = value => ({ line: value.line, character: value.character });
const span = value => ({ start: place(value.start), end: place(value.end) });
const about = document => ({ textDocument: { uri: document.uri.toString() } });
const at = (document, where) => ({ ...about(document), position: place(where) });
const location = value => new vscode.Location(vscode.Uri.parse(value.uri), range(value.range));
const edit = value => new vscode.TextEdit(range(value.range), value.newText);
const markdown = value => new vscode.MarkdownString(typeof value === 'string' ? value : value?.value ?? '');

function workspaceEdit(value) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(value?.changes ?? {})) {
    result.set(vscode.Uri.parse(uri), edits.map(edit));
  }
  for (const file of value?.documentChanges ?? []) result.set(vscode.Uri.parse(file.textDocument.uri), file.edits.map(edit));
  return result;
}

function finding(value) {
  const result = new vscode.Diagnostic(range(value.range), value.message, value.severity - 1);
  result.code = value.code;
  result.source = value.source;
  result.tags = value.tags;
  result.relatedInformation = (value.relatedInformation ?? []).map(
    related => new vscode.DiagnosticRelatedInformation(location(related.location), related.message));
  return result;
}

function completion(value) {
  // The editor's kinds are one less than the protocol's.
  const item = new vscode.CompletionItem(value.label, value.kind - 1);
  item.detail = value.detail;
  item.documentation = value.documentation && markdown(value.documentation);
  item.sortText = value.sortText;
  item.filterText = value.filterText;
  item.range = range(value.textEdit.range);
  const text = value.textEdit.newText;
  item.insertText = value.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  return item;
}

function symbol(value) {
  const result = new vscode.DocumentSymbol(
    value.name, value.detail ?? '', value.kind - 1, range(value.range), range(value.selectionRange));
  result.children = (value.children ?? []).map(symbol);
  return result;
}

/** Asks the server; null where it refuses, since most questions are asked while the user types. */
const ask = (method, parameters, token) => client.request(`textDocument/${method}`, parameters, token).catch(() => null);

function providers() {
  const languages = vscode.languages;
  return [
    languages.registerCompletionItemProvider(SELECTOR, {
      provideCompletionItems: async (document, where, token) =>
        ((await ask('completion', at(document, where), token))?.items ?? []).map(completion),
    }, '.', '$', '@', '#', '"'),
    languages.registerHoverProvider(SELECTOR, {
      provideHover: async (document, where, token) => {
        const found = await ask('hover', at(document, where), token);
        return found && new vscode.Hover(markdown(found.contents), range(found.range));
      },
    }),
    languages.registerDefinitionProvider(SELECTOR, {
      provideDefinition: async (document, where, token) => ((await ask('definition', at(document, where), token)) ?? []).map(location),
    }),
    languages.registerTypeDefinitionProvider(SELECTOR, {
      provideTypeDefinition: async (document, where, token) =>
        ((await ask('typeDefinition', at(document, where), token)) ?? []).map(location),
    }),
    languages.registerReferenceProvider(SELECTOR, {
      provideReferences: async (document, where, context, token) =>
        ((await ask('references', { ...at(document, where), context }, token)) ?? []).map(location),
    }),
    languages.registerDocumentHighlightProvider(SELECTOR, {
      provideDocumentHighlights: async (document, where, token) =>
        ((await ask('documentHighlight', at(document, where), token)) ?? []).map(
          found => new vscode.DocumentHighlight(range(found.range), found.kind - 1)),
    }),
    languages.registerRenameProvider(SELECTOR, {
      // The reason of a refusal is for the user.
      prepareRename: async (document, where, token) => {
        const found = await client.request('textDocument/prepareRename', at(document, where), token);
        return { range: range(found.range), placeholder: found.placeholder };
      },
      provideRenameEdits: async (document, where, newName, token) =>
        workspaceEdit(await client.request('textDocument/rename', { ...at(document, where), newName }, token)),
    }),
    languages.registerDocumentSymbolProvider(SELECTOR, {
      provideDocumentSymbols: async (document, token) => ((await ask('documentSymbol', about(document), token)) ?? []).map(symbol),
    }),
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (query, token) =>
        ((await client.request('workspace/symbol', { query }, token).catch(() => [])) ?? []).map(
          found => new vscode.SymbolInformation(found.name, found.kind - 1, found.containerName ?? '', location(found.location))),
    }),
    languages.registerCodeActionsProvider(SELECTOR, {
      provideCodeActions: async (document, where, context, token) => {
        const only = context.only ? [context.only.value] : undefined;
        const found = await ask('codeAction', { ...about(document), range: span(where), context: { diagnostics: [], only } }, token);
        return (found ?? []).map(value => {
          const action = new vscode.CodeAction(value.title, vscode.CodeActionKind.Empty.append(value.kind));
          action.edit = workspaceEdit(value.edit);
          action.isPreferred = value.isPreferred;
          action.diagnostics = (value.diagnostics ?? []).map(finding);
          return action;
        });
      },
    }),
    languages.registerDocumentFormattingEditProvider(SELECTOR, {
      provideDocumentFormattingEdits: async (document, options, token) =>
        ((await ask('formatting', { ...about(document), options }, token)) ?? []).map(edit),
    }),
    languages.registerDocumentRangeFormattingEditProvider(SELECTOR, {
      provideDocumentRangeFormattingEdits: async (document, where, options, token) =>
        ((await ask('rangeFormatting', { ...about(document), range: span(where), options }, token)) ?? []).map(edit),
    }),
    languages.registerOnTypeFormattingEditProvider(SELECTOR, {
      provideOnTypeFormattingEdits: async (document, where, ch, options, token) =>
        ((await ask('onTypeFormatting', { ...at(document, where), ch, options }, token)) ?? []).map(edit),
    }, '}', '\n'),
    languages.registerFoldingRangeProvider(SELECTOR, {
      provideFoldingRanges: async (document, context, token) =>
        ((await ask('foldingRange', about(document), token)) ?? []).map(
          found => new vscode.FoldingRange(found.startLine, found.endLine, { comment: 1, imports: 2 }[found.kind])),
    }),
    languages.registerSelectionRangeProvider(SELECTOR, {
      provideSelectionRanges: async (document, places, token) => {
        const nested = value => new vscode.SelectionRange(range(value.range), value.parent && nested(value.parent));
        return ((await ask('selectionRange', { ...about(document), positions: places.map(place) }, token)) ?? []).map(nested);
      },
    }),
    languages.registerSignatureHelpProvider(SELECTOR, {
      provideSignatureHelp: async (document, where, token) => {
        const found = await ask('signatureHelp', at(document, where), token);
        if (!found) return null;
        const help = new vscode.SignatureHelp();
        help.signatures = found.signatures.map(value => {
          const signature = new vscode.SignatureInformation(value.label, markdown(value.documentation));
          signature.parameters = value.parameters.map(parameter => new vscode.ParameterInformation(parameter.label));
          return signature;
        });
        help.activeSignature = found.activeSignature;
        help.activeParameter = found.activeParameter;
        return help;
      },
    }, '(', ','),
    languages.registerInlayHintsProvider(SELECTOR, {
      onDidChangeInlayHints: changes.emitter('inlayHint').event,
      provideInlayHints: async (document, where, token) =>
        ((await ask('inlayHint', { ...about(document), range: span(where) }, token)) ?? []).map(value => {
          const hint = new vscode.InlayHint(position(value.position), value.label, value.kind);
          hint.paddingRight = value.paddingRight;
          return hint;
        }),
    }),
    languages.registerCodeLensProvider(SELECTOR, {
      onDidChangeCodeLenses: changes.emitter('codeLens').event,
      provideCodeLenses: async (document, token) =>
        ((await ask('codeLens', about(document), token)) ?? []).map(value =>
          new vscode.CodeLens(range(value.range), {
            title: value.command.title, command: 'cdq.runQuery', arguments: value.command.arguments,
          })),
    }),
    languages.registerDocumentSemanticTokensProvider(SELECTOR, {
      onDidChangeSemanticTokens: changes.emitter('semanticTokens').event,
      provideDocumentSemanticTokens: async (document, token) => {
        const found = await ask('semanticTokens/full', about(document), token);
        return found && new vscode.SemanticTokens(new Uint32Array(found.data), found.resultId);
      },
      provideDocumentSemanticTokensEdits: async (document, previousResultId, token) => {
        const found = await ask('semanticTokens/full/delta', { ...about(document), previousResultId }, token);
        if (!found) return null;
        if (found.data) return new vscode.SemanticTokens(new Uint32Array(found.data), found.resultId);
        return new vscode.SemanticTokensEdits(
          found.edits.map(value => new vscode.SemanticTokensEdit(value.start, value.deleteCount, new Uint32Array(value.data))),
          found.resultId);
      },
    }, legend),
  ];
}

function synchronize() {
  const workspace = vscode.workspace;
  const opened = document => {
    if (document.languageId !== 'cdq') return;
    client.notify('textDocument/didOpen', {
      textDocument: {
        uri: document.uri.toString(), languageId: 'cdq', version: document.version, text: document.getText(),
      },
    });
  };
  workspace.textDocuments.forEach(opened);
  const watcher = workspace.createFileSystemWatcher('**/{*.cdq,cdq.json,Package.swift,contents,.xccurrentversion}');
  const changed = type => uri =>
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri.toString(), type }] });
  return [
    workspace.onDidOpenTextDocument(opened),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.languageId !== 'cdq' || contentChanges.length === 0) return;
      client.notify('textDocument/didChange', {
        textDocument: { uri: document.uri.toString(), version: document.version },
        contentChanges: contentChanges.map(change => ({ range: span(change.range), text: change.text })),
      });
    }),
    workspace.onDidCloseTextDocument(document => {
      if (document.languageId === 'cdq') client.notify('textDocument/didClose', about(document));
    }),
    workspace.onDidSaveTextDocument(document => {
      if (document.languageId === 'cdq') client.notify('textDocument/didSave', about(document));
    }),
    watcher, watcher.onDidCreate(changed(1)), watcher.onDidChange(changed(2)), watcher.onDidDelete(changed(3)),
  ];
}

/** Runs a query, after asking for the values of its parameters, and shows the result beside the text. */
async function runQuery(uri, query, parameters = []) {
  const values = [];
  for (const parameter of parameters) {
    const value = await vscode.window.showInputBox({
      prompt: `$${parameter.name}: ${parameter.type}`,
      placeHolder: parameter.isOptional ? 'empty to leave its conditions out' : '',
    });
    if (value === undefined) return;
    values.push(value === '' && parameter.isOptional ? parameter : { ...parameter, value });
  }
  try {
    const result = await client.request('workspace/executeCommand', { command: 'cdq.run', arguments: [uri, query, values] });
    const document = await vscode.workspace.openTextDocument({ content: result.text, language: 'plaintext' });
    await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  } catch (error) {
    vscode.window.showErrorMessage(error.message);
  }
}

async function start(context) {
  const settings = vscode.workspace.getConfiguration('cdq');
  const command = settings.get('path') || 'cdq';
  client = new Client(command, ['lsp'], {
    onNotification(method, params) {
      if (method === 'textDocument/publishDiagnostics') {
        findings.set(vscode.Uri.parse(params.uri), params.diagnostics.map(finding));
      }
    },
    onRequest(method) {
      const name = /^workspace\/(\w+)\/refresh$/.exec(method)?.[1];
      if (name) changes.emitter(name).fire();
      return null;
    },
    onExit(code, error) {
      if (code !== 0) vscode.window.showErrorMessage(`'${command} lsp' does not run: ${error.message}`);
    },
  });
  const folders = vscode.workspace.workspaceFolders ?? [];
  const refresh = { refreshSupport: true };
  const result = await client.request('initialize', {
    processId: process.pid, clientInfo: { name: 'Visual Studio Code' },
    rootUri: folders[0]?.uri.toString() ?? null,
    workspaceFolders: folders.map(folder => ({ uri: folder.uri.toString(), name: folder.name })),
    initializationOptions: { data: settings.get('data') || '' },
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      workspace: {
        // The extension watches files itself.
        didChangeWatchedFiles: { dynamicRegistration: true }, semanticTokens: refresh, inlayHint: refresh, codeLens: refresh,
        workspaceEdit: { documentChanges: true },
      },
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
        hover: { contentFormat: ['markdown'] }, documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        publishDiagnostics: { relatedInformation: true },
      },
    },
  });
  client.notify('initialized', {});
  const tokens = result.capabilities.semanticTokensProvider.legend;
  legend = new vscode.SemanticTokensLegend(tokens.tokenTypes, tokens.tokenModifiers);
  context.subscriptions.push(...synchronize(), ...providers());
}

async function activate(context) {
  findings = vscode.languages.createDiagnosticCollection('cdq');
  context.subscriptions.push(findings, vscode.commands.registerCommand('cdq.runQuery', runQuery));
  let running = { subscriptions: [] };
  context.subscriptions.push(
    vscode.commands.registerCommand('cdq.restart', async () => {
      await client.stop();
      running.subscriptions.forEach(item => item.dispose());
      running = { subscriptions: [] };
      await start(running);
    }),
    { dispose: () => running.subscriptions.forEach(item => item.dispose()) });
  try {
    await start(running);
  } catch {
    // `onExit` has told the user why.
  }
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
