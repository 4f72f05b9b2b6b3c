//! Streams drawn as themes of Alloy's viewer say, and themes that are none.
#![cfg(feature = "thm")]

use std::path::Path;

use korrel_draw::thm::AlloyTheme;
use korrel_draw::{DrawnInstance, Hints, Page, Theme, dot, pictures, svg, text};
use korrel_heapgraph::Header;
use korrel_lang::source::Sources;

fn stream(name: &str) -> (Header, Vec<DrawnInstance>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/streams/{name}.jsonl"));
    let lines = std::fs::read_to_string(path).expect("the stream is there");
    let mut records = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let header = Header::read(&records.next().expect("a header")).expect("a header");
    let instances = records.filter(|record: &serde_json::Value| record["kind"] == "instance");
    let read = |record| DrawnInstance::read(&header, &record).expect("an instance");
    (header.clone(), instances.map(read).collect())
}

/// A theme of this view, the sources for its messages, and the theme's text.
fn read(view: &str) -> Result<(AlloyTheme, Sources), String> {
    let text = format!("<?xml version=\"1.0\"?>\n<alloy>\n{view}\n</alloy>\n");
    let mut sources = Sources::default();
    let file = sources.add("mine.thm", text.clone());
    match AlloyTheme::read(file, &text) {
        Ok(theme) => Ok((theme, sources)),
        Err(mistake) => Err(mistake.render(&sources, false)),
    }
}

fn hints(view: &str) -> Hints {
    read(view).expect("a theme").0.hints
}

/// What people see of a theme: shapes, colours, labels, hidden sigs and fields, attributes, projections.
const THEMES: [(&str, &str, &str); 5] = [
    (
        "file_system",
        "looks",
        r#"<view nodetheme="Martha" edgetheme="Standard">
<defaultnode shape="Ellipse"/> <defaultedge style="Dashed"/>
<node shape="House" color="Blue" label="folder"> <type name="Directory"/> </node>
<node color="Yellow" shape="Dbl Octagon" numberatoms="no"> <type name="File"/> </node>
<node style="Bold"> <type name="FileSystem"/> </node>
<edge color="Red" style="Bold" label="holds"> <relation name="entries"> <type name="Directory"/> <type name="Name"/> <type name="Object"/> </relation> </edge>
</view>"#,
    ),
    (
        "steps",
        "hidden",
        r#"<view hideSkolem="yes">
<node visible="no"> <type name="Message"/> </node>
<node shape="Diamond" showlabel="no" color="Red"> <set name="Asking" type="Process"/> </node>
<node shape="Circle" color="Green"> <type name="Lock"/> </node>
<edge visible="no"> <relation name="peer"> <type name="Process"/> <type name="Process"/> </relation> </edge>
<edge visible="no" attribute="yes" label="held by"> <relation name="holder"> <type name="Lock"/> <type name="Process"/> </relation> </edge>
</view>"#,
    ),
    (
        "river",
        "projected",
        r#"<view nodetheme="Tol">
<projection> <type name="State"/> </projection>
<node shape="Hexagon" color="Green"> <set name="near" type="Object"/> </node>
<node shape="Inv Trapezoid" color="Black"> <set name="far" type="Object"/> </node>
<node label="he" hideunconnected="yes"> <type name="Farmer"/> </node>
</view>"#,
    ),
    (
        "two_states",
        "operation",
        r#"<view>
<node shape="Parallelogram" label="" > <type name="Node"/> </node>
<edge attribute="yes"> <relation name="next"> <type name="Node"/> <type name="Node"/> </relation> </edge>
</view>"#,
    ),
    (
        "traces",
        "unconnected",
        r#"<view edgetheme="Neon">
<projection> <type name="Ring"/> </projection>
<node hideunconnected="yes" shape="Egg"> <type name="Node"/> </node>
<edge color="Magic" style="Dotted" label=""> <relation name="next"> <type name="Node"/> <type name="Node"/> </relation> </edge>
</view>"#,
    ),
];

/// If a snapshot changes, people see their instances otherwise than before: look at it before accepting it.
#[test]
fn themes_are_heeded_in_each_format() {
    let page = Page { width: 80, is_colored: false };
    for (name, of, view) in THEMES {
        let (header, instances) = stream(name);
        let (hints, first) = (hints(view), instances.first().expect("there is one"));
        let picture = svg(&header, std::slice::from_ref(first), Theme::Light, &hints);
        insta::assert_snapshot!(format!("{name}_{of}_svg"), picture);
        insta::assert_snapshot!(format!("{name}_{of}_text"), text(&header, first, &page, &hints));
        insta::assert_snapshot!(format!("{name}_{of}_dot"), dot(&header, first, &hints));
    }
}

