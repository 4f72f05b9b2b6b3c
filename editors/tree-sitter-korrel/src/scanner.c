// The tokens that need a look further ahead than one token.
//
// A scanner that decides is exact where precedence would guess: after `p and q`, the word `not` begins another formula
// unless a comparator follows it, and `lone` unless an arrow does. Rejected: tokens such as `not in`, which swallow the
// beginning of `not inside`.

#include "tree_sitter/parser.h"

#include <string.h>

enum Token {
  IDENTIFIER,
  QUALIFIED_NAME,
  NUMBER,
  QUANTIFIER,
  MULTIPLICITY,
  LEFT_MULTIPLICITY,
  NEGATION,
  CAST,
  AT,
  STEPS,
  // No rule has it: it is valid only where the parser recovers and takes any token.
  ERROR_SENTINEL,
};

// Longer than any keyword; of a longer word only its length matters.
#define WORD_SIZE 16

static const char *const RESERVED[] = {
    "Int",    "String", "abstract",     "after",  "all",     "always", "and",       "as",       "assert", "before", "but",
    "check",  "disj",   "else",         "enum",   "eventually", "exactly", "expect", "extends", "fact",   "for",    "fun",
    "historically", "iden", "iff",      "implies", "in",     "int",    "let",       "lone",     "module", "no",     "none",
    "not",    "once",   "one",          "open",   "or",      "pred",   "private",   "releases", "run",    "seq",    "set",
    "sig",    "since",  "some",         "sum",    "this",    "triggered", "univ",   "until",    "var",
};

static bool is_one_of(const char *word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(word, words[i]) == 0) return true;
  }
  return false;
}

#define IS_ONE_OF(word, words) is_one_of(word, words, sizeof(words) / sizeof(*(words)))

static bool is_quantifier(const char *word) {
  static const char *const words[] = {"all", "no", "some", "lone", "one", "sum"};
  return IS_ONE_OF(word, words);
}

static bool is_multiplicity(const char *word) {
  static const char *const words[] = {"lone", "one", "some", "set"};
  return IS_ONE_OF(word, words);
}

static bool is_space(int32_t c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == 0xa0 || c == 0xfeff;
}

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

// Beyond ASCII: all but Latin-1's signs, punctuation, arrows, mathematical and other signs, and ideographic spaces. The
// functions of <wctype.h> would depend on the locale of the editor.
static bool is_letter(int32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  if (c < 0xc0) return c == 0xaa || c == 0xb5 || c == 0xba;
  if (c == 0xd7 || c == 0xf7 || c == 0xfeff) return false;
  return !((c >= 0x2000 && c <= 0x206f) || (c >= 0x2190 && c <= 0x2bff) || (c >= 0x3000 && c <= 0x3003) ||
           (c >= 0x3008 && c <= 0x3020) || (c >= 0xe000 && c <= 0xf8ff) || (c >= 0xfff0 && c <= 0xffff) || c >= 0x1f000);
}

// Superscripts and fractions are numbers, too.
static bool is_latin_number(int32_t c) { return c == 0xb2 || c == 0xb3 || c == 0xb9 || (c >= 0xbc && c <= 0xbe); }

static bool is_word(int32_t c) { return is_letter(c) || is_digit(c) || c == '"' || is_latin_number(c); }

static void step(TSLexer *lexer) { lexer->advance(lexer, false); }

// Reads a word; `word` is its text if it is short enough to be a keyword, and else no keyword's.
static void read_word(TSLexer *lexer, char *word) {
  size_t length = 0;
  while (is_word(lexer->lookahead)) {
    if (length < WORD_SIZE - 1) word[length] = lexer->lookahead < 0x80 ? (char)lexer->lookahead : '?';
    length++;
    step(lexer);
  }
  word[length < WORD_SIZE ? length : 0] = '\0';
}

static void skip_line(TSLexer *lexer) {
  while (!lexer->eof(lexer) && lexer->lookahead != '\n' && lexer->lookahead != '\r') step(lexer);
}

static void skip_comment(TSLexer *lexer) {
  int32_t last = 0;
  step(lexer);
  while (!lexer->eof(lexer) && !(last == '*' && lexer->lookahead == '/')) {
    last = lexer->lookahead;
    step(lexer);
  }
  step(lexer);
}

// Skips spaces and comments. Returns the sign that it had to read to know that no comment begins there, or 0.
static int32_t skip_gap(TSLexer *lexer) {
  for (;;) {
    int32_t first = lexer->lookahead;
    if (is_space(first)) {
      step(lexer);
      continue;
    }
    if (first != '-' && first != '/') return 0;
    step(lexer);
    if (lexer->lookahead == first) {
      skip_line(lexer);
    } else if (first == '/' && lexer->lookahead == '*') {
      skip_comment(lexer);
    } else {
      return first;
    }
  }
}

static bool arrow_ahead(TSLexer *lexer) { return skip_gap(lexer) == '-' && lexer->lookahead == '>'; }

static bool comparator_ahead(TSLexer *lexer) {
  if (skip_gap(lexer)) return false;
  char word[WORD_SIZE];
  switch (lexer->lookahead) {
    case '=':
      step(lexer);
      return lexer->lookahead != '>';
    case '<':
      step(lexer);
      if (lexer->lookahead == '=') {
        step(lexer);
        return lexer->lookahead != '>';
      }
      return lexer->lookahead != '<' && lexer->lookahead != ':';
    case '>':
      step(lexer);
      return lexer->lookahead != '>';
    default:
      if (!is_letter(lexer->lookahead)) return false;
      read_word(lexer, word);
      return strcmp(word, "in") == 0;
  }
}

