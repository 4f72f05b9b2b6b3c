//! A small model, instances of it, and random relations.

use std::sync::Arc;

use crate::evaluate::Evaluator;
use crate::instance::{Instance, Relation};
use crate::model::*;
use crate::tuples::TupleSet;
use crate::universe::{Arithmetic, AtomId, Universe};

use super::build::*;

/// The only sig of the user, and its only field.
pub const A: SigId = SigId(5);
pub const R: FieldId = FieldId(0);
/// The atoms of `A` are 0..4, but 3 is not in use. The integers -4..3 are the atoms 4..12, the
/// string `"s"` is 12.
pub const ZERO: u32 = 8;
pub const TEXT: u32 = 12;
pub const ATOMS: usize = 13;

/// A model and one instance of it, in which `A` is {0, 1, 2} and `R` is {0→1, 1→2}.
pub struct World {
    pub model: Model,
    pub instance: Instance,
}

impl World {
    pub fn new() -> World {
        World::with(Arithmetic::Wrap { bit_width: 3 })
    }

    pub fn with(arithmetic: Arithmetic) -> World {
        World::over(arithmetic, (-4, 3))
    }

    /// The world with other integers, which are the atoms from 4 on.
    pub fn over(arithmetic: Arithmetic, integers: (i64, i64)) -> World {
        let mut model = Model::default();
        for name in ["univ", "none", "Int", "seq/Int", "String"] {
            model.sigs.push(sig(name, SigKind::Builtin));
        }
        model.sigs.push(sig("A", SigKind::TopLevel));
        let this = model.variables.push(Variable {
            name: "this".into(),
            arity: 1,
            ty: Type::default(),
            is_sequence: false,
            span: SPAN,
        });
        model.fields.push(field(this));
        let strings = ["s".to_owned()];
        let universe = Universe::new(&[(A, 4)], Some(integers), &strings, 2, arithmetic);
        let atoms = universe.len();
        let mut instance = Instance::empty(&model, Arc::new(universe));
        *instance.get_mut(Relation::Sig(A)) = tuples_over(atoms, 1, &[&[0], &[1], &[2]]);
        *instance.get_mut(Relation::Field(R)) = tuples_over(atoms, 2, &[&[0, 1], &[1, 2]]);
        instance.close_universe(&model);
        World { model, instance }
    }

    pub fn variable(&mut self, arity: usize) -> VariableId {
        self.model.variables.push(Variable {
            name: "x".into(),
            arity,
            ty: Type::default(),
            is_sequence: false,
            span: SPAN,
        })
    }

    pub fn function(&mut self, parameters: &[VariableId], body: Value) -> FunctionId {
        let parameters = parameters.iter().map(|&p| one(&[p], univ())).collect();
        let name = "f".into();
        self.model.functions.push(Function {
            name,
            parameters,
            body,
            is_private: false,
            span: SPAN,
        })
    }

    /// The value of the variable that was given in this place.
    pub fn variable_mut(&mut self, place: usize) -> &mut TupleSet {
        let (variable, _) = self.instance.variables()[place];
        self.instance.get_mut(Relation::Variable(variable))
    }

    /// An expression with this value: a variable of the instance.
    pub fn given(&mut self, set: TupleSet) -> Expr {
        let arity = set.arity();
        let variable = self.variable(arity);
        self.instance.relations.declare(variable, set);
        var(variable, arity)
    }

    pub fn set(&mut self, atoms: &[u32]) -> Expr {
        let rows: Vec<[u32; 1]> = atoms.iter().map(|&atom| [atom]).collect();
        let rows: Vec<&[u32]> = rows.iter().map(|row| &row[..]).collect();
        self.given(tuples(1, &rows))
    }

    pub fn pairs(&mut self, rows: &[[u32; 2]]) -> Expr {
        let rows: Vec<&[u32]> = rows.iter().map(|row| &row[..]).collect();
        self.given(tuples(2, &rows))
    }

    pub fn holds(&self, kind: FormulaKind) -> bool {
        Evaluator::new(&self.model, &self.instance).formula(&formula(kind))
    }

    pub fn relation(&self, expr: &Expr) -> TupleSet {
        Evaluator::new(&self.model, &self.instance).relation(expr)
    }

    /// The atoms of the tuples of an expression.
    pub fn rows(&self, expr: &Expr) -> Vec<Vec<u32>> {
        let set = self.relation(expr);
        assert_eq!(set.arity(), expr.arity);
        set.tuples().map(|tuple| tuple.iter().map(|atom| atom.0).collect()).collect()
    }

    pub fn number(&self, kind: IntExprKind) -> Option<i64> {
        Evaluator::new(&self.model, &self.instance).integer(&int(kind))
    }
}

fn sig(name: &str, kind: SigKind) -> Sig {
    Sig { kind, ..Sig::new(name, SPAN) }
}

fn field(this: VariableId) -> Field {
    Field {
        name: "r".into(),
        sig: A,
        range: Range::of(Multiplicity::Set, sig_expr(A)),
        this,
        is_defined: false,
        is_sequence: false,
        is_private: false,
        is_variable: false,
        ty: Type { products: vec![vec![A, A]] },
        span: SPAN,
    }
}

pub fn tuples(arity: usize, rows: &[&[u32]]) -> TupleSet {
    tuples_over(ATOMS, arity, rows)
}

pub fn tuples_over(atoms: usize, arity: usize, rows: &[&[u32]]) -> TupleSet {
    let rows: Vec<Vec<AtomId>> =
        rows.iter().map(|row| row.iter().map(|&atom| AtomId(atom)).collect()).collect();
    TupleSet::from_tuples(atoms, arity, rows.iter().map(|row| &row[..]))
}

/// A fixed stream of numbers (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    /// A set over the atoms of `A`, with each tuple in it one time out of three.
    pub fn relation(&mut self, arity: usize) -> TupleSet {
        let mut set = TupleSet::empty(ATOMS, arity);
        for code in 0..3u32.pow(arity as u32) {
            let tuple: Vec<AtomId> =
                (0..arity as u32).map(|column| AtomId(code / 3u32.pow(column) % 3)).collect();
            if self.below(3) == 0 {
                set.insert(&tuple);
            }
        }
        set
    }
}
