//! A list or a count that others can check: its formula, the symmetry of that, and the steps of the search.
//!
//! *Problem.* That a list of instances is complete, and holds one of each class, is believed because witnesses agree.
//!
//! *Choice.* The search lists the models of a formula that anybody can read (`translate/clauses/plain.rs`): no symmetry
//! in it, no numbers without clauses, no compiled form. What it learns follows by propagation. What it refuses comes
//! with the permutation that makes the labelling greater, so the greatest of all labellings is never refused. That
//! permuting atoms maps models to models is proven for each two neighbours of a class (`symmetry.rs`). docs/certificate.md
//! is the format, and says why this is enough.
//!
//! Where all classes are numbered by discovery, cells are ordered so that this is the greatest labelling, too
//! (`discovery.rs`), and nothing is tested. Where only some are, none is: a certified list may then show another labelling of a
//! class than `find` does.
//!
//! *Rejected.* Proofs by dominance (VeriPB): the order of all labellings is long there, and each refusal is a proof of its own.

mod cells;
mod counted;
mod discovery;
mod parts;
mod shown;
mod symmetry;

use std::fmt::Write as _;
use std::sync::Arc;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::CommandKind;
use korrel_sat::{Effort, Enumerator, Listing, Lit, Options, ProofLog, Statistics, Step};
use korrel_translate::{
    Cell, PlainTranslation, Symmetry, Translation, TranslationFailure, translate_plainly,
};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json, json};

use crate::canonical::{CanonicalPrefixes, Canonicity, SharedCanonicity};
use crate::heap::Schema;
use crate::problem::Problem;
use crate::regions::cube::Region;
use crate::regions::deal::Shard;
use crate::regions::shard::ShardCut;
use crate::search::instances::Instances;
use crate::search::stream::Stream;
use crate::search::walk::Walk;

use self::parts::CertifiedPart;
pub use symmetry::SymmetryProof;

/// A question whose list is to be proven.
pub struct Certificate<'p> {
    problem: &'p Problem<'p>,
    /// That of the problem, where all labellings are compared.
    symmetry: Symmetry,
    plain: PlainTranslation,
    /// The variable of each open cell, as a literal.
    literals: FxHashMap<Cell, Lit>,
    /// How a line shows each open cell.
    shown: Vec<Json>,
    /// The values that each atom may have in a line.
    atoms: Vec<Json>,
    /// The part of the list that is to be proven, unless all of it is.
    part: Option<CertifiedPart>,
}

