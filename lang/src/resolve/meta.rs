//! The atoms that stand for the spec's own sigs and fields: `sig$`, `A$`, `A$.value`.
//!
//! They are there only where the spec names one, as in Alloy. `sig$` and `field$` are abstract sigs, and below
//! them `A$` and `A$f` are `one` sigs: constants, as the values of an enum are. What leads from such an atom to
//! others needs no field. `value` at `A$` is the product `A$ -> A`, and so a name has one meaning for each atom
//! that has it; the context tells which one is meant.
//!
//! A formula about each atom at once would have no type: `x.value` is a set for a sig, and a relation for a
//! field. So a quantifier over one variable is written out, with each atom in the variable's place.

use crate::ast;
use crate::model::build::{binary, conjunction, implies, set, subset, union};
use crate::model::{
    Expr, ExprKind, FieldId, Formula, FormulaKind, RelationOp, Sig, SigId, SigKind,
    SigMultiplicity, Type,
};
use crate::resolve::context::declared::ModuleId;
use crate::resolve::context::node::{PendingNode, ValueKind};
use crate::resolve::context::place::{Local, Nameable};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

/// The names of the sets of such atoms.
const SIGS: &str = "sig$";
const FIELDS: &str = "field$";

/// The relations that lead from an atom.
const VALUE: &str = "value";
const OWN_FIELDS: &str = "fields";
const ALL_FIELDS: &str = "subfields";
const PARENT: &str = "parent";

impl Resolver<'_> {
    /// Declares an atom for each sig and field of all modules, if the spec names one.
    pub(crate) fn declare_meta(&mut self) {
        if !self.program.names_meta() {
            return;
        }
        let sigs: Vec<SigId> = self.model.sigs.ids().filter(|&sig| sig > Sig::STRING).collect();
        let Some(&first) = sigs.first() else { return };
        let fields: Vec<FieldId> = self.model.fields.ids().collect();
        let top = self.meta_top(SIGS, self.model.sigs[first].span);
        for sig in sigs {
            let declared = &self.model.sigs[sig];
            let (name, span, is_private) = (&declared.name, declared.span, declared.is_private);
            let atom = Sig { is_private, ..Sig::new(&format!("{name}$"), span) };
            let atom = self.meta_atom(top, atom, self.sig_modules[sig.0 as usize]);
            self.meta.sigs.push((atom, sig));
        }
        if let Some(&first) = fields.first() {
            let top = self.meta_top(FIELDS, self.model.fields[first].span);
            for field in fields {
                let declared = &self.model.fields[field];
                let owner = &self.model.sigs[declared.sig];
                let name = format!("{}${}", owner.name, declared.name);
                let is_private = declared.is_private || owner.is_private;
                let atom = Sig { is_private, ..Sig::new(&name, declared.span) };
                let module = self.sig_modules[declared.sig.0 as usize];
                let atom = self.meta_atom(top, atom, module);
                self.meta.fields.push((atom, field));
            }
            self.add_sig_facts(top);
        }
        self.add_sig_facts(top);
        let atoms: Vec<SigId> = self.meta_atoms().collect();
        atoms.into_iter().for_each(|atom| self.add_sig_facts(atom));
    }

    fn meta_top(&mut self, name: &str, span: Span) -> SigId {
        let (is_abstract, is_enum, is_library) = (true, true, true);
        let top = Sig { is_abstract, is_enum, is_library, ..Sig::new(name, span) };
        self.sig_modules.push(self.place.module);
        self.model.sigs.push(top)
    }

    fn meta_atom(&mut self, top: SigId, mut atom: Sig, module: ModuleId) -> SigId {
        atom.path = format!("{}{}", self.modules[module].path, atom.name);
        atom.kind = SigKind::Extends(top);
        atom.multiplicity = SigMultiplicity::One;
        atom.is_library = true;
        let name = atom.name.clone();
        let id = self.model.sigs.push(atom);
        self.sig_modules.push(module);
        self.model.sigs[top].children.push(id);
        self.modules[module].sigs.insert(name, id);
        id
    }

    fn meta_atoms(&self) -> impl Iterator<Item = SigId> {
        let fields = self.meta.fields.iter().map(|&(atom, _)| atom);
        self.meta.sigs.iter().map(|&(atom, _)| atom).chain(fields)
    }
}

// Names.

