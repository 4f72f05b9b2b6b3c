//! The grammar of terms: the sentences that people write of their structures, over the words of a spec.
//!
//! Each is made as text and read by the language, so that whatever is proposed can be pasted into the spec.
//! Its size is one for what it says, and the names and signs in the words that it says it of.

use korrel_lang::model::{Model, SigId};

use super::vocabulary::{Link, Vocabulary, Word};

/// A formula that may be a conjunct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub text: String,
    pub size: usize,
}

/// All terms over some words, each once.
pub(super) fn terms(model: &Model, words: &Vocabulary) -> Vec<Term> {
    let mut made = Terms { model, words, terms: Vec::new() };
    made.within_a_sig();
    made.between_sigs();
    made.of_starts();
    made.of_keys();
    made.of_colors();
    made.of_numbers();
    let mut terms = made.terms;
    let mut seen = std::collections::HashSet::new();
    terms.retain(|term| seen.insert(term.text.clone()));
    terms
}

struct Terms<'t> {
    model: &'t Model,
    words: &'t Vocabulary,
    terms: Vec<Term>,
}

impl<'t> Terms<'t> {
    fn add(&mut self, of: &[&Word], extra: usize, text: String) {
        let size = 1 + extra + of.iter().map(|word| word.size).sum::<usize>();
        self.terms.push(Term { text, size });
    }