impl<'p> Certificate<'p> {
    /// Of the problem's classes, all must be numbered by discovery or none.
    ///
    /// # Errors
    /// A question for which there are no certificates; a construct that cannot be translated; a stop.
    pub fn new(
        problem: &'p Problem<'p>,
        (schema, shard): (&Schema, Option<Shard>),
        effort: &Effort,
    ) -> Result<Certificate<'p>, TranslationFailure> {
        let Problem { question, symmetry } = problem;
        let plain = translate_plainly(question, symmetry, effort)?;
        let symmetry = match symmetry.rooted.is_empty() {
            true => symmetry.clone(),
            false if symmetry.classes.is_empty() => symmetry.by_discovery(),
            false => unreachable!("there is one order of all labellings"),
        };
        if problem.is_of_maximal() {
            return Err(refused("beginnings that do not go on", "list traces"));
        }
        if plain.has_choices || !plain.translation.is_whole {
            let what = "a set or a relation that only has to exist";
            return Err(refused(what, "make it a parameter of the predicate that is run"));
        }
        let (atoms, shown) = match problem.question.traces {
            None => shown::shown(problem, schema, &plain.translation.cells)?,
            // A trace is no heap. What is proven is that there is none.
            Some(asked) if asked.command.kind == CommandKind::Check => (Vec::new(), Vec::new()),
            Some(_) => {
                return Err(refused(
                    "lists or counts of traces",
                    "certify a `check` that holds: that there is no counterexample",
                ));
            }
        };
        let literals = plain.translation.literals().into_iter();
        let literals = literals.map(|(cell, lit)| (cell.clone(), lit)).collect();
        let mut certificate =
            Certificate { problem, symmetry, plain, literals, shown, atoms, part: None };
        if !certificate.is_even() {
            let what = "a scope that has a least number of objects";
            return Err(refused(
                what,
                "leave it out, as in `2 P` for `1..2 P`, and let the predicate say `some P`",
            ));
        }
        if let Some(shard) = shard {
            let translation = Arc::new(certificate.searched());
            let tests = certificate.canonicity(effort).map(|canonicity| {
                CanonicalPrefixes::new(SharedCanonicity::new(canonicity), &translation)
            });
            let cut = ShardCut::new(shard, translation, tests, effort.clone());
            certificate.part = Some(CertifiedPart::new(cut)?);
        }
        Ok(certificate)
    }

    /// True if lines of the list can be shown, and not only that there is none.
    pub fn shows_lines(&self) -> bool {
        self.problem.question.traces.is_none()
    }

    /// What `problem.json` says beside the words of the stream's header. A count has a number.
    pub fn statement(&self, number: Option<&BigUint>) -> Map<String, Json> {
        let mut members = self.cells();
        members.insert("atoms".to_owned(), json!(self.atoms));
        members.insert("shown".to_owned(), json!(self.shown));
        members.extend(self.part.iter().flat_map(CertifiedPart::statement));
        members.extend(number.map(|number| ("count".to_owned(), json!(number.to_string()))));
        members
    }

    /// The formula as DIMACS.
    pub fn formula(&self) -> String {
        let cnf = &self.plain.formula.cnf;
        let mut text = format!("p cnf {} {}\nc p show", cnf.variables(), cnf.len());
        for variable in 1..=self.plain.translation.cells.len() {
            let _ = write!(text, " {variable}");
        }
        text.push_str(" 0\n");
        for clause in cnf.clauses() {
            for lit in clause {
                let _ = write!(text, "{} ", lit.to_dimacs());
            }
            text.push_str("0\n");
        }
        text
    }

    /// The instances, each step of whose search is told. Where the list is taken to its end, the proof is whole, but for
    /// what [`Certificate::prove_rest`] adds.
    pub fn instances(&self, log: &ProofLog, effort: &Effort) -> Instances<'p> {
        log.begin("list");
        self.prove_discovery(log);
        let walk = self.walk(self.searched(), log, effort);
        let mut stream = Stream::new(self.problem, walk, Statistics::default(), effort.clone());
        if let Some(part) = &self.part {
            stream.keep_to(part.shard(), part.own());
        }
        Instances::of_stream(self.problem, stream)
    }

    /// Proves of a part, when its list is at the end, that nothing lies beside the cubes of all parts. False if it was
    /// stopped.
    pub fn prove_rest(&self, log: &ProofLog, effort: &Effort) -> bool {
        let Some(part) = &self.part else { return true };
        let mut translation = self.searched();
        part.outside().for_each(|clause| translation.cnf.add_clause(clause));
        let mut walk = self.walk(translation, log, effort);
        walk.enter(&Region::default());
        match walk.advance() {
            Step::Exhausted => true,
            Step::Stopped => false,
            Step::Model => unreachable!("the cubes leave out a model"),
        }
    }

    /// What is searched: the formula, and what is proven of the greatest labellings beforehand.
    fn searched(&self) -> Translation {
        let mut translation = self.plain.translation.clone();
        self.discoveries()
            .iter()
            .for_each(|found| translation.cnf.add_clause(found.clause.iter().copied()));
        translation
    }

    /// A search, each step of which is told.
    fn walk(&self, translation: Translation, log: &ProofLog, effort: &Effort) -> Walk<Listing> {
        let translation = Arc::new(translation);
        let options = Options { guide_after: None, bounds_from: 0, ..Options::default() };
        let (cnf, projection) = (&translation.cnf, &translation.projection);
        let mut models = Enumerator::new(cnf, projection, options, effort.clone())
            .telling(log.clone(), translation.cells.len());
        let canonicity = self
            .canonicity(effort)
            .map(|canonicity| SharedCanonicity::new(canonicity.telling(log.clone())));
        if let Some(canonicity) = &canonicity {
            let prefixes = CanonicalPrefixes::new(canonicity.clone(), &translation);
            models.test_prefixes(Box::new(prefixes));
        }
        Walk::new(translation, Listing::new(models, effort.clone()), canonicity)
    }

    /// The test of labellings, if atoms are interchangeable, and not all of them numbered by discovery.
    fn canonicity(&self, effort: &Effort) -> Option<Canonicity> {
        let Problem { question, symmetry } = self.problem;
        (!symmetry.classes.is_empty()).then(|| {
            let translation = &self.plain.translation;
            Canonicity::new(question.model, symmetry, translation).until(effort.clone())
        })
    }
}

fn refused(what: &str, help: &str) -> TranslationFailure {
    Diagnostic::new(code::UNSUPPORTED, format!("there are no certificates of {what}"))
        .help(help)
        .into()
}
