//! A spec of the witness as text.

mod formulas;

use std::fmt::{Display, Formatter, Result};

use super::tree::{Called, Kind, Multiplicity, Order, Range, SigId, Sizes, Spec};

impl Display for Spec {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for order in self.orders.iter().filter(|order| !order.is_bare) {
            let sig = &self.sigs[order.sig].name;
            writeln!(f, "open util/ordering[{sig}] as {}", order.alias)?;
        }
        for order in self.orders.iter().filter(|order| order.is_bare) {
            f.write_str(&self.own_order(order))?;
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
        if let Some(called) = self.called {
            writeln!(f, "fact {{ {} }}", self.call(called))?;
        }
        writeln!(f, "pred goal[{}] {{ {goal} }}\nrun goal{scope}", parameters.join(", "))
    }
}

impl Spec {
    fn names(&self, sigs: &[SigId]) -> String {
        sigs.iter().map(|&id| self.sigs[id].name.as_str()).collect::<Vec<_>>().join(" + ")
    }

    /// What is run, called with each atom of its parameters' sigs.
    fn call(&self, called: Called) -> String {
        let word = if called == Called::WithAll { "all" } else { "some" };
        let bound = self
            .parameters
            .iter()
            .map(|p| format!("{word} of_{}: {} | ", p.name, self.sigs[p.sig].name));
        let arguments: Vec<String> =
            self.parameters.iter().map(|p| format!("of_{}", p.name)).collect();
        format!("{}goal[{}]", bound.collect::<String>(), arguments.join(", "))
    }

    /// An order without a module, and what is said of it with the names that a module would have.
    fn own_order(&self, order: &Order) -> String {
        let (sig, name) = (&self.sigs[order.sig].name, order.alias);
        let next = format!("Own_{name}.next_{name}");
        format!(
            "one sig Own_{name} {{ first_{name}: set {sig}, next_{name}: {sig} -> {sig} }} \
             {{ pred/totalOrder[{sig}, first_{name}, next_{name}] }}\n\
             fun {name}_first: set {sig} {{ Own_{name}.first_{name} }}\n\
             fun {name}_last: set {sig} {{ {sig} - {next}.{sig} }}\n\
             fun {name}_next: {sig} -> {sig} {{ {next} }}\n\
             fun {name}_prev: {sig} -> {sig} {{ ~({next}) }}\n\
             fun {name}_nexts[e: set {sig}]: set {sig} {{ e.^({next}) }}\n\
             fun {name}_prevs[e: set {sig}]: set {sig} {{ ^({next}).e }}\n\
             fun {name}_max[e: set {sig}]: set {sig} {{ e - ^({next}).e }}\n\
             fun {name}_min[e: set {sig}]: set {sig} {{ e - e.^({next}) }}\n\
             pred {name}_lt[a, b: set {sig}] {{ a in {name}_prevs[b] }}\n\
             pred {name}_lte[a, b: set {sig}] {{ a = b or {name}_lt[a, b] }}\n\
             pred {name}_gt[a, b: set {sig}] {{ a in {name}_nexts[b] }}\n\
             pred {name}_gte[a, b: set {sig}] {{ a = b or {name}_gt[a, b] }}\n"
        )
    }

    /// A name out of an order's module.
    fn named(&self, order: usize, name: &str) -> String {
        let Order { alias, is_bare, .. } = &self.orders[order];
        let mark = if *is_bare { '_' } else { '/' };
        format!("{alias}{mark}{name}")
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
            Kind::Subset(parents) => {
                let sign = if sig.is_all { "=" } else { "in" };
                format!(" {sign} {}", self.names(parents))
            }
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
        let integers = self.scope.no_integers.then(|| "0 Int".to_string());
        let sigs: Vec<String> = self.scope.sigs.iter().map(one).chain(integers).collect();
        let sigs = sigs.join(", ");
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
