//! Formulas and expressions of at most some depth.

use super::Generator;

impl Generator {
    pub(super) fn formula(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atomic_formula(1);
        }
        let inner = depth - 1;
        match self.below(10) {
            0 => format!("not ({})", self.formula(inner)),
            1 => {
                let word = self.one_of(&["and", "or", "=>", "<=>"]);
                format!("(({}) {word} ({}))", self.formula(inner), self.formula(inner))
            }
            2 => {
                let [c, a, b] = [0; 3].map(|_| self.formula(inner));
                format!("(({c}) => ({a}) else ({b}))")
            }
            3..=5 => self.quantified(inner),
            6 => self.integer_formula(inner),
            _ => self.atomic_formula(depth),
        }
    }

    fn quantified(&mut self, depth: usize) -> String {
        let quantifier = self.one_of(&["all", "some", "no", "one", "lone", "all", "some"]);
        let known = self.variables.len();
        let domain = self.set(1);
        let first = format!("v{known}");
        let declaration = if self.chance(1, 3) {
            let second = format!("v{}", known + 1);
            let disj = self.one_of(&["", "disj "]);
            self.variables.extend([first.clone(), second.clone()]);
            format!("{disj}{first}, {second}: {domain}")
        } else {
            self.variables.push(first.clone());
            format!("{first}: {domain}")
        };
        let body = self.formula(depth);
        self.variables.truncate(known);
        format!("({quantifier} {declaration} | {body})")
    }

    /// A quantifier over sets or relations where it can be Skolemised: asserted, or denied twice, in
    /// one alternative or under a universal quantifier.
    pub(super) fn higher_order(&mut self) -> String {
        let known = (self.variables.len(), self.relations.binary.len());
        let outer = if self.chance(1, 2) {
            let (outer, domain) = (format!("v{}", known.0), self.set(1));
            self.variables.push(outer.clone());
            format!("all {outer}: {domain} | ")
        } else {
            String::new()
        };
        let declaration = self.higher_order_declaration();
        let body = self.formula(2);
        let quantified = match self.below(3) {
            0 => format!("not (all {declaration} | not ({body}))"),
            _ => format!("(some {declaration} | {body})"),
        };
        self.variables.truncate(known.0);
        self.relations.binary.truncate(known.1);
        match self.below(3) {
            0 => format!("({outer}({quantified} or {}))", self.formula(1)),
            _ => format!("({outer}{quantified})"),
        }
    }

    fn higher_order_declaration(&mut self) -> String {
        let sigs = self.relations.sets.clone();
        if self.chance(1, 4) {
            let (left, right) = (self.one_of(&sigs), self.one_of(&sigs));
            let arrow = self.one_of(&["->", "-> one", "lone -> lone", "some -> one"]);
            self.relations.binary.push("h".to_string());
            return format!("h: {left} {arrow} {right}");
        }
        let (first, domain) = (format!("v{}", self.variables.len()), self.set(1));
        let word = self.one_of(&["set", "some", "lone"]);
        self.variables.push(first.clone());
        if self.chance(1, 4) {
            let second = format!("v{}", self.variables.len());
            let disj = self.one_of(&["", "disj "]);
            self.variables.push(second.clone());
            return format!("{disj}{first}, {second}: {word} {domain}");
        }
        format!("{first}: {word} {domain}")
    }

    fn atomic_formula(&mut self, depth: usize) -> String {
        match self.below(6) {
            0 => format!("{} {}", self.count_word(), self.set(depth)),
            1 => format!("{} {}", self.count_word(), self.binary(depth)),
            2 | 3 => {
                let sign = self.one_of(&["in", "=", "!=", "!in"]);
                format!("{} {sign} {}", self.set(depth), self.set(depth))
            }
            _ => {
                let sign = self.one_of(&["in", "=", "!=", "!in"]);
                format!("{} {sign} {}", self.binary(depth), self.binary(depth))
            }
        }
    }

    pub(super) fn count_word(&mut self) -> &'static str {
        self.one_of(&["no", "some", "lone", "one"])
    }

    fn integer_formula(&mut self, depth: usize) -> String {
        let sign = self.one_of(&["=", "!=", "<", "<=", ">", ">=", "!<"]);
        format!("{} {sign} {}", self.integer(depth), self.integer(depth))
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.one_of(&["0", "1", "2"]).to_string();
        }
        let inner = depth - 1;
        match self.below(7) {
            0 => {
                let name = self.one_of(&["plus", "minus", "mul", "div", "rem"]);
                format!("{name}[{}, {}]", self.integer(inner), self.integer(inner))
            }
            1 => {
                let known = self.variables.len();
                let (variable, domain) = (format!("v{known}"), self.set(1));
                self.variables.push(variable.clone());
                let body = self.integer(inner);
                self.variables.truncate(known);
                format!("(sum {variable}: {domain} | {body})")
            }
            2 => format!("#({})", self.binary(inner)),
            _ => format!("#({})", self.set(inner)),
        }
    }

    /// An expression of one column.
    pub(super) fn set(&mut self, depth: usize) -> String {
        if depth == 0 {
            let mut names = self.relations.sets.clone();
            // Twice as likely as a sig.
            names.extend(self.variables.iter().flat_map(|name| [name.clone(), name.clone()]));
            return self.one_of(&names);
        }
        let inner = depth - 1;
        match self.below(9) {
            0 | 1 => format!("({}).({})", self.set(inner), self.binary(inner)),
            2 => format!("({}).({})", self.binary(inner), self.set(inner)),
            3 | 4 => {
                let sign = self.one_of(&["+", "-", "&"]);
                format!("({} {sign} {})", self.set(inner), self.set(inner))
            }
            5 => {
                let known = self.variables.len();
                let (variable, domain) = (format!("v{known}"), self.set(inner));
                self.variables.push(variable.clone());
                let body = self.formula(inner.min(1));
                self.variables.truncate(known);
                format!("{{ {variable}: {domain} | {body} }}")
            }
            6 if self.chance(1, 3) => self.one_of(&["none", "univ"]).to_string(),
            7 => format!(
                "(({}) => {} else {})",
                self.formula(inner.min(1)),
                self.set(inner),
                self.set(inner)
            ),
            _ => self.set(0),
        }
    }

    /// An expression of two columns.
    fn binary(&mut self, depth: usize) -> String {
        if depth == 0 {
            let mut names = self.relations.binary.clone();
            names.push("iden".to_string());
            return self.one_of(&names);
        }
        let inner = depth - 1;
        match self.below(10) {
            0 => format!("~({})", self.binary(inner)),
            1 => format!("^({})", self.binary(inner)),
            2 => format!("*({})", self.binary(inner)),
            3 => format!("({} -> {})", self.set(inner), self.set(inner)),
            4 => {
                let sign = self.one_of(&["+", "-", "&", "++"]);
                format!("({} {sign} {})", self.binary(inner), self.binary(inner))
            }
            5 => format!("({}).({})", self.binary(inner), self.binary(inner)),
            6 => format!("(({}) <: ({}))", self.set(inner), self.binary(inner)),
            7 => format!("(({}) :> ({}))", self.binary(inner), self.set(inner)),
            8 if !self.relations.ternary.is_empty() => {
                let ternary = self.relations.ternary.clone();
                let (set, name) = (self.set(inner), self.one_of(&ternary));
                if self.chance(1, 2) {
                    format!("({set}).{name}")
                } else {
                    format!("{name}.({set})")
                }
            }
            _ => self.binary(0),
        }
    }
}