/// If this failed, two programs would draw one theme in two ways, or comments could not say what themes can.
#[test]
fn comments_say_the_same() {
    let (header, instances) = stream("file_system");
    let drawn = |hints: &Hints| svg(&header, &instances, Theme::Plain, hints);
    let view = r#"<view> <defaultnode shape="Egg"/> <defaultedge/> <node shape="House" style="Dotted" visible="yes"> <type name="Directory"/> </node>
<node visible="no"> <type name="File"/> </node>
<edge visible="no" attribute="yes"> <relation name="target"> <type name="Link"/> <type name="Object"/> </relation> </edge> </view>"#;
    let said = "--@ *: egg\n--@ Directory: house\n--@ Directory: dotted\n--@ File: hide\n--@ target: attribute";
    assert_eq!(drawn(&hints(view)), drawn(&Hints::read(said)));
    assert_ne!(drawn(&hints(view)), drawn(&Hints::default()));
}

/// If this failed, a projection that cannot be would be passed over in silence.
#[test]
fn what_is_no_sig_with_objects_is_told() {
    let view = r#"<view> <projection> <type name="Process"/> <type name="Asking"/> <type name="Phase"/> <type name="univ"/> </projection> </view>"#;
    let (header, _) = stream("steps");
    let unknown = read(view).expect("a theme").0.unknown(&header);
    let told: Vec<String> = unknown.into_iter().map(|told| told.message.to_string()).collect();
    assert_eq!(
        told,
        [
            "the theme projects over `Asking`, which has no objects of its own",
            "the theme speaks of `Phase`, which the spec does not have"
        ]
    );
}

/// If this failed, an object would be marked as changed because others of its sig have gone.
#[test]
fn another_name_is_no_change() {
    let header = serde_json::json!({"format": "heapgraph/1", "roots": {},
        "types": {"Node": {"of": "Owner"}, "Owner": {}}});
    let node = serde_json::json!({"$type": "Node", "of": "Owner$0"});
    let owner = serde_json::json!({"$type": "Owner"});
    let record = serde_json::json!({"id": 0, "roots": {}, "objects": {
        "Node$0": node, "Owner$0": owner, "Owner$1": owner},
        "post": {"roots": {}, "objects": {"Node$0": node, "Owner$0": owner}}});
    let header = Header::read(&header).expect("a header");
    let instance = DrawnInstance::read(&header, &record).expect("a record");
    let hints = hints(
        r#"<view> <node label="o"> <type name="Owner"/> </node> <edge visible="no" attribute="yes"> <relation name="of"> <type name="Node"/> <type name="Owner"/> </relation> </edge> </view>"#,
    );
    let page = Page { width: 80, is_colored: false };
    let drawn = text(&header, &instance, &page, &hints);
    assert!(drawn.contains("of Owner$0") && !drawn.contains('*'), "{drawn}");
    let drawn = dot(&header, &instance, &hints);
    assert!(drawn.contains("of: o0\\l") && drawn.contains("of: o\\l"), "{drawn}");
}

/// If this failed, no theme could take back what an earlier one hides.
#[test]
fn the_last_theme_says_whether_parameters_are_told() {
    let (header, instances) = stream("traces");
    let page = Page { width: 80, is_colored: false };
    let themes = ["yes", "no"].map(|said| hints(&format!("<view hideSkolem=\"{said}\"/>")));
    let [hides, tells] = &themes;
    let plain = Hints::default();
    let drawn = |hints: Hints| {
        text(&header, &instances[0], &page, &hints) + &dot(&header, &instances[0], &hints)
    };
    assert_eq!(drawn(hides.clone().then(tells)), drawn(plain.clone()));
    assert_eq!(drawn(hides.clone().then(&plain)), drawn(hides.clone()));
    assert_ne!(drawn(hides.clone()), drawn(plain));
}

