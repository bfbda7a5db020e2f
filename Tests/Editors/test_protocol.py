"""A session of `cdq lsp` with pytest-lsp, an independent client: it validates every message by the protocol's types."""

import os
import pathlib
import shutil

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

import texts

PROJECT = pathlib.Path(__file__).parent / "neovim" / "project"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("project") / "world"
    shutil.copytree(PROJECT, folder)
    return folder


@pytest_lsp.fixture(
    params=["neovim", "visual_studio_code", "emacs"], config=ClientServerConfig(server_command=[texts.CDQ, "lsp"]))
async def client(request, lsp_client: LanguageClient, project):
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(_):
        return None

    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param), root_uri=project.as_uri(),
            workspace_folders=[types.WorkspaceFolder(uri=project.as_uri(), name="world")]))
    yield lsp_client
    await lsp_client.shutdown_session()


def open_document(client, project, name, text):
    uri = (project / name).as_uri()
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(uri=uri, language_id="cdq", version=1, text=text)))
    return uri


@pytest.mark.asyncio
async def test_session(client: LanguageClient, project):
    text = "query namedCities = City where name BEGINSWITH[c] $name\nquery big = City where popuation > 5\n"
    uri = open_document(client, project, "Session.cdq", text)
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    while uri not in client.diagnostics:
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    codes = [finding.code for finding in client.diagnostics[uri]]
    assert "unknown-property" in codes

    document = types.TextDocumentIdentifier(uri=uri)
    place = types.Position(line=0, character=33)
    whole = types.Range(start=types.Position(line=0, character=0), end=types.Position(line=2, character=0))

    hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=place))
    assert "City.name: String" in hover.contents.value
    completions = await client.text_document_completion_async(
        types.CompletionParams(text_document=document, position=types.Position(line=1, character=23)))
    assert "population" in [item.label for item in completions.items]
    found = await client.text_document_definition_async(types.DefinitionParams(text_document=document, position=place))
    assert found[0].uri.endswith("/World.cdq")
    references = await client.text_document_references_async(
        types.ReferenceParams(text_document=document, position=place, context=types.ReferenceContext(include_declaration=True)))
    assert len(references) >= 2
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document, position=place, new_name="label"))
    changed = {item.text_document.uri for item in edit.document_changes or []} | set(edit.changes or {})
    assert len(changed) >= 2
    prepared = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(text_document=document, position=place))
    assert prepared.placeholder == "name"
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(text_document=document, range=whole, context=types.CodeActionContext(diagnostics=[])))
    assert any("population" in action.title for action in actions)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
    assert [symbol.name for symbol in symbols] == ["namedCities", "big"]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=document))
    assert len(tokens.data) > 0 and len(tokens.data) % 5 == 0
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(text_document=document, range=whole))
    assert [hint.label for hint in hints] == [": String"]
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=document, options=types.FormattingOptions(tab_size=2, insert_spaces=True)))
    assert not edits
    ranges = await client.text_document_folding_range_async(types.FoldingRangeParams(text_document=document))
    assert not ranges
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(text_document=document))
    assert [lens.command.title for lens in lenses] == ["run with $name on Data"]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="Country"))
    assert any(symbol.name == "Country" for symbol in found)
    result = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command="cdq.run", arguments=[(project / "Queries.cdq").as_uri(), "countries", []]))
    assert "Norway" in (result["text"] if isinstance(result, dict) else result.text)

    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2),
            content_changes=[
                types.TextDocumentContentChangePartial(
                    range=types.Range(
                        start=types.Position(line=1, character=23), end=types.Position(line=1, character=32)),
                    text="population")
            ]))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert not client.diagnostics[uri]
    client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=document))
