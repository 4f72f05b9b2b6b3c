//! The commands that compile and run a generated file and a program around it, in each language.

use std::path::Path;

use crate::run::{folder, text_of, tool, write};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    Python,
    Java,
    TypeScript,
    Rust,
}

/// The command line of a program that is ready to be run.
pub struct Built(pub Vec<String>);

impl Tongue {
    pub fn name(self) -> &'static str {
        match self {
            Tongue::Python => "python",
            Tongue::Java => "java",
            Tongue::TypeScript => "typescript",
            Tongue::Rust => "rust",
        }
    }

    /// Compiles each generated file, given by name, with the code put around or after it; all are
    /// compiled together.
    pub fn build(self, place: &str, programs: &[(String, String, Option<&str>)]) -> Vec<Built> {
        let folder = folder(&format!("{place}-{}", self.name()));
        match self {
            Tongue::Python => python(&folder, programs),
            Tongue::Java => java(&folder, programs),
            Tongue::TypeScript => typescript(&folder, programs),
            Tongue::Rust => rust(&folder, programs),
        }
    }
}

type Programs<'a> = &'a [(String, String, Option<&'a str>)];

fn built(words: &[&str]) -> Built {
    Built(words.iter().map(|word| (*word).to_owned()).collect())
}

fn python(folder: &Path, programs: Programs<'_>) -> Vec<Built> {
    let program = |(name, code, main): &(String, String, Option<&str>)| {
        let path = folder.join(format!("{name}.py"));
        write(
            &path,
            &format!("{code}{}", main.map_or(String::new(), |main| format!("\n\n{main}"))),
        );
        built(&["python3", "-X", "utf8", text_of(&path)])
    };
    programs.iter().map(program).collect()
}

fn java(folder: &Path, programs: Programs<'_>) -> Vec<Built> {
    let program = |(name, code, main): &(String, String, Option<&str>)| {
        let own = folder.join(name);
        std::fs::create_dir_all(&own).expect("the folder can be written");
        write(&own.join("Heaps.java"), code);
        let mut files =
            vec!["-encoding", "UTF-8", "-Xlint:all", "-Werror", "-d", ".", "Heaps.java"];
        if let Some(main) = main {
            write(&own.join("Main.java"), main);
            files.push("Main.java");
        }
        tool(&own, "javac", &files);
        let main = if main.is_some() { "Main" } else { "Heaps" };
        built(&["java", "-Dfile.encoding=UTF-8", "-cp", text_of(&own), main])
    };
    programs.iter().map(program).collect()
}

/// `typescript` is taken from npm.
fn typescript(folder: &Path, programs: Programs<'_>) -> Vec<Built> {
    write(&folder.join("package.json"), "{\"type\": \"module\", \"private\": true}");
    let packages = ["typescript@5", "@types/node@20"];
    tool(
        folder,
        "npm",
        &[&["install", "--silent", "--no-audit", "--no-fund"], &packages[..]].concat(),
    );
    let mut files = Vec::new();
    for (name, code, main) in programs {
        write(&folder.join(format!("{name}.ts")), &format!("{code}{}", main.unwrap_or_default()));
        files.push(format!("{name}.ts"));
    }
    let flags = ["--strict", "--noUnusedLocals", "--noUncheckedIndexedAccess", "--skipLibCheck"];
    let target = ["--target", "es2022", "--module", "nodenext"];
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    tool(folder, "node_modules/.bin/tsc", &[&flags[..], &target, &files].concat());
    let program = |(name, ..): &(String, String, Option<&str>)| {
        built(&["node", text_of(&folder.join(format!("{name}.js")))])
    };
    programs.iter().map(program).collect()
}

/// With `serde_json` as this workspace has it already.
fn rust(folder: &Path, programs: Programs<'_>) -> Vec<Built> {
    let manifest = "[package]\nname = \"generated\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
        [dependencies]\nserde_json = { version = \"1\", features = [\"preserve_order\"] }\n";
    write(&folder.join("Cargo.toml"), manifest);
    std::fs::create_dir_all(folder.join("src/bin")).expect("the folder can be written");
    for (name, code, main) in programs {
        let path = folder.join(format!("src/bin/{name}.rs"));
        write(&path, &format!("#![deny(warnings)]\n{code}\n{}", main.unwrap_or_default()));
    }
    tool(folder, env!("CARGO"), &["build", "--quiet", "--target-dir", "target"]);
    let program = |(name, ..): &(String, String, Option<&str>)| {
        built(&[text_of(&folder.join(format!("target/debug/{name}")))])
    };
    programs.iter().map(program).collect()
}
