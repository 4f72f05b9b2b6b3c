//! Models without a parser.

use korrel_lang::model::*;
use korrel_lang::source::{FileId, Span};

pub const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// A model that grows.
pub struct Build {
    pub model: Model,
    parameters: Vec<Declaration>,
}

impl Build {
    /// The built-in sigs only.
    pub fn new() -> Build {
        let mut build = Build { model: Model::default(), parameters: Vec::new() };
        for name in ["univ", "none", "Int", "seq/Int", "String"] {
            build.sig(name, SigKind::Builtin);
        }
        build
    }

    /// `sig name`. The path is the whole name, `a/B`, and the name what follows the slash.
    pub fn sig(&mut self, path: &str, kind: SigKind) -> SigId {
        let name = path.rsplit('/').next().expect("rsplit gives something").to_owned();
        let parent = if let SigKind::Extends(parent) = kind { Some(parent) } else { None };
        let sig = self.model.sigs.push(Sig {
            name,
            path: path.to_owned(),
            kind,
            is_abstract: false,
            multiplicity: SigMultiplicity::Any,
            is_private: false,
            is_variable: false,
            is_enum: false,
            is_library: path.contains('/'),
            children: Vec::new(),
            fields: Vec::new(),
            span: NOWHERE,
        });
        if let Some(parent) = parent {
            self.model.sigs[parent].children.push(sig);
        }
        sig
    }

    pub fn top(&mut self, path: &str) -> SigId {
        self.sig(path, SigKind::TopLevel)
    }

    pub fn extend(&mut self, path: &str, parent: SigId) -> SigId {
        self.sig(path, SigKind::Extends(parent))
    }

    pub fn subset(&mut self, path: &str, parents: &[SigId]) -> SigId {
        self.sig(path, SigKind::Subset { parents: parents.to_vec(), exact: false })
    }

    pub fn one(&mut self, sig: SigId) -> SigId {
        self.model.sigs[sig].multiplicity = SigMultiplicity::One;
        sig
    }

    /// An abstract sig with `one` children, which is an enum unless `is_enum` is cleared afterwards.
    pub fn enumeration(&mut self, path: &str, values: &[&str]) -> SigId {
        let sig = self.top(path);
        self.model.sigs[sig].is_enum = true;
        self.model.sigs[sig].is_abstract = true;
        let module =
            path.rsplit_once('/').map_or(String::new(), |(module, _)| format!("{module}/"));
        for value in values {
            let child = self.extend(&format!("{module}{value}"), sig);
            self.one(child);
        }
        sig
    }

    /// A field whose type leaves all but its sig open.
    pub fn field(&mut self, sig: SigId, name: &str, range: Range) -> FieldId {
        let open = vec![Sig::UNIVERSE; range.arity()];
        self.typed_field(sig, name, range, vec![[vec![sig], open].concat()])
    }

    pub fn typed_field(
        &mut self,
        sig: SigId,
        name: &str,
        range: Range,
        products: Vec<Vec<SigId>>,
    ) -> FieldId {
        let this = self.variable("this", 1);
        let field = self.model.fields.push(Field {
            name: name.to_owned(),
            sig,
            range,
            this,
            is_defined: false,
            is_sequence: false,
            is_private: false,
            is_variable: false,
            ty: Type { products },
            span: NOWHERE,
        });
        self.model.sigs[sig].fields.push(field);
        field
    }

    pub fn variable(&mut self, name: &str, arity: usize) -> VariableId {
        self.model.variables.push(Variable {
            name: name.to_owned(),
            arity,
            ty: Type::default(),
            is_sequence: false,
            span: NOWHERE,
        })
    }

    /// A parameter of the command.
    pub fn parameter(&mut self, name: &str, range: Range) -> VariableId {
        let variable = self.variable(name, range.arity());
        let fresh = |_| self.variable("x", 1);
        let declared = Declaration::new(vec![variable], range, NOWHERE, fresh);
        self.parameters.push(declared);
        variable
    }

    pub fn command(&self) -> Command {
        Command {
            kind: CommandKind::Run,
            label: "p".to_owned(),
            parameters: self.parameters.clone(),
            declared: Formula { kind: FormulaKind::Constant(true), span: NOWHERE },
            goal: Formula { kind: FormulaKind::Constant(true), span: NOWHERE },
            scope: Scope::default(),
            expect: None,
            is_chained: false,
            begins: None,
            written: None,
            traces: Default::default(),
            actions: None,
            unrolled: Default::default(),
            span: NOWHERE,
        }
    }
}

pub fn one(sigs: &[SigId]) -> Range {
    Range::of(Multiplicity::One, union(sigs))
}

pub fn lone(sigs: &[SigId]) -> Range {
    Range::of(Multiplicity::Lone, union(sigs))
}

pub fn set(sigs: &[SigId]) -> Range {
    Range::of(Multiplicity::Set, union(sigs))
}

/// `left -> right_multiplicity right`.
pub fn arrow(left: Range, right_multiplicity: Multiplicity, right: Range) -> Range {
    Range::arrow(left, [Multiplicity::Set, right_multiplicity], right)
}

/// `A + B + …`.
pub fn union(sigs: &[SigId]) -> Expr {
    let (&last, rest) = sigs.split_last().expect("at least one sig");
    let last = expr(ExprKind::Sig(last), 1);
    match rest {
        [] => last,
        _ => binary(RelationOp::Union, union(rest), last),
    }
}

pub fn binary(op: RelationOp, left: Expr, right: Expr) -> Expr {
    let arity = match op {
        RelationOp::Product => left.arity + right.arity,
        RelationOp::Join => left.arity + right.arity - 2,
        _ => left.arity,
    };
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), arity)
}

pub fn expr(kind: ExprKind, arity: usize) -> Expr {
    Expr { kind, arity, span: NOWHERE }
}