    fn sig(&self, sig: SigId) -> &'t str {
        &self.model.sigs[sig].path
    }

    fn parts(&self, of: SigId) -> Vec<Word> {
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

    fn pair_of_links(&mut self, a: &Link, b: &Link, is_later: bool, is_same: bool) {
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
                    }
                }
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

    /// Sorted along; distinct, positive; counts; search order; balanced.
    fn of_keys(&mut self) {
        let words = self.words;
        let [n, m] = &words.variables;
        for (key, of) in &words.keys {
            let (k, s) = (&key.text, self.sig(*of));
            self.add(&[key], 1, format!("all disj {n}, {m}: {s} | {n}.{k} != {m}.{k}"));
            self.add(&[key], 0, format!("all {n}: {s} | {n}.{k} > 0"));
            self.add(&[key], 0, format!("all {n}: {s} | {n}.{k} >= 0"));
            self.add(&[key], 0, format!("{s}.{k} = Int"));
            let steps: Vec<&Link> = words.steps.iter().filter(|step| step.from == *of).collect();
            for step in &steps {
                let (e, both) = (&step.word.text, [key, &step.word]);
                for sign in ["<", "=<", ">", ">="] {
                    self.add(
                        &both,
                        1,
                        format!("all {n}: {s}, {m}: {n}.{e} | {n}.{k} {sign} {m}.{k}"),
                    );
                    self.add(
                        &both,
                        2,
                        format!("all {n}: {s}, {m}: {n}.^{e} | {n}.{k} {sign} {m}.{k}"),
                    );
                }
                self.add(&both, 1, format!("all {n}: {s} | {n}.{k} = #{n}.{e}"));
                self.add(&both, 1, format!("all {n}: {s} | {n}.{k} = #{n}.*{e}"));
                self.add(&both, 1, format!("all {n}: {s} | {n}.{k} = #{n}.^{e}"));
                self.add(&both, 1, format!("all {n}: {s} | {n}.{k} = #{n}.^~{e}"));
                self.add(&both, 1, format!("all {n}: {s} | {n}.{k} = #{e}.{n}"));
                for all in steps.iter().filter(|all| step.is_plain && !all.is_plain) {
                    let (u, three) = (&all.word.text, [key, &step.word, &all.word]);
                    for sign in ["<", "=<", ">", ">="] {
                        self.add(
                            &three,
                            1,
                            format!("all {n}: {s}, {m}: {n}.{e}.*{u} | {m}.{k} {sign} {n}.{k}"),
                        );
                    }
                }
                for other in steps.iter().filter(|other| step.is_plain && other.is_plain) {
                    let (f, three) = (&other.word.text, [key, &step.word, &other.word]);
                    if e < f {
                        let [a, b] = [e, f].map(|e| format!("int[{n}.{e}.{k}]"));
                        self.add(
                            &three,
                            1,
                            format!("all {n}: {s} | minus[{a}, {b}] =< 1 and minus[{b}, {a}] =< 1"),
                        );
                        let more =
                            format!("all {n}: {s} | {n}.{k} = plus[1, {a} > {b} => {a} else {b}]");
                        self.add(&three, 3, more);
                    } else {
                        let text = format!("all {n}: {s} | {n}.{k} = #{n}.{e}.*{f}");
                        self.add(&three, 1, text);
                    }
                }
            }
            for start in words.starts.iter().filter(|start| start.of == *of) {
                let r = &start.word;
                for sign in ["=<", ">="] {
                    let text = format!("all {n}: {s} | {}.{k} {sign} {n}.{k}", r.text);
                    self.add(&[key, r], 1, text);
                }
                for other in words.starts.iter().filter(|other| other.of == *of) {
                    for sign in ["=<", ">="] {
                        let (p, q) = (&r.text, &other.word.text);
                        let text = format!("all {n}: {q} | {p}.{k} {sign} {n}.{k}");
                        self.add(&[key, r, &other.word], 1, text);
                    }
                }
            }
            for (other, _) in words.keys.iter().filter(|(other, on)| on == of && other != key) {
                for sign in ["=", "<", "=<"] {
                    let text = format!("all {n}: {s} | {n}.{k} {sign} {n}.{}", other.text);
                    self.add(&[key, other], 0, text);
                }
            }
        }
        self.of_balance();
    }

    /// Subtrees of two fields have sizes that differ by at most one.
    fn of_balance(&mut self) {
        let words = self.words;
        let n = &words.variables[0];
        let plain: Vec<&Link> = words.steps.iter().filter(|step| step.is_plain).collect();
        for (at, b) in plain.iter().enumerate() {
            for a in plain[..at].iter().filter(|a| a.from == b.from) {
                let (s, x, y) = (self.sig(a.from), &a.word.text, &b.word.text);
                let [l, r] = [x, y].map(|e| format!("#{n}.{e}.*({x} + {y})"));
                let text = format!("all {n}: {s} | minus[{l}, {r}] =< 1 and minus[{r}, {l}] =< 1");
                self.add(&[&a.word, &b.word], 2, text);
            }
        }
    }

    /// What has one value of an enum: a root, the neighbours of others, those without a neighbour.
    fn of_colors(&mut self) {
        let words = self.words;
        let [n, m] = &words.variables;
        for (color, of, values) in &words.colors {
            let (c, s) = (&color.text, self.sig(*of));
            let steps: Vec<&Link> = words.steps.iter().filter(|step| step.from == *of).collect();
            for step in &steps {
                let (e, both) = (&step.word.text, [color, &step.word]);
                self.add(&both, 1, format!("all {n}: {s} | no {n}.{c} & {n}.{e}.{c}"));
                self.add(&both, 1, format!("all {n}: {s} | {n}.{e}.{c} in {n}.{c}"));
            }
            for value in values {
                self.add(&[color], 1, format!("all {n}: {s} | {n}.{c} = {value}"));
                self.add(&[color], 1, format!("lone {c}.{value}"));
                self.add(&[color], 1, format!("some {c}.{value}"));
                for start in words.starts.iter().filter(|start| start.of == *of) {
                    self.add(
                        &[color, &start.word],
                        1,
                        format!("{}.{c} in {value}", start.word.text),
                    );
                    self.add(
                        &[color, &start.word],
                        2,
                        format!("{}.{c} = {value}", start.word.text),
                    );
                }
                for step in &steps {
                    let (e, both) = (&step.word.text, [color, &step.word]);
                    self.add(
                        &both,
                        2,
                        format!("all {n}: {c}.{value} | {value} not in {n}.{e}.{c}"),
                    );
                    self.add(&both, 2, format!("all {n}: {c}.{value} | some {n}.{e}"));
                    self.add(&both, 2, format!("all {n}: {c}.{value} | no {n}.{e}"));
                    let [a, b] = [n, m].map(|at| format!("#({at}.*~{e} & {c}.{value})"));
                    let level = format!(
                        "all {n}, {m}: {s} | lone {n}.{e} and lone {m}.{e} implies {a} = {b}"
                    );
                    self.add(&both, 5, level);
                }
            }
        }
    }

    /// Numbers that the heap names: counts, and how they compare.
    fn of_numbers(&mut self) {
        let words = self.words;
        for number in &words.numbers {
            let i = &number.text;
            self.add(&[number], 0, format!("{i} > 0"));
            self.add(&[number], 0, format!("{i} >= 0"));
            for &top in &words.tops {
                self.add(&[number], 1, format!("{i} = #{}", self.sig(top)));
            }
            for start in &words.starts {
                self.add(&[number, &start.word], 0, format!("{i} = #{}", start.word.text));
                for step in words.steps.iter().filter(|step| step.from == start.of) {
                    let text = format!("{i} = #{}.*{}", start.word.text, step.word.text);
                    self.add(&[number, &start.word, &step.word], 0, text);
                }
            }
            for other in words.numbers.iter().filter(|other| *other != number) {
                for sign in ["=", "<", "=<"] {
                    self.add(&[number, other], 0, format!("{i} {sign} {}", other.text));
                }
            }
        }
    }
}
