//! The codes of diagnostics. A code never changes its meaning and is never given out again.

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $($(#[$doc])* pub const $name: &str = $code;)*
        /// All of them, in order.
        pub const ALL: &[&str] = &[$($code),*];
    };
}

codes! {
    /// The text does not follow the grammar.
    SYNTAX = "E0001";
    /// Brackets, operators or quantifiers are nested too deeply.
    TOO_DEEP = "E0002";
    /// A number does not fit, or is malformed.
    NUMBER = "E0003";
    /// A construct of Alloy that Korrel does not have yet.
    UNSUPPORTED = "E0004";
    /// A temporal construct of Alloy 6.
    TEMPORAL = "E0005";
    /// A name that nothing declares.
    UNKNOWN_NAME = "E0006";
    /// A name that is declared twice.
    DUPLICATE = "E0007";
    /// Arities do not fit.
    ARITY = "E0008";
    /// A formula stands where a set or a number belongs, or the other way round.
    KIND = "E0009";
    /// A call with too few or too many arguments, or arguments that fit no declaration.
    ARGUMENTS = "E0010";
    /// A sig extends itself.
    CYCLIC_SIG = "E0011";
    /// A predicate or function calls itself.
    RECURSION = "E0012";
    /// A name that several declarations fit.
    AMBIGUOUS = "E0013";
    /// A scope is given for something that is no sig.
    SCOPE_TARGET = "E0014";
    /// A sig has no scope, and none follows from another.
    SCOPE_MISSING = "E0015";
    /// A scope that cannot be: contradictory, negative, too large.
    SCOPE_VALUE = "E0016";
    /// A sig that cannot be extended, or not so.
    PARENT = "E0017";
    /// A variable that ranges over sets or relations.
    HIGHER_ORDER = "E0018";
    /// A command that does not exist, or that two fit.
    COMMAND = "E0019";
    /// A file that cannot be read as a spec.
    FILE = "E0020";
    /// A multiplicity where none belongs.
    MULTIPLICITY = "E0021";
    /// A spec whose translation would not fit.
    TOO_LARGE = "E0022";
    /// Two roots of the heap graph have one name.
    ROOT_NAMES = "E0023";
    /// A module that does not exist.
    MODULE = "E0024";
    /// A module opens itself.
    CYCLIC_OPEN = "E0025";
    /// An extension of Korrel's where only Alloy is wanted.
    EXTENSION = "E0026";
    /// A name or a text that would mean something else in a heap graph.
    HEAP_NAMES = "E0027";
    /// A heap that does not fit its spec.
    HEAP = "E0028";
    /// A constraint that a heap violates.
    VIOLATED = "E0029";
    /// Integers that cannot number a sequence.
    SEQUENCE_INTEGERS = "E0032";
    /// A variable hides a field of its name, where the field is meant.
    HIDDEN_FIELD = "E0036";
    /// A field of another sig than its left side has.
    FOREIGN_FIELD = "E0037";
    /// A stream whose end record does not count what is in it.
    STREAM = "E0046";
    /// A heap that is too large to be judged.
    HEAP_TOO_LARGE = "E0047";
    /// `--after` an instance that there is not.
    AFTER = "E0048";
    /// An integer operation that can overflow.
    CAN_OVERFLOW = "W0001";
    /// An expression that is empty in every instance, by its type.
    EMPTY = "W0002";
    /// A variable or parameter that nothing uses.
    UNUSED = "W0003";
    /// A part of an expression that cannot change its value.
    IRRELEVANT = "W0004";
    /// `+` or `-` of sets between numbers.
    SIGN = "W0005";
    /// A number of what may be empty.
    MAYBE_EMPTY = "W0006";
    /// A number outside the integers of a scope.
    BEYOND = "W0007";
    /// Facts that no instance satisfies.
    VACUOUS = "W0008";
    /// A parent whose scope is less than what its children need.
    RAISED_SCOPE = "W0020";
}
