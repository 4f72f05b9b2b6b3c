//! Random temporal specs without mistakes, small enough that all their traces can be tried.

use super::tree::{
    BinaryOp, Command, Comparison, Connective, Declaration, Expr, Field, Formula, Function,
    Multiplicity, Named, Order, Parent, Predicate, Quantifier, Scope, Sig, SigId, Spec, TemporalOp,
    TemporalPair, UnaryOp,
};

/// The spec that belongs to a seed.
pub fn spec(seed: u64) -> Spec {
    let mut generator = Generator { state: seed, ..Generator::default() };
    generator.next();
    generator.declare();
    generator.predicates();
    let facts = (0..generator.below(3)).map(|_| generator.fact()).collect();
    let command = generator.command();
    let named = generator.named().filter(|_| !command.is_check);
    let Generator { sigs, fields, predicates, functions, .. } = generator;
    let mut spec = Spec { sigs, fields, facts, predicates, functions, command };
    spec.command.named = named;
    spec.settle_named();
    spec
}

#[derive(Default)]
struct Generator {
    state: u64,
    sigs: Vec<Sig>,
    fields: Vec<Field>,
    scopes: Vec<Scope>,
    predicates: Vec<Predicate>,
    functions: Vec<Function>,
    /// Bound names, all of one column.
    names: Vec<String>,
    /// So many names were bound so far: each has one of its own.
    bound: usize,
    /// In a fact that is appended to this sig, other fields than its own are not named.
    this: Option<SigId>,
}

impl Generator {
    /// splitmix64 (Steele, Lea, Flood 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn chance(&mut self, of: usize, all: usize) -> bool {
        self.below(all) < of
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn declare(&mut self) {
        let is_one = self.chance(1, 3);
        self.top("A");
        if !is_one {
            self.top("B");
        }
        match self.below(6) {
            0 => self.child("I", Parent::In(0)),
            1 => self.child("C", Parent::Extends(0)),
            2 => {
                self.child("C", Parent::Extends(0));
                self.child("D", Parent::Extends(0));
                // What a child of an abstract sig leaves to the last one is a rule of scopes.
                let mut children = self.sigs.iter().filter(|sig| sig.parent != Parent::Top);
                let is_plain = children.all(|child| child.multiplicity == Multiplicity::Set);
                self.sigs[0].is_abstract = is_plain && self.chance(1, 2);
            }
            _ => {}
        }
        for name in ["f", "g"] {
            if self.chance(2, 5) {
                self.field(name);
            }
        }
        self.change_something();
        if self.chance(1, 6) {
            let owner = self.below(self.sigs.len());
            (self.this, self.names) = (Some(owner), vec!["this".to_owned()]);
            let fact = self.formula(2);
            (self.this, self.names) = (None, Vec::new());
            // What is said of every state is what speaks of something that changes.
            if self.sigs[owner].is_variable {
                self.sigs[owner].appended.push(fact);
            }
        }
    }

    /// Without `var`, a spec is about traces only if its operators say so, and `;` is none of them.
    fn change_something(&mut self) {
        let is_variable = self.sigs.iter().any(|sig| sig.is_variable)
            || self.fields.iter().any(|field| field.is_variable);
        if !is_variable {
            let first = &mut self.sigs[0];
            (first.is_variable, first.is_ordered) = (true, false);
            self.scopes.retain(|scope| scope.sig != 0);
        }
    }

    fn top(&mut self, name: &str) {
        let multiplicity = self.multiplicity();
        let (id, is_variable) = (self.sigs.len(), self.chance(1, 2));
        let is_plain = multiplicity == Multiplicity::Set;
        let is_first = !self.sigs.iter().any(|sig| sig.is_ordered);
        let is_ordered = !is_variable && is_plain && is_first && self.chance(1, 10);
        self.sig(name, is_variable, multiplicity, Parent::Top);
        self.sigs[id].is_ordered = is_ordered;
        let is_sized =
            is_variable || matches!(multiplicity, Multiplicity::Set | Multiplicity::Some);
        if is_sized && self.chance(4, 5) {
            let is_exact = is_ordered || !is_variable && self.chance(1, 3);
            let size = self.one_of(&[1, 1, 2, 2, 2, 3]);
            self.scopes.push(Scope { sig: id, is_exact, size });
        }
    }

    /// A multiplicity asks for an atom in each state, so there are few of them.
    fn multiplicity(&mut self) -> Multiplicity {
        match self.below(10) {
            0 => Multiplicity::One,
            1 => Multiplicity::Lone,
            2 => Multiplicity::Some,
            _ => Multiplicity::Set,
        }
    }

