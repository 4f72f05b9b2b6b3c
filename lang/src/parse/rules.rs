//! The role of each rule of the grammar for the builder.

use super::Rule;
use crate::ast::{
    BinaryOp, Comparator, Constant, IntOp, Mark, PairOp, Quantifier, RelationOp, UnaryOp,
};

/// The role that a rule plays, which tells where it is mapped.
pub(super) enum Role {
    /// It makes no pair: the parser alone knows it.
    Silent,
    /// It spans a whole text.
    Text,
    /// It stands by itself in a module.
    Paragraph,
    /// The builder of what stands around it takes it apart.
    Part,
    /// A word or a sign: that it is there says all.
    Word,
    Prefix(UnaryOp),
    Infix(BinaryOp),
    Comparator(Comparator),
    Quantifier(Quantifier),
    Constant(Constant),
    Mark(Mark),
}

/// No arm takes all other rules: one that is added to the grammar does not compile until it stands
/// here. That each is mapped wherever the grammar puts it is what `grammar_tests` is for.
pub(super) fn role(rule: Rule) -> Role {
    use BinaryOp as B;
    use Comparator as C;
    use Constant as K;
    use Quantifier as Q;
    use Rule::*;
    use UnaryOp as U;
    match rule {
        WHITESPACE | COMMENT | not_end_of_line | word_char | reserved | paragraph
        | binder_ahead | row => Role::Silent,
        file | lone_scope | lone_pattern | lone_expr | lone_exprs => Role::Text,
        header | EOI | open | enum_decl | sig_decl | fact | assertion | predicate | function
        | macro_decl | command => Role::Paragraph,
        identifier | path | number | variable | string | meta | constant | at_name | quantifier
        | comparator | builtin_sig | scope_type | module_params | module_param | sig_refs
        | sig_ref | sig_qualifier | sig_parent | extends | subset | equality | fields | field
        | receiver | parameters | declaration | macro_params | one_command | command_target
        | scope | sig_scopes | sig_scope | sizes | growing_sizes | increment | sig_patterns
        | sig_pattern | size_pattern | expect | expr | body_expr | operand | range
        | range_operand | block | as_number | box_join | mark | binder | quantified | let_expr
        | let_binding | body | primary | parenthesis | comprehension | prefix | infix | i_arrow
        | i_compare | i_else | multiplicity => Role::Part,
        k_abstract | k_as | k_assert | k_but | k_check | k_disj | k_enum | k_exactly | k_expect
        | k_extends | k_fact | k_for | k_fun | k_in | k_int | k_let | k_lone | k_module | k_not
        | k_one | k_open | k_pred | k_private | k_run | k_set | k_sig | k_some | k_sum | k_var
        | colon | defined_as | bar | chain | exact_count | arrow | negation | open_brace
        | close_brace | close_bracket | close_paren => Role::Word,
        p_not => Role::Prefix(U::Not),
        p_no => Role::Prefix(U::No),
        p_some => Role::Prefix(U::Some),
        p_lone => Role::Prefix(U::Lone),
        p_one => Role::Prefix(U::One),
        p_set => Role::Prefix(U::Set),
        p_seq => Role::Prefix(U::Seq),
        p_cardinality => Role::Prefix(U::Cardinality),
        p_sum | p_int => Role::Prefix(U::ToInteger),
        p_transpose => Role::Prefix(U::Pair(PairOp::Transpose)),
        p_closure => Role::Prefix(U::Pair(PairOp::Closure)),
        p_reflexive => Role::Prefix(U::Pair(PairOp::ReflexiveClosure)),
        p_always => Role::Prefix(U::Always),
        p_eventually => Role::Prefix(U::Eventually),
        p_after => Role::Prefix(U::After),
        p_before => Role::Prefix(U::Before),
        p_historically => Role::Prefix(U::Historically),
        p_once => Role::Prefix(U::Once),
        i_iff => Role::Infix(B::Iff),
        i_implies => Role::Infix(B::Implies),
        i_or => Role::Infix(B::Or),
        i_and => Role::Infix(B::And),
        i_until => Role::Infix(B::Until),
        i_releases => Role::Infix(B::Releases),
        i_since => Role::Infix(B::Since),
        i_triggered => Role::Infix(B::Triggered),
        i_sequence => Role::Infix(B::Sequence),
        i_shift_left => Role::Infix(B::Integer(IntOp::ShiftLeft)),
        i_unsigned_shift_right => Role::Infix(B::Integer(IntOp::UnsignedShiftRight)),
        i_shift_right => Role::Infix(B::Integer(IntOp::ShiftRight)),
        i_override => Role::Infix(B::Relation(RelationOp::Override)),
        i_union => Role::Infix(B::Relation(RelationOp::Union)),
        i_difference => Role::Infix(B::Relation(RelationOp::Difference)),
        i_intersection => Role::Infix(B::Relation(RelationOp::Intersection)),
        i_domain => Role::Infix(B::Relation(RelationOp::DomainRestriction)),
        i_range => Role::Infix(B::Relation(RelationOp::RangeRestriction)),
        i_join => Role::Infix(B::Relation(RelationOp::Join)),
        i_int_add => Role::Infix(B::Integer(IntOp::Plus)),
        i_int_sub => Role::Infix(B::Integer(IntOp::Minus)),
        i_int_mul => Role::Infix(B::Integer(IntOp::Times)),
        i_int_div => Role::Infix(B::Integer(IntOp::Divide)),
        i_int_rem => Role::Infix(B::Integer(IntOp::Remainder)),
        less_or_equal => Role::Comparator(C::LessOrEqual),
        greater_or_equal => Role::Comparator(C::GreaterOrEqual),
        equal => Role::Comparator(C::Equal),
        member => Role::Comparator(C::In),
        less => Role::Comparator(C::Less),
        greater => Role::Comparator(C::Greater),
        q_all => Role::Quantifier(Q::All),
        q_no => Role::Quantifier(Q::No),
        q_some => Role::Quantifier(Q::Some),
        q_lone => Role::Quantifier(Q::Lone),
        q_one => Role::Quantifier(Q::One),
        q_sum => Role::Quantifier(Q::Sum),
        c_none => Role::Constant(K::None),
        c_univ => Role::Constant(K::Univ),
        c_iden => Role::Constant(K::Iden),
        c_int => Role::Constant(K::Int),
        c_seq_int => Role::Constant(K::SeqInt),
        c_string => Role::Constant(K::String),
        c_this => Role::Constant(K::This),
        c_int_cast => Role::Constant(K::IntCast),
        c_sum_cast => Role::Constant(K::SumCast),
        c_disj => Role::Constant(K::Disj),
        c_total_order => Role::Constant(K::TotalOrder),
        c_least => Role::Constant(K::Least),
        c_greatest => Role::Constant(K::Greatest),
        c_next => Role::Constant(K::Next),
        prime => Role::Mark(Mark::Prime),
        backtick => Role::Mark(Mark::Backtick),
    }
}