impl Resolver<'_> {
    /// What a name stands for in a spec that speaks of itself, beside what is declared by that name.
    pub(crate) fn of_meta(&self, name: &str, span: Span) -> Vec<(Expr, Type)> {
        if self.meta.sigs.is_empty() || self.place.reach != Nameable::All {
            return Vec::new();
        }
        match name.strip_prefix("this/").unwrap_or(name) {
            SIGS => vec![self.meta_set(self.meta.sigs.iter().map(|&(atom, _)| atom), span)],
            FIELDS => vec![self.meta_set(self.meta.fields.iter().map(|&(atom, _)| atom), span)],
            "static$" => vec![self.meta_set(self.changing(false), span)],
            "var$" => vec![self.meta_set(self.changing(true), span)],
            VALUE => self.values(span),
            OWN_FIELDS => self.leading(span, |sig| self.atoms_of_fields(&[sig])),
            ALL_FIELDS => self.leading(span, |sig| self.atoms_of_fields(&self.descendants(sig))),
            PARENT => self.leading(span, |sig| match self.model.sigs[sig].kind {
                SigKind::Extends(parent) => self.atom_of_sig(parent).into_iter().collect(),
                _ => Vec::new(),
            }),
            _ => Vec::new(),
        }
    }

    /// The atoms of what is declared by `var`, or of what is not.
    fn changing(&self, is_variable: bool) -> impl Iterator<Item = SigId> {
        let sigs = self
            .meta
            .sigs
            .iter()
            .filter(move |(_, sig)| self.vars.contains_key(sig) == is_variable);
        let is_field = move |field: FieldId| self.model.fields[field].is_variable == is_variable;
        let fields = self.meta.fields.iter().filter(move |&&(_, field)| is_field(field));
        sigs.map(|&(atom, _)| atom).chain(fields.map(|&(atom, _)| atom))
    }

    /// The set of some atoms: the whole of `sig$` or `field$` by its own name.
    fn meta_set(&self, atoms: impl Iterator<Item = SigId>, span: Span) -> (Expr, Type) {
        let atoms: Vec<SigId> = atoms.collect();
        if let Some(&first) = atoms.first()
            && let SigKind::Extends(top) = self.model.sigs[first].kind
            && self.model.sigs[top].children == atoms
        {
            return (set(top, span), Type::of(top));
        }
        let products = atoms.iter().map(|&atom| vec![atom]).collect();
        match union(atoms.iter().map(|&atom| set(atom, span)).collect()) {
            Some(all) => (all, Type { products }),
            None => (Expr { kind: ExprKind::Empty, arity: 1, span }, Type::empty(1)),
        }
    }

    fn values(&self, span: Span) -> Vec<(Expr, Type)> {
        let sigs = self.meta.sigs.iter().map(|&(atom, sig)| {
            self.leading_from(atom, (set(sig, span), self.model.type_of_sig(sig)), span)
        });
        let fields = self
            .meta
            .fields
            .iter()
            .map(|&(atom, field)| self.leading_from(atom, self.plain_field(field, span), span));
        sigs.chain(fields).collect()
    }

    /// For each sig the relation that leads from its atom to others.
    fn leading(&self, span: Span, to: impl Fn(SigId) -> Vec<SigId>) -> Vec<(Expr, Type)> {
        let leading = |&(atom, sig): &(SigId, SigId)| {
            self.leading_from(atom, self.meta_set(to(sig).into_iter(), span), span)
        };
        self.meta.sigs.iter().map(leading).collect()
    }

    fn leading_from(&self, atom: SigId, (to, ty): (Expr, Type), span: Span) -> (Expr, Type) {
        (binary(RelationOp::Product, set(atom, span), to), Type::of(atom).product(&ty))
    }

    fn atom_of_sig(&self, of: SigId) -> Option<SigId> {
        self.meta.sigs.iter().find(|(_, sig)| *sig == of).map(|&(atom, _)| atom)
    }

    /// The atoms of the fields that some sigs declare.
    fn atoms_of_fields(&self, sigs: &[SigId]) -> Vec<SigId> {
        let is_theirs = |field: FieldId| sigs.contains(&self.model.fields[field].sig);
        let theirs = self.meta.fields.iter().filter(|&&(_, field)| is_theirs(field));
        theirs.map(|&(atom, _)| atom).collect()
    }

    /// A sig and all that extend it.
    fn descendants(&self, sig: SigId) -> Vec<SigId> {
        let mut all = vec![sig];
        let mut next = 0;
        while let Some(&sig) = all.get(next) {
            all.extend(&self.model.sigs[sig].children);
            next += 1;
        }
        all
    }
}

