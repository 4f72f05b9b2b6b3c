//! The built-in modules: texts in the language itself (`modules/`), part of the program.

macro_rules! modules {
    ($($name:literal)*) => {
        /// The text of a built-in module.
        pub fn text(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("modules/", $name, ".als"))),)*
                _ => None,
            }
        }

        /// The names of all built-in modules.
        pub fn names() -> impl Iterator<Item = &'static str> {
            [$($name),*].into_iter()
        }
    };
}

modules! {
    "util/boolean"
    "util/graph"
    "util/integer"
    "util/natural"
    "util/ordering"
    "util/relation"
    "util/seqrel"
    "util/sequence"
    "util/sequniv"
    "util/ternary"
    "util/time"
}
