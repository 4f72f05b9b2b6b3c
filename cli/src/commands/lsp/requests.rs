//! The requests of the protocol: each read, asked of the library, and answered.

use std::collections::BTreeMap;
use std::rc::Rc;

use korrel_editor::{Analysis, Edit, formatted};
use korrel_lang::load::OpenRequest;
use korrel_lang::source::Span;
use lsp_server::ErrorCode;
use serde_json::{Map, Value as Json, json};

use super::documents::Documents;
use super::position::TextLines;
use super::shown;

/// The answer, or the reason why there is none.
pub type Response = Result<Json, (ErrorCode, String)>;

/// What the server can do.
pub fn capabilities() -> Json {
    json!({
        "textDocumentSync": { "openClose": true, "change": 2 },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": ["."] },
        "signatureHelpProvider": { "triggerCharacters": ["[", ","] },
        "documentSymbolProvider": true,
        "documentFormattingProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "codeLensProvider": {},
        "inlayHintProvider": true,
        "foldingRangeProvider": true,
        "semanticTokensProvider": {
            "legend": { "tokenTypes": shown::TOKEN_TYPES, "tokenModifiers": ["declaration", "defaultLibrary"] },
            "full": true,
        },
        "executeCommandProvider": { "commands": [shown::SHOW] },
    })
}

pub fn answer(method: &str, params: &Json, documents: &mut Documents) -> Response {
    let ask = question(method).ok_or_else(|| {
        (ErrorCode::MethodNotFound, format!("`{method}` is no request of this server"))
    })?;
    let uri = params["textDocument"]["uri"].as_str().ok_or_else(|| {
        (ErrorCode::InvalidParams, format!("`{method}` needs `textDocument.uri`, a text"))
    })?;
    let analysis = documents.analysis(uri);
    let analysis =
        analysis.ok_or_else(|| (ErrorCode::InvalidParams, format!("`{uri}` is not open")))?;
    ask(&TextRequest::new(uri, analysis, params, documents))
}

type TextQuestion = fn(&TextRequest<'_>) -> Response;

/// What a request asks of a text, or `None` if this server knows no such request.
fn question(method: &str) -> Option<TextQuestion> {
    Some(match method {
        "textDocument/hover" => |asked| Ok(asked.hover()),
        "textDocument/definition" => |asked| Ok(asked.definition()),
        "textDocument/references" => |asked| Ok(asked.references()),
        "textDocument/documentHighlight" => |asked| Ok(asked.highlights()),
        "textDocument/prepareRename" => |asked| asked.renamable(),
        "textDocument/rename" => |asked| asked.rename(),
        "textDocument/completion" => |asked| Ok(asked.completion()),
        "textDocument/signatureHelp" => |asked| Ok(asked.signature()),
        "textDocument/documentSymbol" => |asked| Ok(asked.symbols()),
        "textDocument/formatting" => |asked| Ok(asked.layout()),
        "textDocument/codeAction" => |asked| Ok(asked.fixes()),
        "textDocument/codeLens" => |asked| Ok(asked.lenses()),
        "textDocument/inlayHint" => |asked| Ok(asked.hints()),
        "textDocument/foldingRange" => |asked| Ok(asked.folds()),
        "textDocument/semanticTokens/full" => {
            |asked| Ok(shown::tokens(&asked.analysis.semantic_tokens(), &asked.lines()))
        }
        _ => return None,
    })
}

/// A request about a text.
struct TextRequest<'a> {
    uri: &'a str,
    analysis: Rc<Analysis>,
    params: &'a Json,
    documents: &'a Documents,
    /// The cursor, if the request has one.
    offset: u32,
}

