//! Structs and enums of Rust modules.

use std::cell::Cell;
use std::collections::BTreeMap;

use syn::{Fields, GenericArgument, Item, PathArguments, Type};

use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, SourceType};

/// A spec of the types of Rust files. An enum whose variants hold something is an abstract sig with a sig for each.
///
/// # Errors
/// The place of the first file that cannot be parsed, and why.
pub fn rust(files: &[String]) -> Result<Sketch, (usize, String)> {
    let mut modules = Vec::new();
    for (at, text) in files.iter().enumerate() {
        modules.push(syn::parse_file(text).map_err(|why| (at, placed(&why)))?);
    }
    let mut reader = RustReader::default();
    modules.iter().for_each(|module| reader.aliases(&module.items));
    modules.iter().for_each(|module| reader.items(&module.items));
    let mut sketch = reader.sketch;
    sketch.root = sketch.most_embracing();
    Ok(sketch)
}

fn placed(why: &syn::Error) -> String {
    format!("line {}: {why}", why.span().start().line)
}

#[derive(Default)]
struct RustReader<'m> {
    sketch: Sketch,
    aliases: BTreeMap<String, &'m Type>,
    /// How often an alias was looked into.
    looked_up: Cell<usize>,
}

impl<'m> RustReader<'m> {
    fn aliases(&mut self, items: &'m [Item]) {
        for item in items {
            match item {
                Item::Type(alias) => {
                    self.aliases.insert(alias.ident.to_string(), &alias.ty);
                }
                Item::Mod(module) => {
                    self.aliases(module.content.as_ref().map_or(&[], |(_, items)| items));
                }
                _ => {}
            }
        }
    }

    fn items(&mut self, items: &'m [Item]) {
        for item in items {
            match item {
                Item::Struct(of) => self.sig(of.ident.to_string(), None, &of.fields),
                Item::Enum(of) => self.choice(of),
                Item::Mod(module) if !is_of_tests(module) => {
                    self.items(module.content.as_ref().map_or(&[], |(_, items)| items));
                }
                Item::Union(of) => self.sketch.unread.push(format!("union {}", of.ident)),
                Item::Macro(of) if of.ident.is_none() => {
                    let name = of.mac.path.segments.last().map(|last| last.ident.to_string());
                    self.sketch
                        .unread
                        .push(format!("what the macro `{}!` makes", name.unwrap_or_default()));
                }
                _ => {}
            }
        }
    }

    fn choice(&mut self, of: &'m syn::ItemEnum) {
        let name = of.ident.to_string();
        if of.variants.iter().all(|variant| variant.fields.is_empty()) {
            let values = of.variants.iter().map(|variant| variant.ident.to_string()).collect();
            self.sketch.enums.push(EnumSketch { name, values, note: String::new() });
            return;
        }
        let sig = SigSketch {
            name: name.clone(),
            is_abstract: true,
            is_choice: true,
            ..SigSketch::default()
        };
        self.sketch.sigs.push(sig);
        for variant in &of.variants {
            let of_variant = format!("{name}_{}", variant.ident);
            self.sig(of_variant, Some(name.clone()), &variant.fields);
        }
    }

    fn sig(&mut self, name: String, parent: Option<String>, fields: &'m Fields) {
        let fields = fields.iter().enumerate().filter_map(|(at, field)| {
            let name = field.ident.as_ref().map_or_else(|| format!("f{at}"), ToString::to_string);
            let (ty, note) = self.ty(&field.ty, 0)?;
            Some(FieldSketch { name: name.trim_start_matches("r#").to_owned(), ty, note })
        });
        let fields = fields.collect();
        self.sketch.sigs.push(SigSketch { name, parent, fields, ..SigSketch::default() });
    }

