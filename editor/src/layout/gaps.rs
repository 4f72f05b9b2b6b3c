//! Places where a line may be broken, and which of them first.
//!
//! *Problem.* A line that is too long is to be broken as a person would break it: outermost first, all parts of a chain alike,
//! brackets only when what is around them is broken. *Choice.* The places are read off the tree, as Oppen's consistent groups
//! (D. C. Oppen, Prettyprinting, 1980): those of one construct belong together, and a construct that holds another one comes
//! first. Two exceptions: a body behind `|` leaves its line before the quantifier does, so that `p implies all x: A |` stays
//! whole, and a block is broken instead of what leads to it. *Rejected.* Places by the signs alone: whether an `or` belongs to
//! the quantifier before it cannot be seen from signs.

use korrel_lang::ast::{
    BinaryOp, Command, Declaration, Enum, Expr, ExprKind, Function, IntOp, Module, Paragraph,
    Parent, RelationOp, Sig, Target,
};
use korrel_lang::source::Span;

use super::token::LayoutToken;

/// A place before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gap {
    /// The least is broken first.
    pub depth: usize,
    /// Those of one group are broken together.
    pub group: usize,
    /// The group is a list in running text: as many as fit stand in a line.
    pub is_filled: bool,
}

/// The places of a text where lines may be broken.
pub(super) struct Gaps {
    /// For each token the place before it, if there is one.
    pub before: Vec<Option<Gap>>,
    /// The first tokens of paragraphs.
    pub paragraphs: Vec<usize>,
    /// The braces of blocks and of fields: what is in them begins a line unless all is in one.
    pub braces: Vec<usize>,
}

impl Gaps {
    pub fn new(module: &Module, tokens: &[LayoutToken<'_>]) -> Gaps {
        let before = vec![None; tokens.len()];
        let found = Gaps { before, paragraphs: Vec::new(), braces: Vec::new() };
        let mut finder = GapFinder { tokens, found, groups: 0 };
        module.paragraphs.iter().for_each(|paragraph| finder.paragraph(paragraph));
        finder.found.keep_outer_braces(tokens);
        finder.found
    }

    /// A brace that no bracket holds stays in its line, so there is no place before it.
    fn keep_outer_braces(&mut self, tokens: &[LayoutToken<'_>]) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if token.is("{") {
                self.before[at] = None;
            }
            at = token.partner.filter(|partner| *partner > at).unwrap_or(at) + 1;
        }
    }
}

struct GapFinder<'t> {
    tokens: &'t [LayoutToken<'t>],
    found: Gaps,
    groups: usize,
}

/// The tokens of an expression: the first, and the one behind the last.
type TokenExtent = std::ops::Range<usize>;

