//! The parts of a queue, joined: whose result is believed of each, and whether all of it fits.

use std::path::{Path, PathBuf};

use korrel::queue::{JudgedPart, PartRecord, QueuePart, Trust};
use korrel_harness::{counted, verb};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use super::streams::{self, ShardStream};
use super::{joined, place, refuse_flags};
use crate::commands::work::{QueueFolder, ended, outcome};
use crate::files::fresh::FreshFile;
use crate::files::texts::Texts;
use crate::flags::MergeFlags;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

pub fn run(flags: &MergeFlags, path: &Path, report: &Reporter) -> Result<Exit, Error> {
    let folder = QueueFolder::open(path)?;
    let receipt = flags.receipt.as_deref().map(FreshFile::at).transpose()?;
    let open = folder.parts()?.0.open.len();
    let trust = folder.trust(0)?;
    for liar in &trust.liars {
        tell(format_args!(
            "worker {liar} says other things than two others of the same part: its word alone is not taken"
        ));
    }
    let mut files: Vec<(PathBuf, QueuePart, &PartRecord)> = Vec::new();
    for JudgedPart { part, said, believed, .. } in &trust.parts {
        let Some(record) = believed.map(|at| &said[at]) else { continue };
        files.push((folder.result(part.name, &record.worker), *part, record));
    }
    let not_believed = || trust.parts.iter().filter(|part| part.believed.is_none());
    let alone = not_believed().filter(|part| part.said.len() == 1).count();
    let disputed = not_believed().count() - alone;
    if open + alone + disputed > 0 {
        let what = |count: usize, is: &str, are: &str| {
            (count > 0).then(|| format!("{} {}", counted(count, "part"), verb(count, is, are)))
        };
        let open = what(open, "is not done", "are not done");
        let disputed = what(disputed, "is disputed", "are disputed");
        let alone = what(alone, "is done by a liar alone", "are done by a liar alone");
        let left: Vec<String> = open.into_iter().chain(disputed).chain(alone).collect();
        let path = shown(path);
        tell(format_args!("INCOMPLETE: {}; `korrel work {path}` goes on", left.join(", ")));
        return Ok(Exit::Incomplete);
    }
    let streams =
        files.iter().map(|(file, part, record)| check(&folder, file, (*part, record), report));
    let streams: Vec<ShardStream<'_>> =
        streams.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    let sum: BigUint =
        files.iter().filter_map(|(.., record)| record.result.count.parse::<BigUint>().ok()).sum();
    // A large number is a text there.
    let expected = match &folder.plan["expected"] {
        Json::String(text) => text.parse().ok(),
        number => number.as_u64().map(BigUint::from),
    };
    if let Some(expected) = expected.filter(|expected| *expected != sum) {
        let message = format!(
            "the parts have {sum} instances, and the count by another method is {expected}: some worker is wrong"
        );
        let help = format!(
            "`korrel work {} --as ANOTHER --audit 10%` computes some parts again, and where one differs, all parts of its worker; \
             with 100% it is found for certain",
            shown(path)
        );
        return Err(Error::File(Diagnostic::new(code::STREAM, message).help(help)));
    }
    let told = receipt_of(&folder, &trust, &sum);
    let exit = if folder.command.asks == "find" {
        refuse_flags(&flags.told)?;
        streams::join(&streams, flags, report)?
    } else {
        let files = files.iter().map(|(file, ..)| file.clone()).collect();
        let flags = MergeFlags { files, receipt: None, told: flags.told.clone(), ..*flags };
        joined(&flags, report)?
    };
    match receipt {
        // A number that is 0 and a test that fails are answers, too.
        Some(receipt) if matches!(exit, Exit::Success | Exit::Failure) => receipt.write(&told)?,
        _ => {}
    }
    Ok(exit)
}

/// Looks at a result, and hands on the stream of a list.
///
/// # Errors
/// A result of another question, or one that is not what its worker has said of it.
fn check<'f>(
    folder: &QueueFolder,
    file: &'f Path,
    (part, record): (QueuePart, &PartRecord),
    report: &Reporter,
) -> Result<Option<ShardStream<'f>>, Error> {
    let refuse = |why: String| {
        let message = format!("part {} of the worker {} {why}", part.name, record.worker);
        let help = format!(
            "remove `{}` and what it says in `done` or `again`; `korrel work` does the part again",
            shown(file)
        );
        Error::File(Diagnostic::new(code::STREAM, message).help(help))
    };
    let mut texts = Texts::open(file).map_err(|_| refuse("is gone".to_owned()))?;
    let header: Json = serde_json::from_str(&texts.next()?.unwrap_or_default()).unwrap_or_default();
    for member in ["tool", "question", "symmetry"] {
        if header[member] != folder.plan[member] {
            let (theirs, ours) = (&header[member], &folder.plan[member]);
            return Err(refuse(format!(
                "has another {member} than the plan: {theirs}, and not {ours}"
            )));
        }
    }
    let shard = format!("{}/{}", part.name.shard, folder.shards);
    if header["shard"] != shard
        || place(file, &header["from"])?.unwrap_or_default() != part.name.from
    {
        return Err(refuse("is another part by its first line".to_owned()));
    }
    // The last line of a count is its first one.
    let mut stream = None;
    let outcome = match folder.command.asks.as_str() {
        "find" => {
            let read = ShardStream::read(file, report);
            let read = read.map_err(|error| refuse(format!("is no list: {}", error.message())))?;
            ended(&stream.insert(read).end)
        }
        "test" => {
            outcome(file).map_err(|error| refuse(format!("is no report: {}", error.message())))?
        }
        _ => ended(&header),
    };
    match outcome == (part.until, record.result.clone()) {
        true => Ok(stream),
        false => Err(refuse("is not what it was when it was done".to_owned())),
    }
}

/// What was asked, who did what, and who has computed it again.
fn receipt_of(folder: &QueueFolder, trust: &Trust, sum: &BigUint) -> String {
    let parts = trust.parts.iter().filter_map(|JudgedPart { part, said, believed, .. }| {
        let own = &said[(*believed)?];
        let again = said.iter().filter(|one| one.worker != own.worker && one.result == own.result);
        Some(json!({
            "part": part.name.to_string(),
            "until": part.until.json(),
            "worker": own.worker,
            "count": own.result.count,
            "digest": own.result.digest,
            "seconds": own.seconds,
            "again": again.map(|one| &one.worker).collect::<Vec<_>>(),
        }))
    });
    let plan = &folder.plan;
    let receipt = json!({
        "kind": "receipt",
        "format": "receipt/1",
        "tool": plan["tool"],
        "spec": plan["spec"],
        "command": plan["command"],
        "question": plan["question"],
        "symmetry": plan["symmetry"],
        "shards": folder.shards,
        "count": sum.to_string(),
        "expected": plan["expected"],
        "liars": trust.liars,
        "parts": parts.collect::<Vec<_>>(),
    });
    format!("{receipt}\n")
}
