//! Lengths and counts as both formats have them.

use std::io;

/// # Errors
/// More than a number of 32 bits with a sign can say.
pub fn length(count: usize) -> io::Result<i32> {
    i32::try_from(count).map_err(|_| io::Error::other("a group of rows has more than 2 GiB"))
}

/// If it failed, a page of so many bytes would say that it has fewer, or less than none.
#[test]
fn a_length_that_has_no_place_is_refused() {
    assert_eq!(length(i32::MAX as usize).expect("it has a place"), i32::MAX);
    for count in [1 << 31, (1 << 32) + 5, usize::MAX] {
        assert!(length(count).is_err_and(|why| why.to_string().contains("2 GiB")), "{count}");
    }
}
