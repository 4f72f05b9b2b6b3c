//! Functions and windows, and texts that are not understood.

use sqlparser::ast::{
    DuplicateTreatment, Function, FunctionArg, FunctionArgExpr, FunctionArgumentClause,
    FunctionArguments, WindowFrameBound, WindowSpec, WindowType,
};
use sqlparser::dialect::GenericDialect;
use sqlparser::tokenizer::{Token, Tokenizer};

use crate::tables::last_word;
use crate::value::Value;

use super::origin::Origin;
use super::scope::{Scope, first, in_schema};
use super::walk::Walk;

impl Walk<'_> {
    pub(super) fn function(&mut self, function: &Function, scope: &Scope<'_>) -> Origin {
        let name = last_word(&function.name)
            .map(|name| name.value.to_ascii_uppercase())
            .unwrap_or_default();
        let (mut args, mut is_distinct) = (Vec::new(), false);
        match &function.args {
            FunctionArguments::None => {}
            FunctionArguments::Subquery(query) => args.push(first(&self.query(query, Some(scope)))),
            FunctionArguments::List(list) => {
                is_distinct = list.duplicate_treatment == Some(DuplicateTreatment::Distinct);
                let is_choice = matches!(name.as_str(), "IIF" | "IF");
                for (at, arg) in list.args.iter().enumerate() {
                    match arg {
                        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr))
                            if is_choice && at == 0 =>
                        {
                            self.condition(expr, scope);
                        }
                        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => {
                            args.push(self.expr(expr, scope))
                        }
                        FunctionArg::Unnamed(FunctionArgExpr::Wildcard) => {}
                        other => args.push(self.words(&other.to_string(), Some(scope))),
                    }
                }
                for clause in &list.clauses {
                    match clause {
                        FunctionArgumentClause::OrderBy(orders) => self.sorted(orders, &[], scope),
                        other => drop(self.words(&other.to_string(), Some(scope))),
                    }
                }
            }
        }
        self.sorted(&function.within_group, &[], scope);
        function.filter.iter().for_each(|filter| self.condition(filter, scope));
        if let Some(WindowType::WindowSpec(window)) = &function.over {
            self.window(window, scope);
        }
        let all = Origin::joined(&args);
        match name.as_str() {
            "COUNT" => {
                if is_distinct {
                    self.usage.equate(&all, &all);
                }
                Origin::made()
            }
            "MIN" | "MAX" | "GREATEST" | "LEAST" => {
                self.usage.compute(&all);
                for one in &args {
                    args.iter().for_each(|another| self.usage.order(one, another));
                }
                all
            }
            "COALESCE" | "IFNULL" | "NVL" | "IIF" | "IF" | "FIRST_VALUE" | "LAST_VALUE"
            | "ANY_VALUE" => all,
            // The place, or how far, and what is returned in place of a row that is not there.
            "LAG" | "LEAD" => Origin::joined(args.iter().take(1).chain(args.iter().skip(2))),
            "NTH_VALUE" => args.into_iter().next().unwrap_or_default(),
            "NULLIF" => {
                if let [one, another] = &args[..] {
                    self.usage.equate(one, another);
                }
                args.into_iter().next().unwrap_or_default()
            }
            "ROW_NUMBER" | "RANK" | "DENSE_RANK" | "PERCENT_RANK" | "CUME_DIST" => Origin::made(),
            _ => self.computed(&args),
        }
    }

    pub(super) fn window(&mut self, window: &WindowSpec, scope: &Scope<'_>) {
        for expr in &window.partition_by {
            let origin = self.expr(expr, scope);
            self.usage.equate(&origin, &origin);
        }
        self.sorted(&window.order_by, &[], scope);
        let bounds =
            window.window_frame.iter().flat_map(|f| [Some(&f.start_bound), f.end_bound.as_ref()]);
        for bound in bounds.flatten() {
            if let WindowFrameBound::Preceding(Some(far)) | WindowFrameBound::Following(Some(far)) =
                bound
            {
                let far = self.expr(far, scope);
                self.usage.compute(&far);
            }
        }
    }

    /// A text that is not understood: each of its words may be a column or a table, each literal may be compared.
    pub(super) fn words(&mut self, text: &str, scope: Option<&Scope<'_>>) -> Origin {
        let tokens = Tokenizer::new(&GenericDialect {}, text).tokenize().unwrap_or_default();
        let mut found = Origin::made();
        for token in tokens {
            match token {
                Token::Word(word) => {
                    let within = scope.and_then(|scope| scope.anywhere(&word.value));
                    let origins = [within, in_schema(self.schema, &word.value)];
                    origins.iter().flatten().for_each(|origin| found.join(origin));
                    self.everything_of(&word.value);
                }
                Token::Number(digits, _) => found.constants.extend(Value::number(&digits)),
                Token::SingleQuotedString(text) => drop(found.constants.insert(Value::Text(text))),
                _ => {}
            }
        }
        self.usage.mention(&found);
        self.computed(&[found])
    }

    /// All columns of the table that is called so: a star may stand for them.
    fn everything_of(&mut self, name: &str) {
        let Some(at) = self.schema.tables.iter().position(|t| t.name.eq_ignore_ascii_case(name))
        else {
            return;
        };
        self.usage.tables.insert(at);
        for column in 0..self.schema.tables[at].columns.len() {
            let column = Origin::column((at, column));
            self.usage.mention(&column);
            self.usage.compute(&column);
        }
    }
}
