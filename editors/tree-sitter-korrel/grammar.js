/**
 * Alloy 6 with Korrel's additions, as `grammar/src/grammar.pest` and `lang/src/parse` read it.
 *
 * What needs more than one token of lookahead is left to `src/scanner.c`: names that are no keywords, `some x: A | F`
 * beside `some x`, `a not in b` beside two formulas `a` and `not b`, `A lone -> B` beside `A` and `lone B`.
 */

// How tightly operators hold: the numbers of `lang/src/parse/expression/climb.rs`.
const BODY = 1
const IMPLIES = 8
const COMPARE = 16
const QUANTITY = 18
const NEGATED = 14
const NUMBER = 26
const PRODUCT = 32
const JOIN = 40
const MARK = 45
const CLOSURE = 50

const anyOf = (tokens) => (tokens.length === 1 ? tokens[0] : choice(...tokens))

const INFIX = [
  [4, ['||', 'or']],
  [6, ['<=>', 'iff']],
  [10, ['&&', 'and']],
  [12, ['until', 'releases', 'since', 'triggered']],
  [20, ['<<', '>>', '>>>']],
  [22, ['+', '-', 'fun/add', 'fun/sub']],
  [24, ['fun/mul', 'fun/div', 'fun/rem']],
  [28, ['++']],
  [30, ['&']],
  [34, ['<:']],
  [36, [':>']],
]

const PREFIX = [
  [NEGATED, ['!', 'not', 'always', 'eventually', 'after', 'before', 'historically', 'once']],
  [QUANTITY, ['no', 'some', 'lone', 'one', 'set', 'seq']],
  [NUMBER, ['#', 'int', 'sum']],
  [CLOSURE, ['~', '^', '*']],
]

const separated = (rule) => seq(rule, repeat(seq(',', rule)))

/** Commas may be doubled and stand at either end, as Alloy has it. */
const loosely = ($, rule) =>
  seq(
    optional($._commas),
    optional(seq(rule, repeat(seq($._commas, rule)), optional($._commas))),
  )

