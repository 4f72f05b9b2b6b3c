//! A spec of the witness as text.

mod formulas;

use std::fmt::{Display, Formatter, Result};

use super::tree::{Kind, Multiplicity, Range, SigId, Sizes, Spec};

impl Display for Spec {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for order in &self.orders {
            let sig = &self.sigs[order.sig].name;
            writeln!(f, "open util/ordering[{sig}] as {}", order.alias)?;
        }
        for &sig in &self.written {
            f.write_str(&self.sig(sig))?;
        }
        for fact in &self.facts {
            writeln!(f, "fact {{ {} }}", self.formula(fact))?;
        }
        let (goal, scope) = (self.formula(&self.goal), self.scope());
        let word = if self.is_check { "check" } else { "run" };
        if self.parameters.is_empty() {
            return writeln!(f, "{word} {{ {goal} }}{scope}");
        }
        let declare = |p: &super::tree::Parameter| {
            format!("{}: {} {}", p.name, word_of(p.multiplicity), self.sigs[p.sig].name)
        };
        let parameters: Vec<String> = self.parameters.iter().map(declare).collect();
        writeln!(f, "pred goal[{}] {{ {goal} }}\nrun goal{scope}", parameters.join(", "))
    }
}

impl Spec {
    fn names(&self, sigs: &[SigId]) -> String {
        sigs.iter().map(|&id| self.sigs[id].name.as_str()).collect::<Vec<_>>().join(" + ")
    }

    fn sig(&self, id: SigId) -> String {
        let sig = &self.sigs[id];
        let ending = match &sig.kind {
            Kind::Value(_) | Kind::Gone => return String::new(),
            Kind::Enum => {
                let values: Vec<SigId> = self.children(id).collect();
                let values = self.names(&values).replace(" + ", ", ");
                return format!("enum {} {{ {values} }}\n", sig.name);
            }
            Kind::Top => String::new(),
            Kind::Child(parent) => format!(" extends {}", self.sigs[*parent].name),
            Kind::Subset(parents) => format!(" in {}", self.names(parents)),
        };
        let is_abstract = if sig.is_abstract { "abstract " } else { "" };
        let word = match sig.multiplicity {
            Multiplicity::Set => String::new(),
            other => format!("{} ", word_of(other)),
        };
        let fields = self.fields.iter().filter(|field| field.sig == id);
        let fields: Vec<String> =
            fields.map(|field| format!("{}: {}", field.name, self.range(&field.range))).collect();
        format!("{is_abstract}{word}sig {}{ending} {{ {} }}\n", sig.name, fields.join(", "))
    }

    fn range(&self, range: &Range) -> String {
        match range {
            Range::Unary(multiplicity, sigs) => {
                format!("{} {}", word_of(*multiplicity), self.names(sigs))
            }
            Range::Arrow(left, at_left, at_right, right) => {
                let word = |multiplicity| match multiplicity {
                    Multiplicity::Set => "",
                    other => word_of(other),
                };
                let names = [left, right].map(|&id| &self.sigs[id].name);
                let [l, r] = [*at_left, *at_right].map(word);
                format!("{} {l} -> {r} {}", names[0], names[1])
            }
        }
    }

    fn scope(&self) -> String {
        let one = |(sig, sizes): &(SigId, Sizes)| {
            let name = &self.sigs[*sig].name;
            match sizes {
                Sizes::UpTo(n) => format!("{n} {name}"),
                Sizes::Exactly(n) => format!("exactly {n} {name}"),
                Sizes::Between(m, n) => format!("{m}..{n} {name}"),
            }
        };
        let sigs = self.scope.sigs.iter().map(one).collect::<Vec<_>>().join(", ");
        match (self.scope.default, sigs.is_empty()) {
            (None, true) => String::new(),
            (None, false) => format!(" for {sigs}"),
            (Some(n), true) => format!(" for {n}"),
            (Some(n), false) => format!(" for {n} but {sigs}"),
        }
    }
}

fn word_of(multiplicity: Multiplicity) -> &'static str {
    match multiplicity {
        Multiplicity::Set => "set",
        Multiplicity::One => "one",
        Multiplicity::Lone => "lone",
        Multiplicity::Some => "some",
    }
}
