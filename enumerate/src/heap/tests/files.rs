//! A spec that has everything: inheritance, an abstract sig, an enum, subset sigs of objects and of
//! values, every shape of field, and helpers of built-in modules.

use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::*;

use super::super::Schema;
use super::build::{Build, arrow, binary, expr, lone, one, set};
use super::fill::{Fill, universe};

/// The spec, its sigs and its fields.
pub struct Files {
    pub build: Build,
    pub entry: SigId,
    pub dir: SigId,
    pub file: SigId,
    pub config: SigId,
    pub color: SigId,
    pub boolean: SigId,
    pub order: SigId,
    pub marked: SigId,
    pub warm: SigId,
    pub parameters: [VariableId; 3],
}

/// ```alloy
/// abstract sig Entry { name: String, hidden: Bool }
/// sig Dir extends Entry { entries: set Entry, at: Int -> lone Entry, tone: Color -> one Int,
///     mixed: (Int + Color) -> lone Entry, links: Entry -> Color -> Int, near: entries -> Entry,
///     first: lone entries, all = entries, any: set univ }
/// sig File extends Entry { owner: Dir + Color }
/// one sig Config { home: lone Dir }
/// enum Color { RED, BLUE }
/// sig Marked in Entry { weight: Int }
/// sig Warm in Color { degree: Color -> lone Int }
/// run p[d: Dir, e: lone Entry, s: set Entry]
/// ```
pub fn files() -> Files {
    let mut build = Build::new();
    let entry = build.top("Entry");
    build.model.sigs[entry].is_abstract = true;
    let (dir, file) = (build.extend("Dir", entry), build.extend("File", entry));
    let config = build.top("Config");
    build.one(config);
    let color = build.enumeration("Color", &["RED", "BLUE"]);
    let boolean = build.enumeration("boolean/Bool", &["True", "False"]);
    build.model.sigs[boolean].is_enum = false;
    let order = build.top("colors/Ord");
    build.one(order);
    build.model.sigs[order].is_private = true;
    build.field(order, "First", set(&[color]));
    let (marked, warm) = (build.subset("Marked", &[entry]), build.subset("Warm", &[color]));
    build.field(entry, "name", one(&[Sig::STRING]));
    build.field(entry, "hidden", one(&[boolean]));
    add_dir_fields(&mut build, entry, dir, color);
    build.field(file, "owner", one(&[dir, color]));
    build.field(config, "home", lone(&[dir]));
    build.field(marked, "weight", one(&[Sig::INT]));
    build.field(warm, "degree", arrow(set(&[color]), Multiplicity::Lone, set(&[Sig::INT])));
    let d = build.parameter("d", one(&[dir]));
    let e = build.parameter("e", lone(&[entry]));
    let s = build.parameter("s", set(&[entry]));
    let parameters = [d, e, s];
    Files { build, entry, dir, file, config, color, boolean, order, marked, warm, parameters }
}

fn add_dir_fields(build: &mut Build, entry: SigId, dir: SigId, color: SigId) {
    let (any, int) = (Multiplicity::Set, Sig::INT);
    let entries = build.field(dir, "entries", set(&[entry]));
    let of_this = |build: &mut Build| {
        let this = build.variable("this", 1);
        let (this, entries) =
            (expr(ExprKind::Variable(this), 1), expr(ExprKind::Field(entries), 2));
        binary(RelationOp::Join, this, entries)
    };
    let maps = [
        ("at", arrow(set(&[int]), Multiplicity::Lone, set(&[entry]))),
        ("tone", arrow(set(&[color]), Multiplicity::One, set(&[int]))),
        ("mixed", arrow(set(&[int, color]), Multiplicity::Lone, set(&[entry]))),
        ("links", arrow(set(&[entry]), any, arrow(set(&[color]), any, set(&[int])))),
    ];
    for (name, range) in maps {
        build.field(dir, name, range);
    }
    let near = Range::of(any, of_this(build));
    let near = arrow(near, any, set(&[entry]));
    build.typed_field(dir, "near", near, vec![vec![dir, dir, entry], vec![dir, color, entry]]);
    let first = Range::of(Multiplicity::Lone, of_this(build));
    build.typed_field(dir, "first", first, vec![vec![dir, entry]]);
    let all = Range::of(Multiplicity::One, of_this(build));
    let all = build.typed_field(dir, "all", all, vec![vec![dir, entry]]);
    build.model.fields[all].is_defined = true;
    build.field(dir, "any", set(&[Sig::UNIVERSE, dir]));
}

impl Files {
    pub fn schema(&self) -> Schema {
        Schema::new(&self.build.model, &self.build.command()).expect("no two roots of one name")
    }

    fn field(&self, name: &str) -> Relation {
        let mut fields = self.build.model.fields.iter();
        Relation::Field(fields.find(|(_, field)| field.name == name).expect("it is declared").0)
    }

    /// A directory that holds a marked file, with `spare` atoms more than are in use.
    pub fn instance(&self, spare: u32) -> Instance {
        let sizes = [
            (self.entry, 2 + spare),
            (self.config, 1),
            (self.color, 2),
            (self.boolean, 2),
            (self.order, 1),
        ];
        let mut fill = Fill::new(&self.build.model, universe(&sizes, &["x\"y", "RED"]));
        let (dir, file) = (fill.put(self.dir, 0), fill.put(self.file, 1));
        let (config, order) = (fill.put(self.config, 0), fill.put(self.order, 0));
        let [red, blue] = fill.constants(self.color)[..] else { panic!("two colours") };
        let [yes, no] = fill.constants(self.boolean)[..] else { panic!("two truth values") };
        fill.add(Relation::Sig(self.marked), &[file]);
        fill.add(Relation::Sig(self.warm), &[red]);
        let string = |text| fill.instance.universe.string(text).expect("it is there");
        let (quoted, plain) = (string("x\"y"), string("RED"));
        let (two, three) = (fill.int(2), fill.int(3));
        let tuples: [(&str, &[_]); 22] = [
            ("name", &[dir, quoted]),
            ("name", &[file, plain]),
            ("hidden", &[dir, no]),
            ("hidden", &[file, yes]),
            ("entries", &[dir, file]),
            ("at", &[dir, three, file]),
            ("at", &[dir, two, dir]),
            ("tone", &[dir, red, two]),
            ("tone", &[dir, blue, three]),
            ("mixed", &[dir, three, file]),
            ("mixed", &[dir, red, dir]),
            ("links", &[dir, file, red, three]),
            ("near", &[dir, dir, file]),
            ("first", &[dir, file]),
            ("all", &[dir, file]),
            ("any", &[dir, file]),
            ("any", &[dir, blue]),
            ("any", &[dir, three]),
            ("owner", &[file, dir]),
            ("home", &[config, dir]),
            ("weight", &[file, two]),
            ("degree", &[red, blue, three]),
        ];
        for (name, tuple) in tuples {
            fill.add(self.field(name), tuple);
        }
        assert!(fill.instance.sig(self.order).contains(&[order]), "the helper has its atom");
        fill.parameter(self.parameters[0], &[dir]);
        fill.parameter(self.parameters[1], &[]);
        fill.parameter(self.parameters[2], &[dir, file]);
        fill.instance
    }
}