impl<'a> TextRequest<'a> {
    fn new(
        uri: &'a str,
        analysis: Rc<Analysis>,
        params: &'a Json,
        documents: &'a Documents,
    ) -> TextRequest<'a> {
        let offset = TextLines::new(analysis.text()).offset(&params["position"]) as u32;
        TextRequest { uri, analysis, params, documents, offset }
    }

    fn lines(&self) -> TextLines<'_> {
        TextLines::new(self.analysis.text())
    }

    fn locations(&self, spans: &[Span]) -> Json {
        let shown = spans.iter();
        shown.filter_map(|&span| shown::location(span, &self.analysis, self.documents)).collect()
    }

    fn hover(&self) -> Json {
        let Some(hover) = self.analysis.hover(self.offset) else { return Json::Null };
        json!({
            "contents": { "kind": "markdown", "value": hover.text },
            "range": self.lines().range(hover.span),
        })
    }

    fn definition(&self) -> Json {
        self.locations(&self.analysis.definitions(self.offset))
    }

    fn references(&self) -> Json {
        let with_declaration = self.params["context"]["includeDeclaration"] == true;
        self.locations(&self.analysis.references(self.offset, with_declaration))
    }

    fn highlights(&self) -> Json {
        let spans = self.analysis.references(self.offset, true);
        let own = spans.iter().filter(|span| self.analysis.is_main(span.file));
        own.map(|&span| json!({ "range": self.lines().range(span) })).collect()
    }

    fn renamable(&self) -> Response {
        let span = self.analysis.renamable(self.offset).map_err(refused)?;
        Ok(self.lines().range(span))
    }

    fn rename(&self) -> Response {
        let new = self.params["newName"].as_str().unwrap_or_default();
        let find = &mut |request: &OpenRequest<'_>| self.documents.find(request);
        let edits = self.analysis.rename(self.offset, new, find).map_err(refused)?;
        Ok(self.workspace_edit(&edits))
    }

    /// Edits, by text.
    fn workspace_edit(&self, edits: &[Edit]) -> Json {
        let mut changes: BTreeMap<String, Vec<Json>> = BTreeMap::new();
        for edit in edits {
            let source = self.analysis.sources().get(edit.span.file);
            let Some(uri) = self.documents.uri_of(&source.name) else { continue };
            let range = TextLines::new(&source.text).range(edit.span);
            changes.entry(uri).or_default().push(json!({ "range": range, "newText": edit.text }));
        }
        let changes: Map<String, Json> =
            changes.into_iter().map(|(uri, edits)| (uri, edits.into())).collect();
        json!({ "changes": changes })
    }

    fn completion(&self) -> Json {
        let find = &mut |request: &OpenRequest<'_>| self.documents.find(request);
        let found = self.analysis.completions(self.offset, find);
        let range = found.span.map(|span| self.lines().range(span));
        let items = found.items.iter().enumerate();
        let items: Vec<Json> =
            items.map(|(at, item)| shown::completion(at, item, range.as_ref())).collect();
        json!({ "isIncomplete": false, "items": items })
    }

    fn signature(&self) -> Json {
        let Some(found) = self.analysis.signatures(self.offset) else { return Json::Null };
        let signatures = found.signatures.iter().map(|one| {
            let parameters = one.parameters.iter().map(|parameter| json!({ "label": parameter }));
            json!({ "label": one.label, "parameters": parameters.collect::<Vec<_>>() })
        });
        json!({
            "signatures": signatures.collect::<Vec<_>>(),
            "activeSignature": 0,
            "activeParameter": found.argument,
        })
    }

    fn symbols(&self) -> Json {
        let lines = self.lines();
        self.analysis.symbols().iter().map(|item| shown::symbol(item, &lines)).collect()
    }

    /// The whole text, if the layout changes it, or nothing, if it cannot be parsed.
    fn layout(&self) -> Json {
        let text = self.analysis.text();
        match formatted(self.analysis.name(), text) {
            Ok(new) if new == text => json!([]),
            Ok(new) => json!([{ "range": self.lines().range_of(0, text.len()), "newText": new }]),
            Err(_) => Json::Null,
        }
    }

    fn fixes(&self) -> Json {
        let lines = self.lines();
        let range = &self.params["range"];
        let (start, end) =
            (lines.offset(&range["start"]) as u32, lines.offset(&range["end"]) as u32);
        let mut actions = Vec::new();
        for finding in self.analysis.findings() {
            if finding.span.end < start || end < finding.span.start {
                continue;
            }
            let find = &mut |request: &OpenRequest<'_>| self.documents.find(request);
            let diagnostic = shown::finding(&finding, &self.analysis, self.documents);
            for fix in self.analysis.fixes(&finding, find) {
                actions.push(json!({
                    "title": fix.title,
                    "kind": "quickfix",
                    "diagnostics": [diagnostic.clone()],
                    "edit": self.workspace_edit(&fix.edits),
                }));
            }
        }
        actions.into()
    }

    /// What is known by now. The thread beside this one finds the rest.
    fn lenses(&self) -> Json {
        let lines = self.lines();
        let mut shown = Vec::new();
        for lens in self.analysis.lenses() {
            let known = self.documents.outlook(self.uri, &lens.subject);
            shown.extend(shown::lens(&lens, known, self.uri, &lines));
        }
        shown.into()
    }

    fn hints(&self) -> Json {
        let lines = self.lines();
        let range = &self.params["range"];
        let (start, end) =
            (lines.offset(&range["start"]) as u32, lines.offset(&range["end"]) as u32);
        let hints = self.analysis.size_hints().into_iter();
        let shown = hints.filter(|hint| start <= hint.offset && hint.offset <= end).map(|hint| {
            json!({
                "position": lines.position(hint.offset as usize),
                "label": hint.text,
                "paddingLeft": true,
                "tooltip": "sizes that the scope leaves to be derived",
            })
        });
        shown.collect()
    }

    fn folds(&self) -> Json {
        let lines = self.lines();
        self.analysis.folds().iter().map(|fold| shown::fold(fold, &lines)).collect()
    }
}

fn refused(why: String) -> (ErrorCode, String) {
    (ErrorCode::RequestFailed, why)
}
