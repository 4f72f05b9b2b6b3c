//! The witness's own syntax tree of a temporal spec.

pub type SigId = usize;
pub type FieldId = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiplicity {
    Set,
    One,
    Lone,
    Some,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    Top,
    Extends(SigId),
    In(SigId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sig {
    pub name: String,
    pub is_variable: bool,
    pub is_abstract: bool,
    pub multiplicity: Multiplicity,
    pub parent: Parent,
    /// Formulas in braces after the declaration. They speak of `this`.
    pub appended: Vec<Formula>,
    /// By `util/ordering`: a static top-level sig whose atoms are all there.
    pub is_ordered: bool,
}

/// `owner { f: multiplicity range }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub owner: SigId,
    pub is_variable: bool,
    pub multiplicity: Multiplicity,
    /// Names no field. Primes stand around it as a whole.
    pub range: Expr,
}

/// The predicate or function that a command runs by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Predicate(usize),
    Function(usize),
}

/// `names: multiplicity domain`, in a quantifier, a predicate or a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub is_disjoint: bool,
    pub names: Vec<String>,
    pub multiplicity: Multiplicity,
    pub domain: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    pub name: String,
    pub parameters: Vec<Declaration>,
    pub body: Formula,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Declaration>,
    pub range: Expr,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    pub sig: SigId,
    pub is_exact: bool,
    pub size: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub is_check: bool,
    /// Of a `run`.
    pub parameters: Vec<Declaration>,
    /// What is run, or asserted.
    pub goal: Formula,
    /// It is the body of what others may call.
    pub named: Option<Named>,
    pub overall: usize,
    pub scopes: Vec<Scope>,
    /// The least and the greatest number of states that are tried.
    pub steps: [usize; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    pub sigs: Vec<Sig>,
    pub fields: Vec<Field>,
    pub facts: Vec<Formula>,
    pub predicates: Vec<Predicate>,
    pub functions: Vec<Function>,
    pub command: Command,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Transpose,
    Closure,
    /// `univ <: *r`: from what there is in the state.
    ReflexiveClosure,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Union,
    Difference,
    Intersection,
    Override,
    Product,
    Join,
    /// `A <: r`
    Domain,
    /// `r :> A`
    Range,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    None,
    /// `univ - Int`: what there is in the state.
    Universe,
    /// `iden` without integers.
    Identity,
    Sig(SigId),
    Field(FieldId),
    /// In an appended fact: `this.f`.
    Own(FieldId),
    /// Of the ordered sig.
    First,
    Last,
    /// A quantified variable, a parameter or a `let`.
    Name(String),
    Prime(Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<[Expr; 2]>),
    Comprehension(String, Box<Expr>, Box<Formula>),
    If(Box<Formula>, Box<[Expr; 2]>),
    Let(String, Box<[Expr; 2]>),
    Call(usize, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalOp {
    Always,
    Eventually,
    After,
    Historically,
    Once,
    Before,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemporalPair {
    Until,
    Releases,
    Since,
    Triggered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    And,
    Or,
    Implies,
    Iff,
    /// `F ; G`
    Then,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    All,
    Some,
    No,
    One,
    Lone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    In,
    Equal,
    NotIn,
    NotEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Less,
    Equal,
    Greater,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// `{ }`, if true.
    Constant(bool),
    Not(Box<Formula>),
    Connected(Connective, Box<[Formula; 2]>),
    /// `F => G else H`
    If(Box<[Formula; 3]>),
    Temporal(TemporalOp, Box<Formula>),
    Paired(TemporalPair, Box<[Formula; 2]>),
    /// `no e`, `some e`, `lone e`, `one e`
    Count(Quantifier, Box<Expr>),
    Compare(Comparison, Box<[Expr; 2]>),
    /// `#e < n`
    Size(Box<Expr>, Order, usize),
    Quantified(Quantifier, Box<Declaration>, Box<Formula>),
    Let(String, Box<Expr>, Box<Formula>),
    Call(usize, Vec<Expr>),
}

impl Expr {
    pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        Expr::Binary(op, Box::new([a, b]))
    }

    pub fn prime(self) -> Expr {
        Expr::Prime(Box::new(self))
    }
}

impl Formula {
    pub fn and(a: Formula, b: Formula) -> Formula {
        Formula::connected(Connective::And, a, b)
    }

    pub fn connected(op: Connective, a: Formula, b: Formula) -> Formula {
        Formula::Connected(op, Box::new([a, b]))
    }

    pub fn temporal(op: TemporalOp, of: Formula) -> Formula {
        Formula::Temporal(op, Box::new(of))
    }

    /// All of them; `{ }` if there are none.
    pub fn all(of: impl IntoIterator<Item = Formula>) -> Formula {
        of.into_iter().reduce(Formula::and).unwrap_or(Formula::Constant(true))
    }
}

impl Declaration {
    /// `name: domain`
    pub fn one(name: &str, domain: Expr) -> Declaration {
        let (names, multiplicity) = (vec![name.to_owned()], Multiplicity::One);
        Declaration { is_disjoint: false, names, multiplicity, domain }
    }
}

impl Spec {
    /// The top-level sig that an atom of the sig has.
    pub fn top(&self, sig: SigId) -> SigId {
        match self.sigs[sig].parent {
            Parent::Top => sig,
            Parent::Extends(parent) | Parent::In(parent) => self.top(parent),
        }
    }

    pub fn tops(&self) -> impl Iterator<Item = SigId> {
        (0..self.sigs.len()).filter(|&sig| self.sigs[sig].parent == Parent::Top)
    }

    /// The sigs that extend it.
    pub fn children(&self, sig: SigId) -> impl Iterator<Item = SigId> {
        (0..self.sigs.len()).filter(move |&id| self.sigs[id].parent == Parent::Extends(sig))
    }

    /// The number of atoms of a top-level sig, and if they are all there.
    pub fn scope(&self, sig: SigId) -> (usize, bool) {
        let own = &self.sigs[sig];
        let given = self.command.scopes.iter().find(|scope| scope.sig == sig);
        match given {
            Some(scope) => (scope.size, scope.is_exact || own.is_ordered),
            None if own.is_variable => (self.command.overall, false),
            None if own.multiplicity == Multiplicity::One => (1, true),
            None if own.multiplicity == Multiplicity::Lone => (1, false),
            None => (self.command.overall, own.is_ordered),
        }
    }

    /// All facts as one formula that is read in the first state. An appended fact speaks of every state.
    pub fn all_facts(&self) -> Formula {
        let appended = self.sigs.iter().enumerate().flat_map(|(id, sig)| {
            sig.appended.iter().map(move |fact| {
                let this = Box::new(Declaration::one("this", Expr::Sig(id)));
                let of_all = Formula::Quantified(Quantifier::All, this, Box::new(fact.clone()));
                Formula::temporal(TemporalOp::Always, of_all)
            })
        });
        let fields = self.fields.iter().enumerate();
        let primed = fields.filter(|(_, field)| matches!(field.range, Expr::Prime(_)));
        let primed = primed.map(|(id, _)| self.primed_bound(id));
        Formula::all(self.facts.iter().cloned().chain(appended).chain(primed))
    }

    /// In every state a field leads to what is in its bound in a later one. That its atoms are there in the
    /// state is said of each state by itself.
    fn primed_bound(&self, id: FieldId) -> Formula {
        let field = &self.fields[id];
        let this = Box::new(Declaration::one("this", Expr::Sig(field.owner)));
        let value = Expr::binary(BinaryOp::Join, Expr::Name("this".to_owned()), Expr::Field(id));
        let sides = Box::new([value, field.range.clone()]);
        let within = Box::new(Formula::Compare(Comparison::In, sides));
        let of_all = Formula::Quantified(Quantifier::All, this, within);
        Formula::temporal(TemporalOp::Always, of_all)
    }

    /// Lets a command that names something ask for what that says.
    pub fn settle_named(&mut self) {
        if let Some(named) = self.command.named {
            (self.command.parameters, self.command.goal) = self.named_goal(named);
        }
    }

    /// What a run of a predicate or a function asks for: of a function, that its value is as declared.
    pub fn named_goal(&self, named: Named) -> (Vec<Declaration>, Formula) {
        match named {
            Named::Predicate(id) => {
                let predicate = &self.predicates[id];
                (predicate.parameters.clone(), predicate.body.clone())
            }
            Named::Function(id) => {
                let function = &self.functions[id];
                let sides = Box::new([function.body.clone(), function.range.clone()]);
                (function.parameters.clone(), Formula::Compare(Comparison::In, sides))
            }
        }
    }
}
