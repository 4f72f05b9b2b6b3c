//! The grammar of terms: the sentences that people write of their structures, over the words of a spec.
//!
//! Each is made as text and read by the language, so that whatever is proposed can be pasted into the spec.
//! Its size is one for what it says, and the names and signs in the words that it says it of.

use korrel_lang::model::{Model, SigId};

use super::vocabulary::{RelationLink, Vocabulary, VocabularyWord};

/// A formula that may be a conjunct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub text: String,
    pub size: usize,
}

/// All terms over some words, each once.
pub(super) fn terms(model: &Model, words: &Vocabulary) -> Vec<Term> {
    let mut made = Terms::new(model, words);
    made.within_a_sig();
    made.between_sigs();
    made.of_starts();
    made.of_keys();
    made.of_colors();
    made.of_numbers();
    made.of_sequences();
    made.of_places();
    made.distinct()
}

pub(super) struct Terms<'t> {
    model: &'t Model,
    pub words: &'t Vocabulary,
    terms: Vec<Term>,
}

impl<'t> Terms<'t> {
    pub fn new(model: &'t Model, words: &'t Vocabulary) -> Terms<'t> {
        Terms { model, words, terms: Vec::new() }
    }

    /// The terms, each once.
    pub fn distinct(mut self) -> Vec<Term> {
        let mut seen = std::collections::HashSet::new();
        self.terms.retain(|term| seen.insert(term.text.clone()));
        self.terms
    }

    pub fn model(&self) -> &'t Model {
        self.model
    }

    pub fn add(&mut self, of: &[&VocabularyWord], extra: usize, text: String) {
        let size = 1 + extra + of.iter().map(|word| word.size).sum::<usize>();
        self.terms.push(Term { text, size });
    }

    pub fn sig(&self, sig: SigId) -> &'t str {
        &self.model.sigs[sig].path
    }

    pub fn parts(&self, of: SigId) -> Vec<VocabularyWord> {
        let parts = self.words.parts.iter().filter(|(_, top)| *top == of);
        parts.map(|(word, _)| word.clone()).collect()
    }

    /// Acyclic, one parent, inverse of, disjoint, orders, and how many steps lead on.
    fn within_a_sig(&mut self) {
        let words = self.words;
        let [n, m] = &words.variables;
        for step in &words.steps {
            let (e, s) = (&step.word, self.sig(step.from));
            let x = &e.text;
            let texts = [
                (0, format!("no {n}: {s} | {n} in {n}.^{x}")),
                (0, format!("all {n}: {s} | lone {x}.{n}")),
                (0, format!("no {n}: {s} | {n} in {n}.{x}")),
                (0, format!("all {n}: {s} | lone {n}.{x}")),
                (0, format!("all {n}: {s} | some {n}.{x}")),
                (0, format!("all {n}: {s} | some {x}.{n}")),
                (0, format!("lone {n}: {s} | no {n}.{x}")),
                (0, format!("lone {n}: {s} | no {x}.{n}")),
                (0, format!("some {n}: {s} | no {x}.{n}")),
                (0, format!("all {n}: {s} | {n} in {n}.^{x}")),
                (0, format!("{x} = ~{x}")),
                (1, format!("all disj {n}, {m}: {s} | {m} not in {n}.{x} or {n} not in {m}.{x}")),
                (0, format!("{x}.{x} in {x}")),
                (0, format!("all {n}: {s} | {n} in {n}.{x}")),
                (0, format!("all {n}, {m}: {s} | {m} in {n}.{x} or {n} in {m}.{x}")),
                (1, format!("all disj {n}, {m}: {s} | {m} in {n}.{x} or {n} in {m}.{x}")),
                (0, format!("all {n}, {m}: {s} | {m} in {n}.*{x} or {n} in {m}.*{x}")),
                (0, format!("all {n}, {m}: {s} | {m} in {n}.*({x} + ~{x})")),
                (0, format!("all {n}, {m}: {s} | {m} in {n}.*{x}")),
                (
                    2,
                    format!(
                        "all {n}, {m}: {s} | no {n}.{x} and no {m}.{x} implies #{n}.^~{x} = #{m}.^~{x}"
                    ),
                ),
            ];
            for (extra, text) in texts {
                self.add(&[e], extra, text);
            }
            let parts = self.parts(step.from);
            for part in &parts {
                let p = &part.text;
                self.add(&[e, part], 0, format!("{p}.{x} in {p}"));
                self.add(&[e, part], 0, format!("no {p}.{x}"));
                self.add(&[e, part], 0, format!("{x}.{p} in {p}"));
                self.add(&[e, part], 1, format!("no {p}.{x} & {p}"));
                self.add(&[e, part], 0, format!("all {n}: {p} | lone {x}.{n}"));
                self.add(&[e, part], 0, format!("all {n}: {p} | lone {n}.{x}"));
                self.add(&[e, part], 0, format!("all {n}: {p} | some {n}.{x}"));
                for other in &parts {
                    let q = &other.text;
                    self.add(&[e, part, other], 0, format!("{p}.{x} in {q}"));
                    self.add(&[e, part, other], 1, format!("all {n}: {p} | lone {n}.{x} & {q}"));
                }
            }
        }
        self.pairs_of_steps();
    }

    fn pairs_of_steps(&mut self) {
        let words = self.words;
        let n = &words.variables[0];
        for (at, a) in words.steps.iter().enumerate() {
            for (other, b) in words.steps.iter().enumerate() {
                if at == other || a.from != b.from {
                    continue;
                }
                let s = self.sig(a.from);
                let (x, y) = (&a.word.text, &b.word.text);
                let both = [&a.word, &b.word];
                self.add(&both, 0, format!("{x} in ~{y}"));
                self.add(&both, 0, format!("{x} in ^{y}"));
                self.add(&both, 0, format!("{x} in {y}"));
                self.add(&both, 1, format!("all {n}: {s} | some {n}.{x} implies some {n}.{y}"));
                self.add(&both, 1, format!("all {n}: {s} | {n}.{x}.{y} in {n}"));
                self.add(&both, 2, format!("all {n}: {s} | {n}.{x}.*{y} = {y}.{n}"));
                if other < at {
                    self.add(&both, 0, format!("{x} = ~{y}"));
                    self.add(&both, 0, format!("all {n}: {s} | no {n}.{x} & {n}.{y}"));
                    self.add(&both, 1, format!("no {s}.{x} & {s}.{y}"));
                    self.add(&both, 1, format!("all {n}: {s} | some {n}.{x} iff some {n}.{y}"));
                    self.add(&both, 1, format!("all {n}: {s} | no {n}.^{x} & {n}.^{y}"));
                    self.add(
                        &both,
                        2,
                        format!("all {n}: {s} | no {n}.{x}.*({x} + {y}) & {n}.{y}.*({x} + {y})"),
                    );
                }
            }
        }
    }

    /// Total, functional, injective, covering; inverse of, disjoint, included.
    fn between_sigs(&mut self) {
        let words = self.words;
        let [n, m] = &words.variables;
        for link in &words.links {
            let (s, t, x) = (self.sig(link.from), self.sig(link.to), &link.word.text);
            let of = [&link.word];
            self.add(&of, 0, format!("{t} in {s}.{x}"));
            self.add(&of, 0, format!("all {m}: {t} | lone {x}.{m}"));
            self.add(&of, 0, format!("all {m}: {t} | one {x}.{m}"));
            self.add(&of, 0, format!("all {n}: {s} | some {n}.{x}"));
            self.add(&of, 0, format!("all {n}: {s} | lone {n}.{x}"));
            self.add(&of, 1, format!("all disj {n}, {m}: {s} | no {n}.{x} & {m}.{x}"));
            self.add(&of, 1, format!("all disj {n}, {m}: {s} | {n}.{x} != {m}.{x}"));
            for step in words.steps.iter().filter(|step| step.from == link.from) {
                let (e, both) = (&step.word.text, [&link.word, &step.word]);
                self.add(&both, 1, format!("all {n}: {s} | {n}.{e}.{x} in {n}.{x}"));
                self.add(&both, 1, format!("all {n}: {s} | no {n}.{x} & {n}.{e}.{x}"));
                self.add(&both, 1, format!("all {n}: {s} | no {n}.{x} & {n}.^{e}.{x}"));
            }
            for step in words.steps.iter().filter(|step| step.from == link.to) {
                let (e, both) = (&step.word.text, [&link.word, &step.word]);
                self.add(&both, 1, format!("all {n}: {s} | no {n}.{x}.{e} & {n}.{x}"));
                self.add(&both, 2, format!("all {n}: {s} | no {n}.{x}.*{e}.{e} & {n}.{x}.*{e}"));
                self.add(&both, 1, format!("all {n}: {s} | {n}.{x}.{e} in {n}.{x}"));
            }
        }
        for (at, a) in words.links.iter().enumerate() {
            for (other, b) in words.links.iter().enumerate() {
                self.pair_of_links(a, b, at > other, at == other);
            }
        }
    }

    fn pair_of_links(&mut self, a: &RelationLink, b: &RelationLink, is_later: bool, is_same: bool) {
        if is_same {
            return;
        }
        let n = &self.words.variables[0];
        let (s, x, y) = (self.sig(a.from), &a.word.text, &b.word.text);
        let both = [&a.word, &b.word];
        if (a.from, a.to) == (b.to, b.from) {
            self.add(&both, 0, format!("{x} in ~{y}"));
            if is_later {
                self.add(&both, 0, format!("{x} = ~{y}"));
            }
        }
        if (a.from, a.to) == (b.from, b.to) {
            self.add(&both, 0, format!("{x} in {y}"));
            self.add(&both, 1, format!("all {n}: {s} | some {n}.{x} implies some {n}.{y}"));
            if is_later {
                self.add(&both, 0, format!("all {n}: {s} | no {n}.{x} & {n}.{y}"));
                self.add(&both, 1, format!("no {s}.{x} & {s}.{y}"));
            }
        }
    }

    /// Reached from a root; roots without parents; parts that roots lie in.
    fn of_starts(&mut self) {
        let words = self.words;
        for start in &words.starts {
            let (r, s) = (&start.word, self.sig(start.of));
            let p = &r.text;
            for quantity in ["some", "no", "lone", "one"] {
                self.add(&[r], 0, format!("{quantity} {p}"));
            }
            self.add(&[r], 0, format!("{s} = {p}"));
            for part in &self.parts(start.of) {
                self.add(&[r, part], 0, format!("{p} in {}", part.text));
                self.add(&[r, part], 0, format!("no {p} & {}", part.text));
                self.add(&[r, part], 0, format!("{} in {p}", part.text));
            }
            for step in words.steps.iter().filter(|step| step.from == start.of) {
                let (e, both) = (&step.word.text, [r, &step.word]);
                self.add(&both, 0, format!("{s} = {p}.*{e}"));
                self.add(&both, 0, format!("no {e}.{p}"));
                self.add(&both, 0, format!("no {p}.{e}"));
                self.add(&both, 1, format!("{p} in {p}.^{e}"));
                self.add(&both, 1, format!("no {p} & {p}.^{e}"));
                self.add(&both, 0, format!("some {p}.{e}"));
                for other in words.starts.iter().filter(|other| other.of == start.of) {
                    if other.word != start.word {
                        let (q, all) = (&other.word.text, [r, &step.word, &other.word]);
                        self.add(&all, 0, format!("{q} in {p}.*{e}"));
                        self.add(&all, 0, format!("{q} = {p}.*{e}"));
                        self.add(&all, 1, format!("no {p}.*{e} & {q}.*{e}"));
                        self.add(&all, 1, format!("{s} = ({p} + {q}).*{e}"));
                    }
                }
            }
            let own = words.links.iter().chain(&words.steps).filter(|link| link.is_plain);
            let own = own.filter(|link| link.from == start.of).map(|link| &link.word);
            let keys = words.keys.iter().filter(|(_, of)| *of == start.of).map(|(key, _)| key);
            for x in own.chain(keys) {
                let n = &words.variables[0];
                self.add(&[r, x], 1, format!("all {n}: {s} | no {n}.{} iff {n} in {p}", x.text));
                self.add(&[r, x], 1, format!("all {n}: {s} | some {n}.{} iff {n} in {p}", x.text));
            }
            for link in words.links.iter().filter(|link| link.from == start.of) {
                let (x, t) = (&link.word.text, self.sig(link.to));
                self.add(&[r, &link.word], 0, format!("some {p}.{x}"));
                self.add(&[r, &link.word], 0, format!("no {p}.{x}"));
                self.add(&[r, &link.word], 0, format!("{t} = {p}.{x}"));
            }
            for other in words.starts.iter().filter(|other| other.of == start.of) {
                if other.word != start.word {
                    let both = [r, &other.word];
                    let q = &other.word.text;
                    self.add(&both, 0, format!("{p} in {q}"));
                    self.add(&both, 0, format!("{p} = {q}"));
                    self.add(&both, 0, format!("no {p} & {q}"));
                    self.add(&both, 1, format!("some {p} implies some {q}"));
                }
            }
        }
    }
}