impl GapFinder<'_> {
    fn paragraph(&mut self, paragraph: &Paragraph) {
        let span = match paragraph {
            Paragraph::Command(command) if command.is_chained => None,
            Paragraph::Command(command) => {
                // `l: check p`, and `check l { … }`.
                Some(
                    command
                        .label
                        .as_ref()
                        .map_or(command.span, |label| label.span.to(command.span)),
                )
            }
            _ => Some(paragraph.span()),
        };
        let start = span.and_then(|span| self.start(span));
        self.found.paragraphs.extend(start);
        match paragraph {
            Paragraph::Open(_) => {}
            Paragraph::Enum(declared) => self.enumeration(declared),
            Paragraph::Sig(sig) => self.sig(sig),
            Paragraph::Fact(fact) | Paragraph::Assertion(fact) => self.expr(&fact.body, 0),
            Paragraph::Function(function) => self.function(function),
            Paragraph::Macro(declared) => self.operand(&declared.body, 0),
            Paragraph::Command(command) => self.command(command),
        }
    }

    fn enumeration(&mut self, declared: &Enum) {
        let starts = self.starts(declared.values.iter().map(|value| value.span));
        self.together(0, starts.first().copied());
        self.filled(1, starts);
    }

    fn sig(&mut self, sig: &Sig) {
        let fields = self.starts(sig.fields.iter().map(|field| field.span));
        self.found.braces.extend(fields.first().and_then(|first| first.checked_sub(1)));
        self.together(0, fields);
        let names = self.starts(sig.names.iter().map(|name| name.span));
        self.filled(2, names.into_iter().skip(1));
        if let Some(Parent::In(parents) | Parent::Equal(parents)) = &sig.parent {
            let parents = self.starts(parents.iter().map(|parent| parent.span));
            self.filled(2, parents.into_iter().skip(1));
        }
        sig.fields.iter().for_each(|field| self.declaration(field, 3));
        sig.fact.iter().for_each(|fact| self.expr(fact, 1));
    }

    fn function(&mut self, function: &Function) {
        self.expr(&function.body, 0);
        let mut starts = self.starts(function.parameters.iter().map(|one| one.span));
        let last = function.parameters.last().map(|last| self.extent(last.span).end);
        let is_closer = |at: &usize| matches!(self.tokens[*at].text, "]" | ")");
        starts.extend(last.filter(|at| *at < self.tokens.len()).filter(is_closer));
        self.together(1, starts);
        function.parameters.iter().for_each(|one| self.declaration(one, 2));
        function.result.iter().for_each(|result| self.expr(result, 3));
    }

    fn command(&mut self, command: &Command) {
        if let Target::Block(body) = &command.target {
            self.expr(body, 0);
        }
        if let Some(scope) = &command.scope {
            let sizes = self.starts(scope.sigs.iter().map(|size| size.span));
            self.filled(1, sizes.into_iter().skip(1));
        }
    }

    fn declaration(&mut self, declared: &Declaration, depth: usize) {
        let names = self.starts(declared.names.iter().map(|name| name.span));
        self.filled(depth, names.into_iter().skip(1));
        self.expr(&declared.range, depth + 1);
    }

    /// `x: A, y: B`, as they stand before a `|`.
    fn declarations(&mut self, declared: &[Declaration], depth: usize) {
        let starts = self.starts(declared.iter().map(|one| one.span));
        self.filled(depth, starts.into_iter().skip(1));
        declared.iter().for_each(|one| self.declaration(one, depth + 1));
    }

    /// An expression behind a sign that may end a line.
    fn operand(&mut self, expr: &Expr, depth: usize) {
        self.operands(&[expr], depth);
    }

    /// Expressions each of which may begin a line. A block, or a binder with a body of its own, is broken first.
    fn operands(&mut self, exprs: &[&Expr], depth: usize) {
        let stays = exprs.len() == 1 && self.leads(exprs[0]);
        let starts: Vec<usize> = exprs
            .iter()
            .filter(|expr| !matches!(expr.kind, ExprKind::Block(_)))
            .filter_map(|expr| self.start(expr.span))
            .collect();
        self.together(if stays { depth + 1 } else { depth }, starts);
        exprs.iter().for_each(|expr| self.expr(expr, if stays { depth } else { depth + 1 }));
    }

    /// It has a better place to be broken than before it.
    fn leads(&self, expr: &Expr) -> bool {
        let is_bare = self.bracket(&self.extent(expr.span)).is_none();
        let leads = match &expr.kind {
            ExprKind::Unary(_, operand) => self.leads(operand),
            ExprKind::Block(_)
            | ExprKind::Quantified(..)
            | ExprKind::Let(..)
            | ExprKind::Comprehension(..) => true,
            _ => false,
        };
        is_bare && leads
    }

    fn expr(&mut self, expr: &Expr, depth: usize) {
        let mut extent = self.extent(expr.span);
        let mut depth = depth;
        while let Some(inside) = self.bracket(&extent) {
            self.together(depth, [inside.start, inside.end]);
            (extent, depth) = (inside, depth + 1);
        }
        match &expr.kind {
            ExprKind::Name(_)
            | ExprKind::At(_)
            | ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Constant(_) => {}
            ExprKind::Unary(_, one) | ExprKind::Marked(_, one) => self.expr(one, depth),
            ExprKind::Binary(BinaryOp::Relation(RelationOp::Join), left, right) => {
                self.expr(left, depth + 1);
                self.expr(right, depth + 1);
            }
            ExprKind::Binary(..) | ExprKind::Arrow(_) => {
                let operands = self.chain(expr);
                self.expr(operands[0], depth + 1);
                self.operands(&operands[1..], depth);
            }
            ExprKind::Compare { left, right, .. } => {
                self.expr(left, depth + 1);
                self.operand(right, depth);
            }
            ExprKind::Conditional(..) => self.conditional(expr, depth),
            ExprKind::Box(target, arguments) => {
                let mut starts = self.starts(arguments.iter().map(|argument| argument.span));
                if !starts.is_empty() {
                    starts.push(extent.end - 1);
                }
                self.together(depth, starts);
                self.expr(target, depth + 1);
                arguments.iter().for_each(|argument| self.expr(argument, depth + 1));
            }
            ExprKind::Quantified(..) | ExprKind::Let(..) => self.binder(expr, depth),
            ExprKind::Comprehension(declared, body) => {
                self.together(depth, (extent.len() > 2).then_some(extent.start + 1));
                body.iter().for_each(|body| self.operand(body, depth + 1));
                self.declarations(declared, depth + 2);
            }
            ExprKind::Block(parts) => {
                let starts = self.starts(parts.iter().map(|part| part.span));
                self.together(depth, starts);
                self.found.braces.push(extent.start);
                parts.iter().for_each(|part| self.expr(part, depth + 1));
            }
        }
    }

    /// `all x: A | some y: B | body`: the body leaves the line before the inner quantifier does.
    fn binder(&mut self, expr: &Expr, depth: usize) {
        let body = match &expr.kind {
            ExprKind::Quantified(_, declared, body) => {
                self.declarations(declared, depth + 2);
                body
            }
            ExprKind::Let(bindings, body) => {
                let starts = self.starts(bindings.iter().map(|(name, _)| name.span));
                self.filled(depth + 2, starts.into_iter().skip(1));
                bindings.iter().for_each(|(_, value)| self.expr(value, depth + 3));
                body
            }
            _ => return,
        };
        self.operand(body, depth);
    }

    /// `a => b else c => d else e`: first before each `else`, then behind each `=>`.
    fn conditional(&mut self, expr: &Expr, depth: usize) {
        let mut rest = expr;
        let mut elses = Vec::new();
        while let ExprKind::Conditional(condition, then, otherwise) = &rest.kind {
            self.expr(condition, depth + 2);
            self.operand(then, depth + 1);
            let is_block = matches!(then.kind, ExprKind::Block(_));
            let start = self.start(otherwise.span);
            let is_else = |at: &usize| self.tokens[*at].is("else");
            elses.extend(
                start.and_then(|at| at.checked_sub(1)).filter(is_else).filter(|_| !is_block),
            );
            rest = otherwise;
            if self.bracket(&self.extent(rest.span)).is_some() {
                break;
            }
        }
        self.together(depth, elses);
        self.expr(rest, depth + 1);
    }

    /// The operands of a chain of one operator.
    fn chain<'e>(&self, expr: &'e Expr) -> Vec<&'e Expr> {
        let mut operands = Vec::new();
        let mut open = vec![expr];
        while let Some(one) = open.pop() {
            let is_inner =
                std::ptr::eq(one, expr) || self.bracket(&self.extent(one.span)).is_none();
            match &one.kind {
                ExprKind::Binary(op, left, right)
                    if is_inner && strength(one) == strength(expr) =>
                {
                    // `a => (b => c)` needs no brackets, and `(a => b) => c` does.
                    debug_assert!(*op != BinaryOp::Relation(RelationOp::Join));
                    open.extend([&**right, &**left]);
                }
                ExprKind::Arrow(arrow) if is_inner && strength(one) == strength(expr) => {
                    open.extend([&arrow.right, &arrow.left]);
                }
                _ => operands.push(one),
            }
        }
        operands
    }

    /// The inside of the brackets, if the whole is in brackets.
    fn bracket(&self, extent: &TokenExtent) -> Option<TokenExtent> {
        let first = self.tokens.get(extent.start)?;
        let is_whole = first.is("(") && first.partner == Some(extent.end.checked_sub(1)?);
        (is_whole && extent.len() > 2).then(|| extent.start + 1..extent.end - 1)
    }

    fn extent(&self, span: Span) -> TokenExtent {
        let at = |offset: u32| self.tokens.partition_point(|token| token.start < offset as usize);
        at(span.start)..at(span.end)
    }

    /// The token at the beginning of a place, behind its comments.
    fn start(&self, span: Span) -> Option<usize> {
        let extent = self.extent(span);
        extent.into_iter().find(|at| !self.tokens[*at].is_comment())
    }

    fn starts(&self, spans: impl Iterator<Item = Span>) -> Vec<usize> {
        spans.filter_map(|span| self.start(span)).collect()
    }

    fn together(&mut self, depth: usize, tokens: impl IntoIterator<Item = usize>) {
        self.group(depth, false, tokens);
    }

    fn filled(&mut self, depth: usize, tokens: impl IntoIterator<Item = usize>) {
        self.group(depth, true, tokens);
    }

    /// An outer construct has the place first.
    fn group(&mut self, depth: usize, is_filled: bool, tokens: impl IntoIterator<Item = usize>) {
        let gap = Gap { depth, group: self.groups, is_filled };
        self.groups += 1;
        for at in tokens {
            let place = &mut self.found.before[at];
            if place.is_none_or(|known| depth < known.depth) {
                *place = Some(gap);
            }
        }
    }
}

/// Which operators make one chain.
fn strength(expr: &Expr) -> Option<u8> {
    use BinaryOp as B;
    match &expr.kind {
        ExprKind::Arrow(_) => Some(0),
        ExprKind::Binary(op, ..) => Some(match op {
            B::Sequence => 1,
            B::Or => 2,
            B::Iff => 3,
            B::Implies => 4,
            B::And => 5,
            B::Until | B::Releases | B::Since | B::Triggered => 6,
            B::Integer(IntOp::ShiftLeft | IntOp::ShiftRight | IntOp::UnsignedShiftRight) => 7,
            B::Relation(RelationOp::Union | RelationOp::Difference)
            | B::Integer(IntOp::Plus | IntOp::Minus) => 8,
            B::Integer(IntOp::Times | IntOp::Divide | IntOp::Remainder) => 9,
            B::Relation(RelationOp::Override) => 10,
            B::Relation(RelationOp::Intersection) => 11,
            B::Relation(RelationOp::Product) => 12,
            B::Relation(RelationOp::DomainRestriction) => 13,
            B::Relation(RelationOp::RangeRestriction) => 14,
            B::Relation(RelationOp::Join) => 15,
        }),
        _ => None,
    }
}
