//! The sentences that tell one heap from another: what is there, how much of it, and which is in which.
//!
//! Invariants (`terms`) are true of a whole class. These are what a person says of one heap beside them: `no new.items`,
//! `old.items[1] in old.items.last`, `#Node.elem < #Node`. Each is made as text and read by the language, too.

use korrel_lang::model::{Command, FunctionId, Model, Node, Sig, SigId, Value, VariableId};

use super::terms::{Term, Terms, terms};
use super::vocabulary::{Vocabulary, VocabularyWord, parameters, word};

/// So many items of a sequence are named.
const PLACES: usize = 3;

/// The terms of `terms`, and those about single heaps; the smallest first. `is_left_out`: predicates that say nothing, for
/// they are what is asked about.
pub(super) fn distinctions(
    model: &Model,
    command: &Command,
    words: &Vocabulary,
    is_left_out: impl Fn(&str) -> bool,
) -> Vec<Term> {
    let mut made = Terms::new(model, words);
    let sets = made.sets();
    made.of_sets(&sets);
    made.of_scalars(&sets);
    for (items, _) in &words.items {
        made.add(&[items], 0, format!("{}.hasDups", items.text));
    }
    made.of_predicates(command, is_left_out);
    let mut all = made.distinct();
    all.extend(terms(model, words));
    all.sort_by_key(|term| term.size);
    all
}

impl Terms<'_> {
    /// Sets, each with the top-level sig of its atoms.
    fn sets(&self) -> Vec<(VocabularyWord, SigId)> {
        let words = self.words;
        let mut sets: Vec<(VocabularyWord, SigId)> =
            words.starts.iter().map(|start| (start.word.clone(), start.of)).collect();
        sets.extend(words.values.iter().cloned());
        for (items, of) in &words.items {
            let mut item =
                |end: String| sets.push((word(&(items.text.clone() + &end), items.size + 1), *of));
            (0..PLACES).for_each(|place| item(format!("[{place}]")));
            [".last", ".elems"].map(str::to_owned).into_iter().for_each(item);
        }
        sets.extend(words.tops.iter().map(|top| (word(self.sig(*top), 1), *top)));
        sets.extend(words.parts.iter().cloned());
        let links = words.links.iter().chain(&words.steps).filter(|link| link.is_plain);
        let links = links.map(|link| (&link.word, link.from, link.to));
        let keys = words.keys.iter().map(|(key, of)| (key, *of, Sig::INT));
        for (link, from, to) in links.chain(keys) {
            let size = link.size + 1;
            let x = &link.text;
            sets.push((word(&format!("{}.{x}", self.sig(from)), size), to));
            for start in words.starts.iter().filter(|start| start.word.size == 1) {
                let p = &start.word.text;
                if start.of == from {
                    sets.push((word(&format!("{p}.{x}"), size), to));
                }
                if start.of == to {
                    sets.push((word(&format!("{x}.{p}"), size), from));
                }
            }
            for number in words.numbers.iter().filter(|one| to == Sig::INT && one.size == 1) {
                sets.push((word(&format!("{x}.{}", number.text), size), from));
            }
        }
        for step in words.steps.iter().filter(|step| step.is_plain) {
            for start in words.starts.iter().filter(|start| start.of == step.from) {
                let text = format!("{}.*{}", start.word.text, step.word.text);
                sets.push((word(&text, start.word.size + step.word.size + 1), start.of));
            }
        }
        let mut seen = std::collections::HashSet::new();
        sets.retain(|(set, _)| seen.insert(set.text.clone()));
        sets
    }

    fn of_sets(&mut self, sets: &[(VocabularyWord, SigId)]) {
        for (items, _) in &self.words.items {
            for quantity in ["some", "no"] {
                self.add(&[items], 0, format!("{quantity} {}", items.text));
            }
        }
        for (at, (a, of)) in sets.iter().enumerate() {
            let p = &a.text;
            for quantity in ["some", "lone", "one"] {
                self.add(&[a], 0, format!("{quantity} {p}"));
            }
            self.add(&[a], 1, format!("#{p} > 2"));
            for (other, (b, on)) in sets.iter().enumerate().filter(|(other, _)| *other != at) {
                let (q, both) = (&b.text, [a, b]);
                self.add(&both, 2, format!("#{p} < #{q}"));
                if of != on {
                    continue;
                }
                self.add(&both, 0, format!("{p} in {q}"));
                if at < other {
                    self.add(&both, 0, format!("{p} = {q}"));
                    self.add(&both, 1, format!("no {p} & {q}"));
                }
            }
        }
    }

    /// Numbers beside constants and sizes; the values of an enum.
    fn of_scalars(&mut self, sets: &[(VocabularyWord, SigId)]) {
        let words = self.words;
        for number in &words.numbers {
            let i = &number.text;
            for constant in 0..PLACES {
                self.add(&[number], 0, format!("{i} = {constant}"));
                self.add(&[number], 0, format!("{constant} < {i}"));
            }
            for other in words.numbers.iter().filter(|other| *other != number) {
                for sign in ["=", "<"] {
                    self.add(&[number, other], 0, format!("{i} {sign} {}", other.text));
                }
            }
            for (set, _) in sets {
                let both = [number, set];
                self.add(&both, 1, format!("{i} = #{}", set.text));
                self.add(&both, 1, format!("{i} < #{}", set.text));
                self.add(&both, 1, format!("#{} < {i}", set.text));
            }
        }
        for (value, of) in &words.values {
            for child in &self.model().sigs[*of].children {
                self.add(&[value], 1, format!("{} = {}", value.text, self.sig(*child)));
            }
        }
    }

    /// The spec's own predicates, of the parameters that fit.
    fn of_predicates(&mut self, command: &Command, is_left_out: impl Fn(&str) -> bool) {
        let model = self.model();
        let given: Vec<VariableId> = parameters(command).collect();
        let Some(file) = given.first().map(|first| model.variables[*first].span.file) else {
            return;
        };
        let own = |id: &FunctionId| {
            let function = &model.functions[*id];
            let is_predicate = matches!(function.body, Value::Formula(_));
            let is_foreign = function.span.file != file || function.name.contains('$');
            let is_single = model.second_state(Node::from(&function.body)).is_none();
            is_predicate && !is_foreign && is_single && !is_left_out(&function.name)
        };
        let ids: Vec<FunctionId> = model.functions.iter().map(|(id, _)| id).filter(own).collect();
        for id in ids {
            let function = &model.functions[id];
            let mut left = given.clone();
            let mut names = Vec::new();
            for wanted in function.parameters.iter().flat_map(|one| &one.variables) {
                let ty = |id: VariableId| &model.variables[id].ty.products;
                let Some(at) = left.iter().position(|one| ty(*one) == ty(*wanted)) else { break };
                names.push(model.variables[left.remove(at)].name.as_str());
            }
            if names.len() == function.parameters.iter().flat_map(|one| &one.variables).count() {
                let arguments = if names.is_empty() {
                    String::new()
                } else {
                    format!("[{}]", names.join(", "))
                };
                self.add(&[], names.len(), format!("{}{arguments}", function.name));
            }
        }
    }
}
