//! The protocol: tools, resources, and what is said of them.

use std::sync::Arc;

use korrel_agent::{Answer, Page, Tool as Question, pages, tools};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ErrorCode, ErrorData, Implementation, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Resource, ResourceContents, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError, ServiceExt};
use rmcp::transport::stdio;
use serde_json::Value as Json;

use super::messages::{MOST, ShortMessages, TOO_LONG};
use super::work::{ThreadFailure, Workers};
use crate::messages::error::Error;
use crate::messages::exit::Exit;

/// The introduction that an agent is given before it asks.
const INSTRUCTIONS: &str = "Korrel reads a spec (Alloy 6) of a data structure or a system and finds every instance within a \
    scope, one of each isomorphism class, smallest first. Read the resource korrel://language before you write a spec, and \
    korrel://traps when an answer surprises you. Ask check after each change, compare count with a number that you \
    know, and look at what find and near_misses show. An answer that is cut says how to go on.";

/// Serves until the other side is gone.
///
/// # Errors
/// No runtime, or a first message that begins no session.
pub fn serve(workers: Workers) -> Result<Exit, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| Error::usage(format!("cannot start a thread: {error}")))?;
    let server = McpServer { workers, questions: tools() };
    let served = runtime.block_on(async {
        let (input, output) = stdio();
        match server.serve((ShortMessages::of(input), output)).await {
            // However it ends, there is nobody to tell.
            Ok(service) => drop(service.waiting().await),
            Err(ServerInitializeError::ExpectedInitializeRequest(_)) => return Err(no_session()),
            // A side that is gone before it has said anything has ended its session, too.
            Err(_) => {}
        }
        Ok(Exit::Success)
    });
    // Somebody may be reading standard input still.
    runtime.shutdown_background();
    served
}

fn no_session() -> Error {
    let message = "the first message on standard input does not begin a session";
    Error::Usage(Diagnostic::new(code::FILE, message).help(
        "a client of the Model Context Protocol begins with `initialize`; to try the server by hand, type \
         `npx @modelcontextprotocol/inspector korrel mcp`",
    ))
}

struct McpServer {
    workers: Workers,
    questions: Vec<Question>,
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new("korrel", env!("CARGO_PKG_VERSION")).with_title("Korrel"),
            )
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let drivers = &self.workers.asking().drivers;
        let drivers: Vec<&str> = drivers.keys().map(String::as_str).collect();
        let all = self.questions.iter().map(|question| tool(question, &drivers)).collect();
        Ok(ListToolsResult::with_all_items(all))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let known = self.questions.iter().find(|question| question.name == request.name);
        let Some(question) = known.cloned() else {
            let names: Vec<&str> = self.questions.iter().map(|question| question.name).collect();
            let why = format!("there is no such tool; there are {}", names.join(", "));
            return Err(ErrorData::invalid_params(why, None));
        };
        let asked = Json::Object(request.arguments.unwrap_or_default());
        let result = match self.workers.answer(question, asked, &context).await {
            Ok(Answer { json, text }) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
                result.structured_content = Some(json);
                result
            }
            Err(ThreadFailure::Refused(refusal)) => refused(refusal.to_string()),
            Err(ThreadFailure::Late(time)) => refused(format!(
                "{} s are over, and there is no answer; ask for less",
                time.as_secs()
            )),
            Err(ThreadFailure::Busy) => refused(
                "other questions take all the time that there is; ask again later, or for less"
                    .to_owned(),
            ),
            Err(ThreadFailure::Cancelled) => refused("the question was cancelled".to_owned()),
            Err(ThreadFailure::Failed(why)) => return Err(ErrorData::internal_error(why, None)),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(pages().iter().map(resource).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let page = pages().iter().find(|page| address(page) == request.uri);
        let page = page.ok_or_else(|| {
            let all: Vec<String> = pages().iter().map(address).collect();
            let why = format!("there is no such page; there are {}", all.join(", "));
            ErrorData::resource_not_found(why, None)
        })?;
        let contents = ResourceContents::text(page.text, request.uri).with_mime_type(MARKDOWN);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(match request.method.as_str() {
            TOO_LONG => {
                let why = format!("the message is too long: at most {MOST} bytes are read");
                ErrorData::invalid_request(why, None)
            }
            _ => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None),
        })
    }
}

const MARKDOWN: &str = "text/markdown";

fn refused(why: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}

fn tool(question: &Question, drivers: &[&str]) -> Tool {
    let mut description = question.description.to_owned();
    if question.runs_programs {
        description += &match drivers {
            [] => " No driver is allowed now; the person who starts the server allows one by `--allow NAME=COMMAND`.".to_owned(),
            names => format!(" Allowed are: {}.", names.join(", ")),
        };
    }
    let hints = ToolAnnotations::new()
        .read_only(!question.runs_programs)
        .open_world(question.runs_programs)
        .idempotent(!question.runs_programs);
    Tool::new(question.name, description, Arc::new(question.input.clone()))
        .with_title(question.title)
        .with_raw_output_schema(Arc::new(question.output.clone()))
        .with_annotations(hints)
}

fn address(page: &Page) -> String {
    format!("korrel://{}", page.name)
}

fn resource(page: &Page) -> Resource {
    Resource::new(address(page), page.name)
        .with_title(page.title)
        .with_description(page.description)
        .with_mime_type(MARKDOWN)
        .with_size(page.text.len() as u64)
}
