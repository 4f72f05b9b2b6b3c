//! The words of the language.

/// The words that are no names.
const KEYWORDS: &str = "\
    Int String abstract after all always and as assert before but check disj else enum \
    eventually exactly expect extends fact for fun historically iden iff implies in int let lone \
    module no none not once one open or pred private releases run seq set sig since some sum \
    this triggered univ until var";

pub(crate) fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.split(' ')
}

pub(crate) fn is_keyword(word: &str) -> bool {
    keywords().any(|keyword| keyword == word)
}
