//! The command line that lists what `check` has counted.

use std::path::Path;

use crate::flags::{CheckFlags, OverflowFlag};
use crate::messages::shell::quoted;

/// `korrel find FILE INDEX`, with the flags that change what a spec means. `only_first`: one instance.
pub fn find(check: &CheckFlags, spec: &Path, index: usize, only_first: bool) -> String {
    let mut words = vec!["korrel".to_string(), "find".to_string()];
    let name = spec.display().to_string();
    // A name that looks like a flag.
    let is_flag = name.starts_with('-') && name != "-";
    words.push(quoted(&if is_flag { format!("./{name}") } else { name }));
    words.push(index.to_string());
    if only_first {
        words.extend(["-n".to_string(), "1".to_string()]);
    }
    if check.overflow == OverflowFlag::Wrap {
        words.extend(["--overflow".to_string(), "wrap".to_string()]);
    }
    for folder in &check.language.folders {
        words.extend(["-I".to_string(), quoted(&folder.display().to_string())]);
    }
    if check.language.strict_alloy {
        words.push("--strict-alloy".to_string());
    }
    words.join(" ")
}
