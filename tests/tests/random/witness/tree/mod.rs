//! The witness's own syntax tree of a spec.

mod formula;

pub use formula::{
    Before, Binary, Comparison, Connective, Count, Expr, Formula, OrderCall, Ordered, Quantified,
    SizeSign, Unary, Values,
};

/// A place in [`Spec::sigs`].
pub type SigId = usize;

#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Parents stand before their children and subsets.
    pub sigs: Vec<Sig>,
    pub fields: Vec<Field>,
    pub orders: Vec<Order>,
    pub facts: Vec<Formula>,
    pub parameters: Vec<Parameter>,
    pub goal: Formula,
    /// A fact calls what is run, with all atoms or with some.
    pub called: Option<Called>,
    pub is_check: bool,
    pub scope: Scope,
    /// In which order the sigs are written.
    pub written: Vec<SigId>,
}

#[derive(Clone, Debug)]
pub struct Sig {
    pub name: String,
    pub kind: Kind,
    pub is_abstract: bool,
    pub multiplicity: Multiplicity,
    /// A subset sig that is all of what it lies in, by `=`.
    pub is_all: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Top,
    Child(SigId),
    Subset(Vec<SigId>),
    Enum,
    Value(SigId),
    /// Taken away while a smaller spec is looked for.
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiplicity {
    Set,
    One,
    Lone,
    Some,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: &'static str,
    pub sig: SigId,
    pub range: Range,
}

#[derive(Clone, Debug)]
pub enum Range {
    Unary(Multiplicity, Vec<SigId>),
    Arrow(SigId, Multiplicity, Multiplicity, SigId),
}

/// `open util/ordering[sig] as alias`.
#[derive(Clone, Debug)]
pub struct Order {
    pub alias: &'static str,
    pub sig: SigId,
    /// `pred/totalOrder` in a sig of the spec's own, which does not make a scope exact.
    pub is_bare: bool,
}

impl Order {
    /// The name of its steps: it decides which of two orders is looked at first.
    pub fn name(&self) -> String {
        match self.is_bare {
            true => format!("this/Own_{0}.next_{0}", self.alias),
            false => format!("{}/Ord.Next", self.alias),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub multiplicity: Multiplicity,
    pub sig: SigId,
}

/// The quantifier of each argument of a call: `all c: A | some d: B | goal[c, d]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    WithAll,
    WithSome,
}

#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub default: Option<usize>,
    pub sigs: Vec<(SigId, Sizes)>,
    /// `0 Int`.
    pub no_integers: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Sizes {
    UpTo(usize),
    Exactly(usize),
    Between(usize, usize),
}

impl Sizes {
    pub fn most(self) -> usize {
        match self {
            Sizes::UpTo(most) | Sizes::Exactly(most) | Sizes::Between(_, most) => most,
        }
    }
}

impl Spec {
    /// The same with nothing said but the goal, or, if that is all, with nothing said.
    pub fn relaxed(&self) -> Spec {
        let goal = if self.facts.is_empty() { Formula::True } else { self.goal.clone() };
        let is_check = self.is_check && !self.facts.is_empty();
        Spec { facts: Vec::new(), goal, is_check, ..self.clone() }
    }

    /// True if some quantifier is over sets or pairs.
    pub fn has_sets(&self) -> bool {
        let said = format!("{:?}{:?}", self.facts, self.goal);
        ["values: Sets", "values: Pairs", "values: Arrows"].iter().any(|of| said.contains(of))
    }

    pub fn children(&self, parent: SigId) -> impl Iterator<Item = SigId> {
        let is_child = move |id: &SigId| match self.sigs[*id].kind {
            Kind::Child(of) | Kind::Value(of) => of == parent,
            _ => false,
        };
        (0..self.sigs.len()).filter(is_child)
    }

    pub fn parent(&self, sig: SigId) -> Option<SigId> {
        match self.sigs[sig].kind {
            Kind::Child(parent) | Kind::Value(parent) => Some(parent),
            _ => None,
        }
    }

    /// The sig and all that it extends.
    pub fn ancestors(&self, sig: SigId) -> impl Iterator<Item = SigId> {
        std::iter::successors(Some(sig), |&id| self.parent(id))
    }

    pub fn top(&self, sig: SigId) -> SigId {
        self.ancestors(sig).last().expect("a sig is its own ancestor")
    }

    /// The top-level sigs whose atoms it may have.
    pub fn tops_of(&self, sig: SigId) -> Vec<SigId> {
        let mut tops = match &self.sigs[sig].kind {
            Kind::Subset(parents) => parents.iter().flat_map(|&of| self.tops_of(of)).collect(),
            _ => vec![self.top(sig)],
        };
        tops.sort_unstable();
        tops.dedup();
        tops
    }

    pub fn is_subset(&self, sig: SigId) -> bool {
        matches!(self.sigs[sig].kind, Kind::Subset(_))
    }

    pub fn is_abstract(&self, sig: SigId) -> bool {
        self.sigs[sig].is_abstract || self.sigs[sig].kind == Kind::Enum
    }

    /// The sig that is a relation of its own and the same as this one; `None` for a union: children and
    /// the rest, two or more children, two or more sigs after `=`, or what is only a union.
    pub fn relation_of(&self, sig: SigId) -> Option<SigId> {
        let children: Vec<SigId> = self.children(sig).collect();
        match (&self.sigs[sig].kind, &children[..]) {
            (Kind::Subset(parents), _) if self.sigs[sig].is_all => match parents[..] {
                [parent] => self.relation_of(parent),
                _ => None,
            },
            (_, []) => Some(sig),
            (_, &[child]) if self.is_abstract(sig) => self.relation_of(child),
            _ => None,
        }
    }

    /// True if the command gives a range to a sig of a hierarchy that this one lies in.
    pub fn lies_beside_range(&self, sig: SigId) -> bool {
        if let Kind::Subset(parents) = &self.sigs[sig].kind {
            return parents.iter().any(|&parent| self.lies_beside_range(parent));
        }
        let is_range = |(other, sizes): &(SigId, Sizes)| {
            let is_open = matches!(sizes, Sizes::Between(least, most) if least < most);
            is_open && !self.is_subset(*other) && self.top(*other) == self.top(sig)
        };
        self.scope.sigs.iter().any(is_range)
    }

    /// The sigs that own atoms: all but subset sigs.
    pub fn primary(&self) -> impl Iterator<Item = SigId> {
        let is_gone = |id: SigId| self.sigs[id].kind == Kind::Gone;
        (0..self.sigs.len()).filter(move |&id| !self.is_subset(id) && !is_gone(id))
    }

    pub fn tops(&self) -> impl Iterator<Item = SigId> {
        self.primary().filter(|&id| self.parent(id).is_none())
    }

    pub fn is_enum(&self, sig: SigId) -> bool {
        matches!(self.sigs[sig].kind, Kind::Enum | Kind::Value(_))
    }

    /// The ordered sigs, each once: two orders of one sig are one order.
    pub fn ordered(&self) -> Vec<SigId> {
        let mut sigs: Vec<SigId> = self.orders.iter().map(|order| order.sig).collect();
        sigs.sort_unstable();
        sigs.dedup();
        sigs
    }
}
