//! A machine to begin with: a class with a method for each action of a spec of traces, for the packages' drivers.
//!
//! Unlike the classes of heaps it stands on a package of Korrel's, which sends and reads all values. The user puts in
//! the program under test. Until then each call is skipped, so that a run says what is missing.

use korrel_heapgraph::{Action, Header, Member, Shape};
use serde_json::Value as Json;

use crate::identifiers::Words;
use crate::syntax::Syntax;
use crate::{GenerateError, Language};

/// A driver for `korrel test --traces`.
///
/// # Errors
/// There is no action, or one has a name that no method of the language can have.
pub fn machine(
    language: Language,
    syntax: &dyn Syntax,
    name: &str,
    header: &Header,
) -> Result<String, GenerateError> {
    if header.actions.is_empty() {
        let message = "no step has a name: there is nothing to call".to_owned();
        let help = "an action is a predicate that primes something and is called under `always`";
        return Err(GenerateError { message, help: Some(help.to_owned()) });
    }
    let words = syntax.words();
    for action in &header.actions {
        let is_text = matches!(language, Language::Rust | Language::TypeScript);
        if !is_text && words.functions().take(&action.name) != action.name {
            let message = format!("no method can be called `{}`", action.name);
            let help = "methods have the names of actions: rename that of the spec".to_owned();
            return Err(GenerateError { message, help: Some(help) });
        }
    }
    let of = MachineCode { name, header, words };
    Ok(match language {
        Language::Python => of.python(),
        Language::Java => of.java(),
        Language::TypeScript => of.typescript(),
        Language::Rust => of.rust(),
    })
}

struct MachineCode<'h> {
    /// Of the Java class.
    name: &'h str,
    header: &'h Header,
    words: Words,
}

/// What a program tells of its state, in the order of the header.
enum ToldState<'h> {
    /// A root, and its fields that change.
    Root(&'h str, Vec<&'h Member>),
    /// A relation, or the atoms of a sig.
    All(&'h str, Shape),
}

const FILL: &str = "is not connected yet";