// Names and a colon: what makes `some` a quantifier.
static bool names_ahead(TSLexer *lexer) {
  static const char *const qualifiers[] = {"var", "private", "disj"};
  char word[WORD_SIZE];
  bool is_first = true;
  for (;;) {
    if (skip_gap(lexer) || !is_letter(lexer->lookahead)) return false;
    read_word(lexer, word);
    if (is_first && IS_ONE_OF(word, qualifiers)) continue;
    if (IS_ONE_OF(word, RESERVED)) return false;
    if (skip_gap(lexer)) return false;
    if (lexer->lookahead != ',') break;
    step(lexer);
    is_first = false;
  }
  if (lexer->lookahead != ':') return false;
  step(lexer);
  return lexer->lookahead != '>';
}

static bool found(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = token;
  return true;
}

// A number, which no word follows without a gap.
static bool scan_number(TSLexer *lexer) {
  bool is_whole = true;
  int32_t first = lexer->lookahead;
  step(lexer);
  int32_t radix = first == '0' && (lexer->lookahead == 'x' || lexer->lookahead == 'b') ? lexer->lookahead : 0;
  if (radix) {
    step(lexer);
    is_whole = false;
  }
  for (;; step(lexer)) {
    int32_t c = lexer->lookahead;
    bool is_hexadecimal = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    bool fits = radix == 'x' ? is_hexadecimal : radix == 'b' ? c == '0' || c == '1' : is_digit(c);
    if (!fits && c != '_') break;
    is_whole = true;
  }
  lexer->mark_end(lexer);
  return is_whole && !is_word(lexer->lookahead) && found(lexer, NUMBER);
}

// `a/b`, after `a`. The end is marked after each name, for `a/*` is `a` and a comment.
static bool scan_path(TSLexer *lexer, bool is_named, const bool *valid) {
  bool is_qualified = false;
  char word[WORD_SIZE];
  while (lexer->lookahead == '/') {
    step(lexer);
    if (!is_letter(lexer->lookahead)) break;
    read_word(lexer, word);
    if (IS_ONE_OF(word, RESERVED)) break;
    lexer->mark_end(lexer);
    is_named = is_qualified = true;
  }
  // `sig$` and the like are tokens of the grammar.
  if (!is_named || lexer->lookahead == '$') return false;
  if (is_qualified) return valid[QUALIFIED_NAME] && found(lexer, QUALIFIED_NAME);
  return valid[IDENTIFIER] && found(lexer, IDENTIFIER);
}

static bool scan_word(TSLexer *lexer, const bool *valid) {
  char word[WORD_SIZE];
  read_word(lexer, word);
  lexer->mark_end(lexer);
  if (valid[STEPS] && !valid[ERROR_SENTINEL] && strcmp(word, "steps") == 0) return found(lexer, STEPS);
  if (!IS_ONE_OF(word, RESERVED)) return scan_path(lexer, true, valid);
  bool is_prefix_of_path = strcmp(word, "this") == 0 || strcmp(word, "seq") == 0;
  if (is_prefix_of_path && lexer->lookahead == '/') return scan_path(lexer, false, valid);
  if (valid[ERROR_SENTINEL]) return false;
  bool is_sum = strcmp(word, "sum") == 0;
  if (valid[CAST] && (is_sum || strcmp(word, "int") == 0)) return found(lexer, is_sum && names_ahead(lexer) ? QUANTIFIER : CAST);
  if (strcmp(word, "not") == 0) return valid[NEGATION] && comparator_ahead(lexer) && found(lexer, NEGATION);
  if (valid[MULTIPLICITY]) return is_multiplicity(word) && found(lexer, MULTIPLICITY);
  // A name is no arrow: at most one of the two is ahead, and what begins with `-` is no name.
  if (valid[LEFT_MULTIPLICITY] && is_multiplicity(word) && (is_space(lexer->lookahead) || lexer->lookahead == '-' || lexer->lookahead == '/')) {
    int32_t sign = skip_gap(lexer);
    if (sign) return sign == '-' && lexer->lookahead == '>' && found(lexer, LEFT_MULTIPLICITY);
  }
  return valid[QUANTIFIER] && is_quantifier(word) && names_ahead(lexer) && found(lexer, QUANTIFIER);
}

void *tree_sitter_korrel_external_scanner_create(void) { return NULL; }

void tree_sitter_korrel_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_korrel_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}

void tree_sitter_korrel_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_korrel_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  while (is_space(lexer->lookahead)) lexer->advance(lexer, true);
  if (is_digit(lexer->lookahead)) return valid[NUMBER] && scan_number(lexer);
  if (is_letter(lexer->lookahead)) return scan_word(lexer, valid);
  if (valid[ERROR_SENTINEL]) return false;
  int32_t sign = lexer->lookahead;
  if (!(sign == '!' && valid[NEGATION]) && !(sign == '@' && valid[AT])) return false;
  step(lexer);
  lexer->mark_end(lexer);
  if (sign == '@') return is_letter(lexer->lookahead) && found(lexer, AT);
  return comparator_ahead(lexer) && found(lexer, NEGATION);
}
