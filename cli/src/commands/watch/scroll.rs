//! The part of a view that is on the screen: its title, lines from one on, and the keys.

const KEYS: &str = "←/→ commands  ↑/↓ instances  j/k scroll  ? keys  q quit";

const HELP: [&str; 8] = [
    "  Tab, →            the next command",
    "  Shift-Tab, ←      the one before",
    "  ↓, n              the next instance",
    "  ↑, p              the one before",
    "  j, k              a line down, up",
    "  PageDown, space   a screen down",
    "  PageUp            a screen up",
    "  q, Ctrl-C         end",
];

/// How far the lines below the title are scrolled.
#[derive(Default)]
pub struct Scroll {
    from: usize,
    /// The keys are shown in place of the view.
    pub is_help: bool,
}

impl Scroll {
    /// The lines by which a screen of so many goes on: one is seen twice.
    pub fn page(lines: usize) -> isize {
        lines.saturating_sub(3).max(1) as isize
    }

    /// Goes so many lines towards the end, or towards the beginning.
    pub fn by(&mut self, lines: isize) {
        self.from = self.from.saturating_add_signed(lines);
        self.is_help = false;
    }

    /// True if it is not at the top.
    pub fn is_moved(&self) -> bool {
        self.from > 0
    }

    /// What is shown of a view on a screen of so many lines. What is scrolled beyond its end is taken back.
    pub fn shown(&mut self, mut view: Vec<String>, lines: usize) -> Vec<String> {
        if self.is_help {
            view.truncate(1);
            view.extend(HELP.map(str::to_owned));
        }
        // Beside the title and the keys.
        let room = lines.saturating_sub(2).max(1);
        let title = view.first().cloned().unwrap_or_default();
        let rest = view.get(1..).unwrap_or_default();
        self.from = self.from.min(rest.len().saturating_sub(room));
        // Help is short, and begins with its first line.
        let from = if self.is_help { 0 } else { self.from };
        let (above, below) = (from, rest.len().saturating_sub(from + room));
        let mut shown = vec![title];
        shown.extend(rest[from..].iter().take(room).cloned());
        shown.resize(1 + room, String::new());
        shown.push(match (above, below) {
            (0, 0) => KEYS.to_owned(),
            _ => format!("{KEYS}  (lines above: {above}, below: {below})"),
        });
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(lines: usize) -> Vec<String> {
        (0..lines).map(|at| at.to_string()).collect()
    }

    /// If it failed, the end of a view could not be reached on a small screen, or its title would be lost.
    #[test]
    fn each_line_can_be_reached() {
        let mut scroll = Scroll::default();
        assert_eq!(scroll.shown(view(9), 5)[..4], ["0", "1", "2", "3"]);
        scroll.by(1);
        assert_eq!(scroll.shown(view(9), 5)[..4], ["0", "2", "3", "4"]);
        scroll.by(Scroll::page(5));
        assert_eq!(scroll.shown(view(9), 5)[..4], ["0", "4", "5", "6"]);
        scroll.by(100);
        let last = scroll.shown(view(9), 5);
        assert_eq!(last[..4], ["0", "6", "7", "8"]);
        assert!(last[4].ends_with("(lines above: 5, below: 0)"), "{}", last[4]);
        scroll.by(-1);
        assert_eq!(scroll.shown(view(9), 5)[..4], ["0", "5", "6", "7"], "from the end");
        scroll.by(-100);
        assert_eq!(scroll.shown(view(2), 5), ["0", "1", "", "", KEYS]);
    }

    /// If it failed, nobody would learn the keys.
    #[test]
    fn keys_are_told() {
        let mut scroll = Scroll { is_help: true, from: 3 };
        let help = scroll.shown(view(9), 20);
        assert!(help[0] == "0" && help[1].contains("the next command"), "{help:?}");
        scroll.by(0);
        assert!(!scroll.is_help);
    }
}