    /// A type as a field holds it, and the guesses about it, or `None` for a type that holds nothing. Aliases that
    /// go round in a circle are anything.
    fn ty(&self, ty: &'m Type, depth: usize) -> Option<(SourceType, String)> {
        let plain = |ty: SourceType| Some((ty, String::new()));
        if depth > MOST {
            return plain(SourceType::Any);
        }
        let of = |ty: &'m Type| self.ty(ty, depth + 1).map_or(SourceType::Any, |(ty, _)| ty);
        match ty {
            Type::Path(path) => self.path(path.path.segments.last()?, depth),
            Type::Reference(to) => self.ty(&to.elem, depth + 1),
            Type::Paren(inner) => self.ty(&inner.elem, depth + 1),
            Type::Group(inner) => self.ty(&inner.elem, depth + 1),
            Type::Ptr(to) => {
                Some((of(&to.elem).optional(), "guess: a pointer may be null".to_owned()))
            }
            Type::Slice(slice) => plain(SourceType::Sequence(Box::new(of(&slice.elem)))),
            Type::Array(array) => plain(SourceType::Sequence(Box::new(of(&array.elem)))),
            Type::Tuple(tuple) if tuple.elems.is_empty() => None,
            Type::Tuple(tuple) => {
                let items = SourceType::union(tuple.elems.iter().map(of).collect());
                let note = "guess: a tuple is a sequence".to_owned();
                Some((SourceType::Sequence(Box::new(items)), note))
            }
            _ => plain(SourceType::Any),
        }
    }

    fn path(&self, last: &'m syn::PathSegment, depth: usize) -> Option<(SourceType, String)> {
        let name = last.ident.to_string();
        if let Some(alias) = self.aliases.get(&name) {
            self.looked_up.set(self.looked_up.get() + 1);
            if self.looked_up.get() > MOST_ALIASES {
                return Some((SourceType::Any, String::new()));
            }
            return self.ty(alias, depth + 1);
        }
        let arguments: Vec<&Type> = match &last.arguments {
            PathArguments::AngleBracketed(of) => {
                let types = of.args.iter().filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                });
                types.collect()
            }
            _ => Vec::new(),
        };
        let of = |at: usize| {
            let ty = arguments.get(at).and_then(|ty| self.ty(ty, depth + 1));
            Box::new(ty.map_or(SourceType::Any, |(ty, _)| ty))
        };
        let plain = |ty: SourceType| Some((ty, String::new()));
        match name.as_str() {
            "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64"
            | "u128" | "usize" => plain(SourceType::Int),
            "bool" => plain(SourceType::Bool),
            "char" | "String" | "str" | "PathBuf" | "Path" | "OsString" => plain(SourceType::Text),
            "f32" | "f64" => plain(SourceType::Number),
            "Option" => plain(of(0).optional()),
            "Box" | "Rc" | "Arc" | "Cell" | "RefCell" | "Mutex" | "RwLock" | "Cow" | "Pin"
            | "OnceCell" | "NonNull" => self.ty(arguments.first()?, depth + 1),
            "Weak" => Some((of(0).optional(), "guess: what it names may be gone".to_owned())),
            "Vec" | "VecDeque" | "LinkedList" | "SmallVec" => plain(SourceType::Sequence(of(0))),
            "HashSet" | "BTreeSet" | "IndexSet" | "FxHashSet" => plain(SourceType::Set(of(0))),
            "HashMap" | "BTreeMap" | "IndexMap" | "FxHashMap" => {
                plain(SourceType::Map(of(0), of(1)))
            }
            "Result" => plain(SourceType::union(vec![*of(0), *of(1)])),
            "PhantomData" => None,
            _ => plain(SourceType::Named(name)),
        }
    }
}

/// Types are not nested deeper than this.
const MOST: usize = 64;

/// Aliases of aliases can stand for more than memory holds. From this many uses on they are anything.
const MOST_ALIASES: usize = 1 << 14;

fn is_of_tests(module: &syn::ItemMod) -> bool {
    module.ident == "tests"
}