export default grammar({
  name: 'korrel',

  externals: ($) => [
    $.identifier,
    $.qualified_name,
    $.number,
    $.quantifier,
    $.multiplicity,
    $._left_multiplicity,
    $.negation,
    $._cast,
    $._at,
    $._steps,
    $._error_sentinel,
  ],

  extras: ($) => [/[ \t\n\f\r\u00a0\ufeff]/, $.comment],

  // Keywords are words that end where a word ends; no rule takes any other word from here.
  word: ($) => $._word,

  // `private var` begins either; in `run p for 3 q: run q` the name `q` is no target and no sig, but the next label.
  conflicts: ($) => [[$.enum_declaration, $.sig_declaration], [$._command_target], [$.sig_scope, $.scope]],

  rules: {
    // As in Alloy, modules may be opened before the spec says its own name.
    source_file: ($) =>
      seq(
        repeat($.open_declaration),
        optional(seq(choice($.module_declaration, $._declaration), repeat($._paragraph))),
      ),

    _word: (_) => /[\p{L}_][\p{L}\p{N}\p{M}_"]*/,
    comment: (_) => token(choice(/(--|\/\/)[^\r\n]*/, /\/\*([^*]|\*+[^*\/])*\*+\//)),
    string: (_) => token(seq('"', /(\\.|\\\n|[^"\\\n])*/, '"')),
    meta_name: (_) => /([\p{L}_][\p{L}\p{N}\p{M}_"]*\/)*[\p{L}_][\p{L}\p{N}\p{M}_"]*\$[\p{L}\p{N}\p{M}_"]*/,

    _path: ($) => choice($.identifier, $.qualified_name),
    _commas: (_) => repeat1(','),

    // ── paragraphs ────────────────────────────────────────────────────────────────────────────

    _paragraph: ($) => choice($.open_declaration, $._declaration),
    _declaration: ($) =>
      choice(
        $.enum_declaration,
        $.sig_declaration,
        $.fact_declaration,
        $.assert_declaration,
        $.predicate_declaration,
        $.function_declaration,
        $.macro_declaration,
        $.command,
      ),

    module_declaration: ($) =>
      seq('module', field('name', $._path), optional(seq('[', separated($.module_parameter), ']'))),
    module_parameter: ($) => seq(optional('exactly'), field('name', $.identifier)),

    open_declaration: ($) =>
      seq(
        optional('private'),
        'open',
        field('module', $._path),
        optional(seq('[', optional(separated($._sig_reference)), ']')),
        optional(seq('as', field('alias', $.identifier))),
      ),
    _sig_reference: ($) => choice(alias($._builtin_sig, $.constant), $._path),
    _builtin_sig: (_) => choice('seq/Int', 'univ', 'Int', 'String', 'none'),

    enum_declaration: ($) =>
      seq(
        repeat(choice('private', 'var')),
        'enum',
        field('name', $.identifier),
        '{',
        optional(separated(field('value', $.identifier))),
        '}',
      ),

    sig_declaration: ($) =>
      seq(
        repeat(choice('abstract', 'lone', 'one', 'some', 'private', 'var')),
        'sig',
        separated(field('name', $.identifier)),
        optional(choice($.extends_clause, $.subset_clause, $.equality_clause)),
        field('fields', $.field_list),
        optional(field('fact', $.block)),
      ),
    extends_clause: ($) => seq('extends', $._sig_reference),
    subset_clause: ($) => seq('in', $._sig_reference, repeat(seq('+', $._sig_reference))),
    equality_clause: ($) => seq('=', $._sig_reference, repeat(seq('+', $._sig_reference))),

    field_list: ($) => seq('{', loosely($, $.field_declaration), '}'),
    field_declaration: ($) =>
      seq(
        optional('var'),
        optional('private'),
        optional('disj'),
        separated(field('name', $.identifier)),
        choice(
          seq(':', optional('disj'), field('range', $._range)),
          seq('=', field('definition', $._formula)),
        ),
      ),

    fact_declaration: ($) =>
      seq('fact', optional(field('name', choice($.identifier, $.string))), field('body', $.block)),
    assert_declaration: ($) =>
      seq('assert', optional(field('name', choice($.identifier, $.string))), field('body', $.block)),

    predicate_declaration: ($) =>
      seq(
        optional('private'),
        'pred',
        optional(seq(field('receiver', $._sig_reference), '.')),
        field('name', $.identifier),
        optional($.parameters),
        field('body', $.block),
      ),
    function_declaration: ($) =>
      seq(
        optional('private'),
        'fun',
        optional(seq(field('receiver', $._sig_reference), '.')),
        field('name', $.identifier),
        optional($.parameters),
        ':',
        field('result', $._range),
        field('body', $.block),
      ),
    parameters: ($) =>
      choice(
        seq('[', loosely($, $.declaration), ']'),
        seq('(', loosely($, $.declaration), ')'),
      ),
    declaration: ($) =>
      seq(
        optional('var'),
        optional('private'),
        optional('disj'),
        separated(field('name', $.identifier)),
        ':',
        optional('disj'),
        field('range', $._range),
      ),

    macro_declaration: ($) =>
      seq(
        optional('private'),
        'let',
        field('name', $.identifier),
        optional($.macro_parameters),
        field('body', choice($.block, seq('=', $._formula))),
      ),
    macro_parameters: ($) =>
      choice(
        seq('[', optional(separated($.identifier)), ']'),
        seq('(', optional(separated($.identifier)), ')'),
      ),

    command: ($) =>
      seq(
        optional(seq(field('label', $.identifier), ':')),
        $._one_command,
        repeat(seq('=>', $._one_command)),
      ),
    _one_command: ($) =>
      seq(choice('run', 'check'), $._command_target, optional($.scope), optional($.expectation)),
    _command_target: ($) =>
      choice(
        seq(field('label', $._path), field('target', $._path)),
        seq(optional(field('label', $._path)), field('target', $.block)),
        field('target', $._path),
      ),

    scope: ($) =>
      seq(
        'for',
        choice(
          separated($.sig_scope),
          seq(field('default', $.size), optional(seq('but', separated($.sig_scope)))),
        ),
      ),
    // `1.. steps` has no end, and `1:2 A` is read so that it can be refused by name.
    sig_scope: ($) =>
      seq(
        optional('exactly'),
        field('size', choice($.size, alias($._growing_size, $.size))),
        field('sig', choice($._scope_sig, alias($._steps, $.identifier))),
      ),
    _scope_sig: ($) =>
      choice(
        alias(choice('seq/Int', 'Int', 'int', 'seq', 'String', 'univ', 'none'), $.constant),
        $._path,
      ),
    size: ($) => seq($._number, optional(seq('..', $._number))),
    _growing_size: ($) =>
      choice(
        seq($._number, '..', optional(seq($._number, ':', $._number))),
        seq($._number, ':', $._number),
      ),
    expectation: ($) => seq('expect', optional('='), $._number),

    // ── expressions ───────────────────────────────────────────────────────────────────────────

    _formula: ($) => choice($._expression, $.sequence),
    sequence: ($) => seq($._expression, ';', $._formula),

    // A range begins with no quantifier: `f: lone A, g: B`.
    _range: ($) => choice($._expression, alias($._multiplied_range, $.prefix_expression)),
    _multiplied_range: ($) => prec(QUANTITY, seq($.multiplicity, $._range)),

    _expression: ($) =>
      choice(
        $.quantified_expression,
        $.let_expression,
        $.prefix_expression,
        $.binary_expression,
        $.implication,
        $.comparison,
        $.product,
        $.join,
        $.box_join,
        $.marked_expression,
        $.comprehension,
        $.block,
        $.parenthesis,
        $._number,
        $.string,
        $.constant,
        $.at_name,
        $.meta_name,
        $._path,
      ),

    quantified_expression: ($) =>
      prec(BODY, seq($.quantifier, separated($.declaration), $._body)),
    let_expression: ($) =>
      prec(BODY, seq('let', separated($.let_binding), $._body)),
    let_binding: ($) => seq(field('name', $.identifier), '=', field('value', $._formula)),
    _body: ($) => prec(BODY, choice(seq('|', field('body', $._expression)), field('body', $.block))),

    prefix_expression: ($) =>
      choice(
        ...PREFIX.map(([strength, operators]) =>
          prec(
            strength,
            seq(field('operator', anyOf(operators)), field('operand', $._expression)),
          ),
        ),
      ),

    binary_expression: ($) =>
      choice(
        ...INFIX.map(([strength, operators]) =>
          prec.left(
            strength,
            seq(
              field('left', $._expression),
              field('operator', anyOf(operators)),
              field('right', $._expression),
            ),
          ),
        ),
      ),

    implication: ($) =>
      prec.right(
        IMPLIES,
        seq(
          field('condition', $._expression),
          choice('=>', 'implies'),
          field('consequence', $._expression),
          optional(seq('else', field('alternative', $._expression))),
        ),
      ),

    comparison: ($) =>
      prec.left(
        COMPARE,
        seq(
          field('left', $._expression),
          optional($.negation),
          field('operator', choice('=', 'in', '<', '>', '=<', '<=', '>=')),
          field('right', $._expression),
        ),
      ),

    product: ($) =>
      prec.right(
        PRODUCT,
        seq(
          field('left', $._expression),
          optional(alias($._left_multiplicity, $.multiplicity)),
          '->',
          optional($.multiplicity),
          field('right', $._expression),
        ),
      ),

    // `e.int` takes no operand: in `{ e.int x in y }` there are two formulas.
    join: ($) =>
      prec.left(
        JOIN,
        seq(
          field('left', $._expression),
          choice('.', '::'),
          field('right', choice($._expression, alias($._cast, $.constant))),
        ),
      ),
    box_join: ($) =>
      prec.left(
        JOIN,
        seq(
          field('target', choice($._expression, alias($._builtin_function, $.constant))),
          '[',
          optional(separated($._formula)),
          ']',
        ),
      ),
    marked_expression: ($) =>
      prec.left(MARK, seq(field('operand', $._expression), choice("'", '\u2019', '\u2018', '`'))),

    comprehension: ($) =>
      seq('{', separated($.declaration), optional($._body), '}'),
    block: ($) => seq('{', repeat($._formula), '}'),
    parenthesis: ($) => seq('(', $._formula, ')'),

    _number: ($) => choice($.number, $.negative_number),
    negative_number: ($) => seq('-', $.number),
    at_name: ($) => seq(alias($._at, '@'), $._path),
    constant: (_) =>
      choice('none', 'univ', 'iden', 'Int', 'seq/Int', 'String', 'this', 'fun/min', 'fun/max', 'fun/next'),
    // Without a bracket, `int` and `sum` are operators, and `disj` begins a declaration.
    _builtin_function: (_) => choice('int', 'sum', 'disj', 'pred/totalOrder'),
  },
})