    fn sig(&mut self, name: &str, is_variable: bool, multiplicity: Multiplicity, parent: Parent) {
        self.sigs.push(Sig {
            name: name.to_owned(),
            is_variable,
            is_abstract: false,
            multiplicity,
            parent,
            appended: Vec::new(),
            is_ordered: false,
        });
    }

    fn child(&mut self, name: &str, parent: Parent) {
        let is_variable = self.chance(2, 3);
        let multiplicity = match self.below(8) {
            0 => Multiplicity::Lone,
            1 if name == "I" => Multiplicity::Some,
            _ => Multiplicity::Set,
        };
        self.sig(name, is_variable, multiplicity, parent);
    }

    fn field(&mut self, name: &str) {
        let (owner, range) = (self.below(self.sigs.len()), self.below(self.sigs.len()));
        let mut range = Expr::Sig(range);
        if self.chance(1, 8) {
            let other = Expr::Sig(self.below(self.sigs.len()));
            range = Expr::binary(BinaryOp::Union, range, other);
        }
        for _ in 0..self.one_of(&[0, 0, 0, 0, 0, 1, 1, 2]) {
            range = range.prime();
        }
        let multiplicity = self.one_of(&[
            Multiplicity::Lone,
            Multiplicity::One,
            Multiplicity::Set,
            Multiplicity::Set,
            Multiplicity::Some,
        ]);
        let (name, is_variable) = (name.to_owned(), self.chance(2, 3));
        self.fields.push(Field { name, owner, is_variable, multiplicity, range });
    }

    /// All top-level sigs.
    fn tops(&self) -> Expr {
        let tops = (0..self.sigs.len()).filter(|&id| self.sigs[id].parent == Parent::Top);
        let union = |a, b| Expr::binary(BinaryOp::Union, a, b);
        tops.map(Expr::Sig).reduce(union).expect("there is a top-level sig")
    }

    fn predicates(&mut self) {
        let any = |name: &str, domain: Expr, multiplicity| {
            let names = vec![name.to_owned()];
            Declaration { is_disjoint: false, names, multiplicity, domain }
        };
        if self.chance(1, 3) {
            let mut parameters = vec![any("s", self.tops(), Multiplicity::Set)];
            self.names = vec!["s".to_owned()];
            if self.chance(1, 3) {
                parameters.push(any("t", self.tops(), Multiplicity::One));
                self.names.push("t".to_owned());
            }
            let body = self.formula(2);
            self.predicates.push(Predicate { name: "p".to_owned(), parameters, body });
        }
        if self.chance(1, 5) {
            let parameters = vec![any("s", self.tops(), Multiplicity::Set)];
            self.names = vec!["s".to_owned()];
            let (range, body) = (self.tops(), self.set(2));
            self.functions.push(Function { name: "h".to_owned(), parameters, range, body });
        }
        self.names.clear();
    }

    /// What others may call is run by its name.
    fn named(&mut self) -> Option<Named> {
        match self.below(3) {
            0 if !self.predicates.is_empty() => Some(Named::Predicate(0)),
            1 if !self.functions.is_empty() => Some(Named::Function(0)),
            _ => None,
        }
    }

    fn fact(&mut self) -> Formula {
        let depth = 1 + self.below(3);
        match self.below(3) {
            0 => Formula::temporal(TemporalOp::Always, self.formula(depth)),
            _ => self.formula(depth),
        }
    }

    fn command(&mut self) -> Command {
        let is_check = self.chance(1, 4);
        let parameters =
            if !is_check && self.chance(1, 5) { self.parameters() } else { Vec::new() };
        let depth = 2 + self.below(3);
        let goal = match self.below(12) {
            0 => Formula::Constant(is_check == self.chance(1, 4)),
            1 => self.of_a_set(is_check, depth),
            _ => self.formula(depth),
        };
        let longest = self.one_of(&[1, 2, 2, 3, 3, 3, 4]);
        let least = if self.chance(1, 6) { 1 + self.below(longest) } else { 1 };
        let (overall, scopes) = (1 + self.below(2), self.scopes.clone());
        let steps = [least, longest];
        Command { is_check, parameters, goal, named: None, overall, scopes, steps }
    }

