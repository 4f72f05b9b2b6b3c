//! The macros of proptest, under names that do not meet its own. The prelude renames them.

/// Tests over all inputs. See [`exhaustive`](crate::exhaustive).
#[macro_export]
#[doc(hidden)]
macro_rules! exhaustive_proptest {
    (#![proptest_config($config:expr)] $($(#[$meta:meta])* fn $name:ident($($args:tt)*) $body:block)*) => {$(
        $(#[$meta])*
        fn $name() {
            $crate::exhaustive_case!($config; stringify!($name); [] [] ($($args)*,) $body);
        }
    )*};
    ($($(#[$meta:meta])* fn $name:ident($($args:tt)*) $body:block)*) => {
        $crate::exhaustive_proptest! { #![proptest_config($crate::exhaustive::Config::default())] $($(#[$meta])* fn $name($($args)*) $body)* }
    };
    (|($($args:tt)*)| $body:expr) => {
        $crate::exhaustive_case!($crate::exhaustive::Config::default(); concat!(file!(), ":", line!()); [] [] ($($args)*,) { $body })
    };
    ($config:expr, |($($args:tt)*)| $body:expr) => {
        $crate::exhaustive_case!($config; concat!(file!(), ":", line!()); [] [] ($($args)*,) { $body })
    };
}

/// Takes one argument after the other, and then runs the body.
#[macro_export]
#[doc(hidden)]
macro_rules! exhaustive_case {
    ($config:expr; $title:expr; [$($pat:pat,)*] [$($from:expr,)*] ($(,)?) $body:block) => {{
        let title: &str = $title;
        $crate::exhaustive::exhaust(title, &$config, ($($from,)*), |($($pat,)*)| {
            let () = $body;
            #[allow(unreachable_code, reason = "a body may end in a return")]
            Ok(())
        });
    }};
    ($config:expr; $title:expr; [$($pats:tt)*] [$($froms:tt)*] ($name:ident : $type:ty, $($rest:tt)*) $body:block) => {
        $crate::exhaustive_case!($config; $title; [$($pats)* $name,] [$($froms)* $crate::exhaustive::any::<$type>(),] ($($rest)*) $body)
    };
    ($config:expr; $title:expr; [$($pats:tt)*] [$($froms:tt)*] ($pat:pat in $from:expr, $($rest:tt)*) $body:block) => {
        $crate::exhaustive_case!($config; $title; [$($pats)* $pat,] [$($froms)* $from,] ($($rest)*) $body)
    };
}

/// The values of several strategies. Weights do nothing, unless they are 0.
#[macro_export]
#[doc(hidden)]
macro_rules! exhaustive_prop_oneof {
    ($($weight:expr => $from:expr),+ $(,)?) => {
        $crate::exhaustive::Union::weighted([$(($weight, $crate::exhaustive::Strategy::boxed($from))),+])
    };
    ($($from:expr),+ $(,)?) => {
        $crate::exhaustive::Union::of([$($crate::exhaustive::Strategy::boxed($from)),+])
    };
}

/// Fails where a condition does not hold.
#[macro_export]
#[doc(hidden)]
macro_rules! exhaustive_prop_assert {
    ($holds:expr $(,)?) => {
        $crate::exhaustive_prop_assert!($holds, "{}", concat!("assertion failed: ", stringify!($holds)))
    };
    ($holds:expr, $($said:tt)*) => {
        if !$holds {
            return Err($crate::exhaustive::TestCaseError::fail(format!("{} at {}:{}", format!($($said)*), file!(), line!())));
        }
    };
}

/// Fails where two values differ.
#[macro_export]
#[doc(hidden)]
macro_rules! exhaustive_prop_assert_eq {
    ($left:expr, $right:expr $(,)?) => {
        $crate::exhaustive_prop_assert_eq!($left, $right, "")
    };
    ($left:expr, $right:expr, $($said:tt)*) => {{
        let (left, right) = (&$left, &$right);
        $crate::exhaustive_prop_assert!(*left == *right, "assertion failed: `(left == right)` {}\n  left: {:?}\n right: {:?}\n", format!($($said)*), left, right);
    }};
}

/// Fails where two values are the same.
#[macro_export]
#[doc(hidden)]
macro_rules! exhaustive_prop_assert_ne {
    ($left:expr, $right:expr $(,)?) => {
        $crate::exhaustive_prop_assert_ne!($left, $right, "")
    };
    ($left:expr, $right:expr, $($said:tt)*) => {{
        let (left, right) = (&$left, &$right);
        $crate::exhaustive_prop_assert!(*left != *right, "assertion failed: `(left != right)` {}\n  both: {:?}\n", format!($($said)*), left);
    }};
}

/// Leaves an input out where a condition does not hold.
#[macro_export]
#[doc(hidden)]
macro_rules! exhaustive_prop_assume {
    ($holds:expr $(, $($said:tt)*)?) => {
        if !$holds {
            return Err($crate::exhaustive::TestCaseError::reject(stringify!($holds)));
        }
    };
}