// Quantifiers over such atoms.

/// What a formula says of one atom.
pub(crate) struct AtomCase {
    atom: Expr,
    /// That the atom is in the range, unless it surely is.
    is_meant: Option<Formula>,
    body: Formula,
}

impl Resolver<'_> {
    /// The body for each atom over which the only variable ranges. `None` if it ranges over anything else.
    pub(crate) fn meta_cases(
        &mut self,
        declarations: &[ast::Declaration],
        body: &ast::Expr,
    ) -> Result<Option<Vec<AtomCase>>> {
        let [declaration] = declarations else { return Ok(None) };
        let [name] = declaration.names.as_slice() else { return Ok(None) };
        if self.meta.sigs.is_empty() {
            return Ok(None);
        }
        let declared = self.scoped(|resolver| resolver.declarations(declarations))?;
        let (variable, domain) = (declared[0].variables[0], declared[0].atoms().cloned());
        let (Some(domain), Some(ValueKind::Relation(ty))) =
            (domain, self.variables.get(&variable).cloned())
        else {
            return Ok(None);
        };
        if ty.is_empty() || !ty.products.iter().all(|product| self.model.is_meta(product[0])) {
            return Ok(None);
        }
        let atoms: Vec<SigId> = self.meta_atoms().collect();
        let mut cases = Vec::new();
        for atom in atoms {
            if self.model.overlaps(&Type::of(atom), &ty) {
                cases.push(self.meta_case(
                    &name.text,
                    set(atom, name.span),
                    atom,
                    &domain,
                    body,
                )?);
            }
        }
        Ok(Some(cases))
    }

    /// The body with an atom in the variable's place. Remarks about it would be made once for each atom.
    fn meta_case(
        &mut self,
        name: &str,
        atom: Expr,
        sig: SigId,
        domain: &Expr,
        body: &ast::Expr,
    ) -> Result<AtomCase> {
        let node = PendingNode::done(atom.clone(), Type::of(sig));
        let node = self.substituted(node, body.span)?;
        self.place.expansions += 1;
        let resolved = self.scoped(|resolver| {
            resolver.place.locals.push((name.to_owned(), Local::Node(Box::new(node))));
            resolver.formula(body)
        });
        self.place.expansions -= 1;
        let is_whole = match (&domain.kind, &self.model.sigs[sig].kind) {
            (ExprKind::Sig(whole), SigKind::Extends(top)) => whole == top || *whole == sig,
            _ => false,
        };
        let is_meant = (!is_whole).then(|| subset(atom.clone(), domain.clone(), domain.span));
        Ok(AtomCase { atom, is_meant, body: resolved? })
    }
}

impl AtomCase {
    fn both(self, span: Span) -> Formula {
        conjunction(self.is_meant.into_iter().chain([self.body]).collect(), span)
    }
}

/// `all x: sig$ | F`.
pub(crate) fn in_all_cases(cases: Vec<AtomCase>, span: Span) -> Formula {
    let case = |case: AtomCase| match case.is_meant {
        Some(is_meant) => implies(is_meant, case.body, span),
        None => case.body,
    };
    conjunction(cases.into_iter().map(case).collect(), span)
}

/// `some x: sig$ | F`.
pub(crate) fn in_some_case(cases: Vec<AtomCase>, span: Span) -> Formula {
    let cases = cases.into_iter().map(|case| case.both(span)).collect();
    Formula { kind: FormulaKind::Or(cases), span }
}

/// `{ x: sig$ | F }`.
pub(crate) fn atoms_of_cases(cases: Vec<AtomCase>, span: Span) -> (Expr, Type) {
    let none = || Expr { kind: ExprKind::Empty, arity: 1, span };
    let products = cases.iter().filter_map(|case| match case.atom.kind {
        ExprKind::Sig(sig) => Some(vec![sig]),
        _ => None,
    });
    let ty = Type { products: products.collect() };
    let atoms = cases.into_iter().map(|case| {
        let atom = Box::new(case.atom.clone());
        let kind = ExprKind::Conditional(Box::new(case.both(span)), atom, Box::new(none()));
        Expr { kind, arity: 1, span }
    });
    match union(atoms.collect()) {
        Some(all) => (all, ty),
        None => (none(), Type::empty(1)),
    }
}