    fn parameters(&mut self) -> Vec<Declaration> {
        let mut all = Vec::new();
        for name in ["x", "y"].into_iter().take(1 + self.below(2)) {
            let domain = Expr::Sig(self.below(self.sigs.len()));
            let multiplicity = self.one_of(&[
                Multiplicity::One,
                Multiplicity::One,
                Multiplicity::Lone,
                Multiplicity::Set,
            ]);
            let names = vec![name.to_owned()];
            all.push(Declaration { is_disjoint: false, names, multiplicity, domain });
            self.names.push(name.to_owned());
        }
        all
    }

    /// A set is chosen once for the whole trace, outside of all that is said of time.
    fn of_a_set(&mut self, is_check: bool, depth: usize) -> Formula {
        let quantifier = if is_check { Quantifier::All } else { Quantifier::Some };
        let name = self.fresh();
        let names = vec![name.clone()];
        let domain = Expr::Sig(self.below(self.sigs.len()));
        let multiplicity =
            self.one_of(&[Multiplicity::Set, Multiplicity::Some, Multiplicity::Lone]);
        let declaration = Declaration { is_disjoint: false, names, multiplicity, domain };
        self.names.push(name);
        let body = self.formula(depth);
        self.names.pop();
        Formula::Quantified(quantifier, Box::new(declaration), Box::new(body))
    }

    fn fresh(&mut self) -> String {
        self.bound += 1;
        format!("v{}", self.bound)
    }