/// If this failed, parameters that are no objects would be told, and fields of an object that is looked at would not.
#[test]
fn parameters_are_hidden_alone() {
    let header = serde_json::json!({"format": "heapgraph/1", "roots": {"k": "int", "m": "T"},
        "types": {"T": {"f": "int", "g": "U"}, "U": {}}});
    let record = serde_json::json!({"id": 0, "roots": {"k": 2, "m": "T$0"}, "objects": {
        "T$0": {"$type": "T", "f": 7, "g": "U$0"}, "U$0": {"$type": "U"}}});
    let header = Header::read(&header).expect("a header");
    let instance = DrawnInstance::read(&header, &record).expect("a record");
    let page = Page { width: 80, is_colored: false };
    let hides =
        hints(r#"<view hideSkolem="yes"> <projection> <type name="T"/> </projection> </view>"#);
    let told = text(&header, &instance, &page, &hides) + &dot(&header, &instance, &hides);
    let has = |name: &str| told.contains(&format!("{name}: "));
    assert_eq!(["k", "m", "f", "g"].map(has), [false, false, true, true], "{told}");
}

/// If this failed, atoms that are to keep their names would lose their numbers, and sets their labels with them.
#[test]
fn atoms_keep_their_names() {
    let (header, instances) = stream("steps");
    let view = r#"<view useOriginalAtomNames="yes"> <node label="proc" numberatoms="no"> <type name="Process"/> </node>
<node label="asks"> <set name="Asking" type="Process"/> </node> </view>"#;
    let drawn = dot(&header, &instances[0], &hints(view));
    assert!(drawn.contains("{Process$0|") && !drawn.contains("proc"), "{drawn}");
    assert!(drawn.contains("in: asks"), "{drawn}");
}

/// If this failed, a shape would be missing, or a picture of it would be no SVG.
#[test]
fn each_shape_is_drawn() {
    let (header, instances) = stream("circular_list");
    let shapes =
        ["Ellipse", "Box", "Circle", "Egg", "Triangle", "Diamond", "Trapezoid", "Parallelogram"];
    let more = ["House", "Hexagon", "Octagon", "Dbl Circle", "Dbl Octagon", "Tpl Octagon"];
    let rest = [
        "Inv Triangle",
        "Inv House",
        "Inv Trapezoid",
        "Lined Diamond",
        "Lined Square",
        "Lined Circle",
    ];
    let mut drawn = String::new();
    for shape in shapes.into_iter().chain(more).chain(rest) {
        let view = format!(
            r#"<view> <node shape="{shape}" label="{shape}" numberatoms="no"> <type name="Ring"/> </node> <node visible="no"> <type name="Node"/> </node> </view>"#
        );
        let picture =
            pictures(&header, instances.first().expect("one"), Theme::Light, &hints(&view));
        drawn += &format!(
            "{shape}: {:.0} x {:.0}\n{}\n",
            picture[0].width, picture[0].height, picture[0].body
        );
    }
    insta::assert_snapshot!(drawn);
}

/// If this failed, a drawing over a sig would show other facts than one object after the other does.
#[test]
fn all_objects_are_one_after_the_other() {
    let (header, instances) = stream("river");
    let hints = |at: Option<usize>| Hints::default().projecting(&[("State".to_owned(), at)]);
    let drawn = |at| pictures(&header, &instances[0], Theme::Light, &hints(at));
    let ids =
        |at| -> Vec<Vec<String>> { drawn(at).into_iter().map(|picture| picture.objects).collect() };
    let all = ids(None);
    assert_eq!(all.len(), 8);
    for (place, one) in all.iter().enumerate() {
        assert_eq!(ids(Some(place)), std::slice::from_ref(one));
    }
    assert_eq!(drawn(Some(3))[0].title, "State$3");
}

/// If this failed, somebody would look for a theme's fault in the spec, or not learn of it.
#[test]
fn what_is_no_theme_is_refused() {
    let refused = [
        "<view><node shape=\"Box\"></view>",
        "<view> <node shape=Box> </node> </view>",
        "<view> <node shape=\"&unknown;\"> <type name=\"A\"/> </node> </view>",
        "<instance command=\"Run p\"> </instance>",
        "",
    ];
    let told: Vec<String> = refused.iter().map(|view| read(view).expect_err(view)).collect();
    insta::assert_snapshot!(told.join("\n\n"));
    let other = "<?xml version=\"2.0\"?><alloy><view/></alloy>";
    let mut sources = Sources::default();
    let file = sources.add("mine.thm", other);
    let refused = AlloyTheme::read(file, other).expect_err("of another version");
    assert!(refused.message.contains("version of XML"), "{}", refused.message);
}

/// If this failed, a theme would promise what no drawing keeps, or one of the same things would be told again and again.
#[test]
fn what_is_passed_over_is_told_once() {
    let view = r#"<view nodetheme="Pastel" hideMeta="no" hidePrivate="yes" fontsize="14">
<defaultnode/> <defaultedge color="Mauve" merge="no" constraint="yes"/>
<node shape="Star" color="inherit" samerank="yes" style="Bold"> <type name="Node"/> <type name="Gone"/> <type name="ord/Ord"/> </node>
<node> <type name="Nobody"/> </node>
<node showinattr="yes" showlabel="no"> <set name="$p_x" type="Node"/> <set name="Token" type="Node"/> <set name="Lost" type="Node"/> </node>
<edge weight="5"> <relation name="next"> <type name="Node"/> <type name="Node"/> </relation> </edge>
<edge weight="7" visible="no"> <relation name="prev"> <type name="Node"/> <type name="Node"/> </relation> </edge>
<extra/>
</view>"#;
    let (theme, sources) = read(view).expect("a theme");
    let (header, _) = stream("traces");
    let unknown = theme.unknown(&header);
    let told = theme.remarks.into_iter().chain(unknown);
    let told: Vec<String> = told.map(|remark| remark.render(&sources, false)).collect();
    insta::assert_snapshot!(told.join("\n\n"));
}
