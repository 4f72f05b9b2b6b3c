//! Sigs, fields, functions, and the declarations of variables.

use crate::model::{
    Declaration, Field, FieldId, FunctionId, Multiplicity, Range, Sig, SigId, SigKind,
    SigMultiplicity, Type, Value,
};

use super::Printer;

impl<'m> Printer<'m> {
    /// Nothing for built-in sigs. An enum is printed as the sigs that it stands for: `enum` would bring
    /// an order of its own.
    pub(super) fn sig(&self, id: SigId) -> String {
        let sig = &self.model.sigs[id];
        let parent = match &sig.kind {
            SigKind::Builtin => return String::new(),
            SigKind::TopLevel => String::new(),
            SigKind::Extends(parent) => format!(" extends {}", self.names.sigs[*parent]),
            SigKind::Subset { parents, exact } => {
                format!(" {} {}", if *exact { "=" } else { "in" }, self.sigs(parents, " + "))
            }
        };
        let name = &self.names.sigs[id];
        let fields: String = sig.fields.iter().map(|&field| self.field(field)).collect();
        let body = if fields.is_empty() { "{}".into() } else { format!("{{\n{fields}}}") };
        format!("{}sig {name}{parent} {body}\n", qualifiers(sig))
    }

    fn sigs(&self, sigs: &[SigId], separator: &str) -> String {
        let names: Vec<&str> = sigs.iter().map(|&sig| self.names.sigs[sig].as_str()).collect();
        names.join(separator)
    }

    fn field(&self, id: FieldId) -> String {
        let field = &self.model.fields[id];
        let range = if field.is_defined { self.columns(field) } else { self.field_range(field) };
        let var = if field.is_variable { "var " } else { "" };
        format!("  {var}{}: {range},\n", self.names.fields[id])
    }

    fn field_range(&self, field: &'m Field) -> String {
        let within =
            Printer { model: self.model, names: self.names.clone(), this: Some(field.this) };
        within.range(&field.range)
    }

    /// The type of what a field leads to.
    fn columns(&self, field: &Field) -> String {
        let products = field.ty.products.iter().map(|product| product[1..].to_vec()).collect();
        let text = self.ty(&Type { products });
        if field.ty.arity() == 2 { format!("set ({text})") } else { text }
    }

    fn ty(&self, ty: &Type) -> String {
        let product = |sigs: &Vec<SigId>| format!("({})", self.sigs(sigs, " -> "));
        ty.products.iter().map(product).collect::<Vec<_>>().join(" + ")
    }

    pub(super) fn function(&self, id: FunctionId) -> String {
        let function = &self.model.functions[id];
        let name = &self.names.functions[id];
        let parameters = self.declarations(&function.parameters);
        match &function.body {
            Value::Formula(body) => format!("pred {name}[{parameters}] {}\n", self.block(body)),
            Value::Relation(body) => {
                let columns = vec!["univ"; body.arity].join(" -> ");
                let set = if body.arity == 1 { "set " } else { "" };
                let body = self.relation(body);
                format!("fun {name}[{parameters}]: {set}{columns} {{\n  {body}\n}}\n")
            }
            Value::Integer(body) => {
                format!("fun {name}[{parameters}]: Int {{\n  {}\n}}\n", self.integer(body))
            }
        }
    }

    pub(super) fn declarations(&self, declarations: &'m [Declaration]) -> String {
        declarations.iter().map(|d| self.declaration(d)).collect::<Vec<_>>().join(", ")
    }

    fn declaration(&self, declaration: &'m Declaration) -> String {
        let names = declaration.variables.iter().map(|&v| self.names.variables[v].as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        let disjoint = if declaration.is_disjoint { "disj " } else { "" };
        format!("{disjoint}{names}: {}", self.range(&declaration.range))
    }

    fn range(&self, range: &'m Range) -> String {
        match range {
            Range::Of { domain, .. } if domain.arity > 1 => self.relation(domain),
            Range::Of { multiplicity, domain } => {
                format!("{} {}", word(*multiplicity), self.relation(domain))
            }
            Range::Arrow { .. } => self.arrow(range),
        }
    }

    fn arrow(&self, range: &'m Range) -> String {
        match range {
            Range::Of { domain, .. } => self.relation(domain),
            Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => {
                let (left, right) = (self.arrow(left), self.arrow(right));
                let (a, b) = (word(*left_multiplicity), word(*right_multiplicity));
                format!("({left} {a} -> {b} {right})")
            }
        }
    }
}

fn word(multiplicity: Multiplicity) -> &'static str {
    match multiplicity {
        Multiplicity::Set => "set",
        Multiplicity::Some => "some",
        Multiplicity::Lone => "lone",
        Multiplicity::One => "one",
    }
}

fn qualifiers(sig: &Sig) -> String {
    let multiplicity = match sig.multiplicity {
        SigMultiplicity::One => "one ",
        SigMultiplicity::Lone => "lone ",
        SigMultiplicity::Some => "some ",
        SigMultiplicity::Any => "",
    };
    let var = if sig.is_variable { "var " } else { "" };
    format!("{var}{}{multiplicity}", if sig.is_abstract { "abstract " } else { "" })
}