    fn formula(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return self.atom(1);
        }
        let inner = depth - 1;
        match self.below(20) {
            0 | 1 => Formula::Not(Box::new(self.formula(inner))),
            2..=4 => {
                let op = self.one_of(&[
                    Connective::And,
                    Connective::And,
                    Connective::Or,
                    Connective::Implies,
                    Connective::Iff,
                    Connective::Then,
                    Connective::Then,
                ]);
                let (a, b) = (self.formula(inner), self.formula(inner));
                Formula::connected(op, a, b)
            }
            5 => {
                let parts = [(); 3].map(|()| self.formula(inner));
                Formula::If(Box::new(parts))
            }
            6..=10 => {
                let op = self.one_of(&[
                    TemporalOp::Always,
                    TemporalOp::Eventually,
                    TemporalOp::After,
                    TemporalOp::Historically,
                    TemporalOp::Once,
                    TemporalOp::Before,
                ]);
                Formula::temporal(op, self.formula(inner))
            }
            11..=13 => {
                let op = self.one_of(&[
                    TemporalPair::Until,
                    TemporalPair::Releases,
                    TemporalPair::Since,
                    TemporalPair::Triggered,
                ]);
                Formula::Paired(op, Box::new([self.formula(inner), self.formula(inner)]))
            }
            14..=16 => self.quantified(inner),
            17 if self.chance(1, 2) => {
                let (name, value) = (self.fresh(), Box::new(self.set(2)));
                self.names.push(name.clone());
                let body = Box::new(self.formula(inner));
                self.names.pop();
                Formula::Let(name, value, body)
            }
            18 if !self.predicates.is_empty() => {
                let number = self.predicates[0].parameters.len();
                Formula::Call(0, (0..number).map(|_| self.set(1)).collect())
            }
            _ => self.atom(depth.min(2)),
        }
    }

    fn quantified(&mut self, depth: usize) -> Formula {
        let quantifier = self.one_of(&[
            Quantifier::All,
            Quantifier::All,
            Quantifier::Some,
            Quantifier::Some,
            Quantifier::No,
            Quantifier::One,
            Quantifier::Lone,
        ]);
        let domain = self.set(1);
        let is_pair = matches!(quantifier, Quantifier::All | Quantifier::Some) && self.chance(1, 4);
        let names: Vec<String> = (0..1 + usize::from(is_pair)).map(|_| self.fresh()).collect();
        self.names.extend(names.iter().cloned());
        let body = Box::new(self.formula(depth));
        self.names.truncate(self.names.len() - names.len());
        let (is_disjoint, multiplicity) = (is_pair && self.chance(1, 2), Multiplicity::One);
        let declaration = Declaration { is_disjoint, names, multiplicity, domain };
        Formula::Quantified(quantifier, Box::new(declaration), body)
    }

    fn atom(&mut self, depth: usize) -> Formula {
        let words = [Quantifier::Some, Quantifier::No, Quantifier::One, Quantifier::Lone];
        let signs = [Comparison::In, Comparison::Equal, Comparison::NotIn, Comparison::NotEqual];
        match self.below(9) {
            0 => Formula::Size(
                Box::new(self.set(depth)),
                self.one_of(&[Order::Less, Order::Equal, Order::Greater]),
                self.below(3),
            ),
            1 | 2 => {
                let sides = [self.binary(depth), self.binary(depth)];
                Formula::Compare(self.one_of(&signs), Box::new(sides))
            }
            3 => Formula::Count(self.one_of(&words), Box::new(self.binary(depth))),
            4 | 5 => Formula::Count(self.one_of(&words), Box::new(self.set(depth))),
            _ => {
                let sides = [self.set(depth), self.set(depth)];
                Formula::Compare(self.one_of(&signs), Box::new(sides))
            }
        }
    }

    fn set(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.name();
        }
        let inner = depth - 1;
        match self.below(16) {
            0..=3 => self.set(inner).prime(),
            4 | 5 => {
                let (a, b) = (self.set(inner), self.binary(inner));
                Expr::binary(BinaryOp::Join, a, b)
            }
            6 => {
                let (a, b) = (self.binary(inner), self.set(inner));
                Expr::binary(BinaryOp::Join, a, b)
            }
            7 | 8 => {
                let op =
                    self.one_of(&[BinaryOp::Union, BinaryOp::Difference, BinaryOp::Intersection]);
                let (a, b) = (self.set(inner), self.set(inner));
                Expr::binary(op, a, b)
            }
            9 => {
                let (name, domain) = (self.fresh(), Box::new(self.set(inner)));
                self.names.push(name.clone());
                let body = Box::new(self.formula(1));
                self.names.pop();
                Expr::Comprehension(name, domain, body)
            }
            10 => {
                let condition = Box::new(self.formula(1));
                Expr::If(condition, Box::new([self.set(inner), self.set(inner)]))
            }
            11 if self.chance(1, 2) => {
                let (name, value) = (self.fresh(), self.set(inner));
                self.names.push(name.clone());
                let body = self.set(inner);
                self.names.pop();
                Expr::Let(name, Box::new([value, body]))
            }
            12 if !self.functions.is_empty() => Expr::Call(0, vec![self.set(inner)]),
            _ => self.set(0),
        }
    }

    /// An order has an atom of its own, which is in `univ`.
    fn has_order(&self) -> bool {
        self.sigs.iter().any(|sig| sig.is_ordered)
    }

    /// A sig, or a bound name, which is more likely.
    fn name(&mut self) -> Expr {
        if self.chance(1, 30) {
            let all = if self.has_order() { Expr::None } else { Expr::Universe };
            return self.one_of(&[Expr::None, all]);
        }
        if self.this.is_none() && self.chance(1, 8) && self.has_order() {
            return self.one_of(&[Expr::First, Expr::Last]);
        }
        if !self.names.is_empty() && self.chance(3, 5) {
            let names = self.names.clone();
            return Expr::Name(self.one_of(&names));
        }
        let own = self.this.map(|this| {
            let of_this = |&id: &usize| self.fields[id].owner == this;
            (0..self.fields.len()).filter(of_this).map(Expr::Own).collect::<Vec<_>>()
        });
        match own {
            Some(own) if !own.is_empty() && self.chance(1, 2) => self.one_of(&own),
            _ => Expr::Sig(self.below(self.sigs.len())),
        }
    }

    /// An expression of two columns.
    fn binary(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            if self.fields.is_empty() || self.this.is_some() || self.chance(1, 8) {
                let product = Expr::binary(BinaryOp::Product, self.name(), self.name());
                let is_identity = self.chance(1, 4) && !self.has_order();
                return if is_identity { Expr::Identity } else { product };
            }
            return Expr::Field(self.below(self.fields.len()));
        }
        let inner = depth - 1;
        match self.below(12) {
            0..=3 => self.binary(inner).prime(),
            4 => {
                // The reflexive one has the order's atom, as `iden` has.
                let reflexive = match self.has_order() {
                    true => UnaryOp::Closure,
                    false => UnaryOp::ReflexiveClosure,
                };
                let op = self.one_of(&[UnaryOp::Transpose, UnaryOp::Closure, reflexive]);
                Expr::Unary(op, Box::new(self.binary(inner)))
            }
            5 => {
                let op = self.one_of(&[
                    BinaryOp::Union,
                    BinaryOp::Difference,
                    BinaryOp::Intersection,
                    BinaryOp::Override,
                ]);
                let (a, b) = (self.binary(inner), self.binary(inner));
                Expr::binary(op, a, b)
            }
            6 => Expr::binary(BinaryOp::Product, self.set(inner), self.set(inner)),
            7 => Expr::binary(BinaryOp::Domain, self.set(inner), self.binary(inner)),
            8 => Expr::binary(BinaryOp::Range, self.binary(inner), self.set(inner)),
            _ => self.binary(0),
        }
    }
}
