//! The sentences about numbers, values of enums, sequences and maps.

use super::terms::Terms;
use super::vocabulary::RelationLink;

impl Terms<'_> {
    /// Sorted along; distinct, positive; counts; search order; balanced.
    pub fn of_keys(&mut self) {
        let words = self.words;
        let [n, m] = &words.variables;
        for (key, of) in &words.keys {
            let (k, s) = (&key.text, self.sig(*of));
            self.add(&[key], 1, format!("all disj {n}, {m}: {s} | {n}.{k} != {m}.{k}"));
            self.add(&[key], 0, format!("all {n}: {s} | {n}.{k} > 0"));
            self.add(&[key], 0, format!("all {n}: {s} | {n}.{k} >= 0"));
            self.add(&[key], 0, format!("{s}.{k} = Int"));
            for link in words.links.iter().filter(|link| link.from == *of) {
                let x = &link.word.text;
                let text = format!(
                    "all disj {n}, {m}: {s} | {n}.{x} = {m}.{x} implies {n}.{k} != {m}.{k}"
                );
                self.add(&[key, &link.word], 1, text);
            }
            let steps: Vec<&RelationLink> =
                words.steps.iter().filter(|step| step.from == *of).collect();
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
                for step in &steps {
                    let (e, p, all) = (&step.word.text, &r.text, [key, r, &step.word]);
                    for sign in ["<", "=<", ">", ">="] {
                        let less = format!("{n}.{k} {sign} {m}.{k}");
                        self.add(&all, 1, format!("all {n}: {p}.*{e}, {m}: {n}.{e} | {less}"));
                        self.add(
                            &all,
                            2,
                            format!("all {n}: {s} - {p}, {m}: {n}.{e} - {p} | {less}"),
                        );
                    }
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
        let plain: Vec<&RelationLink> = words.steps.iter().filter(|step| step.is_plain).collect();
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
    pub fn of_colors(&mut self) {
        let words = self.words;
        let [n, m] = &words.variables;
        for (color, of, values) in &words.colors {
            let (c, s) = (&color.text, self.sig(*of));
            let steps: Vec<&RelationLink> =
                words.steps.iter().filter(|step| step.from == *of).collect();
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

    /// What fields of three columns lead to is in one place at most.
    pub fn of_places(&mut self) {
        let words = self.words;
        let m = &words.variables[1];
        for (at, (place, of)) in words.places.iter().enumerate() {
            let (x, t) = (&place.text, self.sig(*of));
            self.add(&[place], 0, format!("all {m}: {t} | lone {x}.{m}"));
            self.add(&[place], 0, format!("all {m}: {t} | one {x}.{m}"));
            for part in self.parts(*of) {
                let text = format!("all {m}: {} | lone {x}.{m}", part.text);
                self.add(&[place, &part], 0, text);
            }
            for (other, _) in words.places[..at].iter().filter(|(_, on)| on == of) {
                let text = format!("all {m}: {t} | lone {x}.{m} + {}.{m}", other.text);
                self.add(&[place, other], 0, text);
            }
        }
    }

    /// What is in a sequence stands there once; sequences have something, and are as long as one another.
    pub fn of_sequences(&mut self) {
        let words = self.words;
        let n = &words.variables[0];
        for (at, (sequence, of)) in words.sequences.iter().enumerate() {
            let (q, s) = (&sequence.text, self.sig(*of));
            self.add(&[sequence], 0, format!("all {n}: {s} | not {n}.{q}.hasDups"));
            self.add(&[sequence], 0, format!("all {n}: {s} | some {n}.{q}"));
            for (number, word) in [(1, "1"), (2, "2"), (3, "3")] {
                self.add(&[sequence], number, format!("all {n}: {s} | #{n}.{q} =< {word}"));
            }
            for (other, _) in words.sequences[..at].iter().filter(|(_, on)| on == of) {
                let r = &other.text;
                for [a, b] in [[q, r], [r, q]] {
                    let both = [sequence, other];
                    self.add(&both, 0, format!("all {n}: {s} | #{n}.{a} = #{n}.{b}"));
                    self.add(
                        &both,
                        2,
                        format!("all {n}: {s} | some {n}.{a} implies #{n}.{a} = plus[#{n}.{b}, 1]"),
                    );
                }
            }
        }
    }

    /// Numbers that the heap names: counts, and how they compare.
    pub fn of_numbers(&mut self) {
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