impl MachineCode<'_> {
    fn told(&self) -> Vec<ToldState<'_>> {
        let header = self.header;
        let mut told = Vec::new();
        for root in &header.roots {
            let (Shape::One(column) | Shape::Lone(column)) = &root.shape else { continue };
            let Some(ty) = column.sorts().find_map(|sort| header.type_of(sort)) else { continue };
            let changes = |field: &&Member| header.is_variable_field(&ty.name, &field.name);
            let fields: Vec<&Member> = header.fields(&ty.name).filter(changes).collect();
            if !fields.is_empty() {
                told.push(ToldState::Root(&root.name, fields));
            }
        }
        let is_told = |sig: &str| header.is_variable(sig);
        let of = |sig: &str| Shape::parse(&format!("set {sig}")).expect("a set of a sig");
        let types = header.types.iter().filter(|ty| is_told(&ty.name) && ty.parent.is_none());
        told.extend(types.map(|ty| ToldState::All(&ty.name, of(&ty.name))));
        let sets = header.sets.iter().filter(|set| is_told(&set.name));
        told.extend(sets.map(|set| ToldState::All(&set.name, Shape::Set(set.of.clone()))));
        let relations = header.relations.iter().filter(|relation| is_told(&relation.name));
        told.extend(relations.map(|of| ToldState::All(&of.name, of.shape.clone())));
        told
    }

    /// What a run of it looks like, and what a program begins with.
    fn head(&self, comment: &str) -> String {
        let Header { spec, command, roots, .. } = self.header;
        let roots: Vec<String> =
            roots.iter().map(|root| format!("{} ({})", root.name, root.shape)).collect();
        let begins = match roots.is_empty() {
            true => String::new(),
            false => format!("{comment} A behaviour begins with {}.\n", roots.join(", ")),
        };
        format!("{comment} The behaviours of {spec}: {command}\n{begins}")
    }

    fn parameters<'a>(&self, action: &'a Action) -> impl Iterator<Item = &'a Member> {
        action.parameters.iter().filter(|parameter| parameter.name != "result")
    }

    /// `j Job → Job`: what a method takes and returns.
    fn signature(&self, action: &Action) -> String {
        let taken: Vec<String> =
            self.parameters(action).map(|of| format!("{} {}", of.name, of.shape)).collect();
        let result = action.parameters.iter().find(|parameter| parameter.name == "result");
        let result = result.map_or_else(|| "nothing".to_owned(), |result| result.shape.to_string());
        format!(
            "{} → {result}",
            if taken.is_empty() { "nothing".to_owned() } else { taken.join(", ") }
        )
    }

    /// The identifiers of an action's parameters.
    fn arguments<'a>(&self, action: &'a Action) -> Vec<(&'a Member, String)> {
        let mut taken = self.words.fields();
        self.parameters(action).map(|of| (of, taken.take(&of.name))).collect()
    }

    /// What is told of a state as an object of literals, a line for each part, with its shape in a comment.
    fn state(
        &self,
        indent: &str,
        step: &str,
        comment: &str,
        value: impl Fn(&Member) -> String,
    ) -> String {
        let line = |told: ToldState<'_>| match told {
            ToldState::Root(root, fields) => {
                let fields = fields.into_iter().map(|of| {
                    let (name, value) = (quoted(&of.name), value(of));
                    format!("{indent}{step}{name}: {value},{comment} {}\n", of.shape)
                });
                let fields: String = fields.collect();
                format!("{indent}{}: {{\n{fields}{indent}}},\n", quoted(root))
            }
            ToldState::All(name, shape) => {
                format!("{indent}{}: [],{comment} {shape}\n", quoted(name))
            }
        };
        self.told().into_iter().map(line).collect()
    }

    fn python(&self) -> String {
        let mut text = self.head("#");
        text += "import copy\n\nfrom pykorrel import driver\n\n\nclass Machine:\n";
        for action in &self.header.actions {
            let arguments = self.arguments(action);
            let is_plain = arguments.iter().all(|(of, ident)| of.name == *ident);
            let names: String = match is_plain {
                true => arguments.iter().map(|(_, ident)| format!(", {ident}")).collect(),
                false => ", **arguments".to_owned(),
            };
            let name = &action.name;
            text += &format!("    def {name}(self{names}):  # {}\n", self.signature(action));
            text +=
                &format!("        raise driver.Skip({})\n\n", quoted(&format!("{name} {FILL}")));
        }
        text += "\ndef state(machine):\n    return {\n";
        text += &self.state("        ", "    ", "  #", |of| plain(of, "None"));
        text += "    }\n\n\n# Without `snapshots` each behaviour is called from its beginning; with it the program keeps nothing elsewhere.\n";
        text + "driver.machine(Machine, state=state, snapshots=copy.deepcopy)\ndriver.serve()\n"
    }

    fn typescript(&self) -> String {
        let mut text = self.head("//");
        text += "import * as korrel from 'korrel/driver'\n\nclass Machine {\n";
        for action in &self.header.actions {
            let arguments: Vec<String> = self
                .arguments(action)
                .into_iter()
                .map(|(of, ident)| match of.name == ident {
                    true => ident,
                    false => format!("{}: {ident}", quoted(&of.name)),
                })
                .collect();
            let taken = match arguments.is_empty() {
                true => String::new(),
                false => format!("{{ {} }}: Record<string, any>", arguments.join(", ")),
            };
            let name = match self.words.fields().take(&action.name) == action.name {
                true => action.name.clone(),
                false => quoted(&action.name),
            };
            text += &format!("  // {}\n  {name}({taken}): unknown {{\n", self.signature(action));
            let skip = quoted(&format!("{} {FILL}", action.name));
            text += &format!("    throw new korrel.Skip({skip})\n  }}\n\n");
        }
        text += "  state() {\n    return {\n";
        text += &self.state("      ", "  ", " //", |of| match of.shape {
            Shape::Map(..) => "new Map()".to_owned(),
            _ => plain(of, "null"),
        });
        text += "    }\n  }\n}\n\n// With `snapshots`, a function that copies a machine, calls are saved.\n";
        text + "korrel.machine(Machine, { state: (machine) => machine.state() })\nkorrel.serve()\n"
    }

    fn java(&self) -> String {
        let name = self.name;
        let mut text = self.head("//");
        text += "import java.util.List;\nimport java.util.Map;\nimport java.util.Optional;\nimport korrel.KorrelDriver;\n\n";
        text += &format!("public final class {name} {{\n");
        for action in &self.header.actions {
            let arguments = self.arguments(action).into_iter().map(|(of, ident)| {
                let (name, ty) = (quoted(&of.name), java_type(&of.shape));
                format!("@KorrelDriver.Name({name}) {ty} {ident}")
            });
            let taken = arguments.collect::<Vec<_>>().join(", ");
            text += &format!("    // {}\n", self.signature(action));
            text += &format!("    Object {}({taken}) {{\n", action.name);
            let skip = quoted(&format!("{} {FILL}", action.name));
            text += &format!("        throw new KorrelDriver.Skip({skip});\n    }}\n\n");
        }
        text += "    Map<String, ?> state() {\n        return Map.ofEntries(";
        let entry = |indent: &str, name: &str, value: &str| {
            format!("\n{indent}Map.entry({}, {value})", quoted(name))
        };
        let (outer, inner) = (" ".repeat(12), " ".repeat(16));
        let told = |told: ToldState<'_>| match told {
            ToldState::Root(root, fields) => {
                let fields = fields.iter().map(|of| entry(&inner, &of.name, java_value(of)));
                let fields: Vec<String> = fields.collect();
                entry(&outer, root, &format!("Map.ofEntries({})", fields.join(",")))
            }
            ToldState::All(name, _) => entry(&outer, name, "List.of()"),
        };
        let entries: Vec<String> = self.told().into_iter().map(told).collect();
        text += &format!("{});\n    }}\n\n", entries.join(","));
        text += "    // With `.snapshots(…)`, a function that copies a machine, calls are saved.\n";
        text += "    public static void main(String[] arguments) throws Exception {\n";
        text += &format!("        KorrelDriver.machine({name}.class, {name}::state);\n");
        text + "        KorrelDriver.serve();\n    }\n}\n"
    }

    fn rust(&self) -> String {
        let mut text = self.head("//");
        text +=
            "use korrel_test::driver::{Driver, Machine, Stop};\nuse serde_json::{Value, json};\n\n";
        text += "#[derive(Clone)]\nstruct Program {}\n\nfn main() -> std::io::Result<()> {\n";
        text += "    let machine = Machine::new(|_| Ok(Program {}))\n";
        for action in &self.header.actions {
            let skip = quoted(&format!("{} {FILL}", action.name));
            let taken = if self.parameters(action).next().is_none() { "_" } else { "_args" };
            text += &format!("        // {}\n", self.signature(action));
            text += &format!(
                "        .action({}, |_program: &mut Program, {taken}| -> Result<Value, Stop> {{\n            Err(Stop::Skip({skip}.to_owned()))\n        }})\n",
                quoted(&action.name)
            );
        }
        text += "        .state(|_program| {\n            json!({\n";
        text += &self.state("                ", "    ", " //", |of| plain(of, "null"));
        text += "            })\n        })\n        // The program keeps nothing elsewhere: else leave this out.\n";
        text + "        .snapshots(Clone::clone);\n    Driver::new().machine(machine).serve()\n}\n"
    }
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// A value of a shape in most languages. `none` stands for an object.
fn plain(of: &Member, none: &str) -> String {
    match &of.shape {
        Shape::Set(_) | Shape::Sequence(_) | Shape::Relation(_) => "[]".to_owned(),
        Shape::Map(..) => "{}".to_owned(),
        Shape::One(column) if column.has("int") => "0".to_owned(),
        _ => none.to_owned(),
    }
}

fn java_type(shape: &Shape) -> &'static str {
    match shape {
        Shape::One(column) if column.sorts().eq(["int"]) => "int",
        Shape::One(column) if column.sorts().eq(["bool"]) => "boolean",
        _ => "Object",
    }
}

fn java_value(of: &Member) -> &'static str {
    match &of.shape {
        Shape::Set(_) | Shape::Sequence(_) | Shape::Relation(_) => "List.of()",
        Shape::Map(..) => "Map.of()",
        Shape::One(column) if column.has("int") => "0",
        _ => "Optional.empty()",
    }
}
