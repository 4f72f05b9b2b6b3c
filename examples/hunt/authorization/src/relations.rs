//! simple-zanzibar: relations that are made of others. It has no wildcards.

use simple_zanzibar::ZanzibarEngine;
use simple_zanzibar::model::{
    LookupResourcesRequest, LookupSubjectsRequest, Object, Relation, User,
};

use crate::Judged;
use crate::heap::{Heap, Names, Pairs, compare, named};

const SCHEMA: &str = r#"
namespace user { relation self {} }
namespace group { relation member {} }
namespace doc {
    relation parent {}
    relation viewer {}
    relation editor {}
    relation banned {}
    relation either { rewrite union(computed_userset(relation: "viewer"), computed_userset(relation: "editor")) }
    relation both { rewrite intersection(computed_userset(relation: "viewer"), computed_userset(relation: "editor")) }
    relation one_not_other { rewrite exclusion(computed_userset(relation: "viewer"), computed_userset(relation: "editor")) }
    RULES
    relation seen_from {
        rewrite union(computed_userset(relation: "viewer"), tuple_to_userset(tupleset: "parent", computed_userset: "seen_from"))
    }
    relation seen_unless_banned {
        rewrite exclusion(
            union(computed_userset(relation: "viewer"), tuple_to_userset(tupleset: "parent", computed_userset: "seen_unless_banned")),
            computed_userset(relation: "banned"))
    }
}
"#;

pub fn judge(heap: &Heap<'_>) -> Judged {
    let [users, groups, docs] = ["users", "groups", "docs"].map(|root| heap.all(root));
    let mut names = named(&users, "u");
    names.extend(named(&groups, "g"));
    names.extend(named(&docs, "d"));
    let engine = ZanzibarEngine::builder().build();
    engine.add_dsl(&SCHEMA.replace("RULES", &rules())).map_err(refused)?;
    for tuple in tuples(heap, &names, &groups, &docs) {
        engine.touch_relationship(&tuple).map_err(refused)?;
    }
    if heap.has_root("left") {
        return ruled(&engine, heap, &names, &users, &docs);
    }
    let mut is_asked = false;
    for (root, kind, relation) in [
        ("inside", "group", "member"),
        ("either", "doc", "either"),
        ("both", "doc", "both"),
        ("one_not_other", "doc", "one_not_other"),
        ("seen_from", "doc", "seen_from"),
        ("seen_unless_banned", "doc", "seen_unless_banned"),
    ] {
        if !heap.has_root(root) {
            continue;
        }
        is_asked = true;
        let expected = heap.expected(root, &names);
        let objects = if kind == "group" { &groups } else { &docs };
        Asked { engine: &engine, kind, relation, names: &names }
            .judge(&expected, objects, &users)?;
    }
    assert!(is_asked, "no relation of {} is known here", heap.operation);
    Ok(())
}

const OPERATORS: [&str; 3] = ["union", "intersection", "exclusion"];

/// All rules of two operators, each a relation of its own: `(v o e) p b`, and `v o (e p b)`.
fn rules() -> String {
    let [v, e, b] = ["viewer", "editor", "banned"]
        .map(|relation| format!("computed_userset(relation: \"{relation}\")"));
    let mut text = String::new();
    for o in OPERATORS {
        for p in OPERATORS {
            text += &format!(
                "relation left_{o}_{p} {{ rewrite {p}({o}({v}, {e}), {b}) }}\n\
                 relation right_{o}_{p} {{ rewrite {o}({v}, {p}({e}, {b})) }}\n"
            );
        }
    }
    text
}

fn ruled(
    engine: &ZanzibarEngine,
    heap: &Heap<'_>,
    names: &Names<'_>,
    users: &[&str],
    docs: &[&str],
) -> Judged {
    for side in ["left", "right"] {
        let triples = heap.triples(side);
        for (one, other) in OPERATORS.iter().flat_map(|o| OPERATORS.iter().map(move |p| (*o, *p))) {
            let own = triples.iter().filter(|triple| (triple[0], triple[1]) == (one, other));
            let expected = own.map(|triple| (names[docs[0]].clone(), names[triple[2]].clone()));
            let relation = format!("{side}_{one}_{other}");
            let asked = Asked { engine, kind: "doc", relation: &relation, names };
            asked.judge(&expected.collect(), docs, users)?;
        }
    }
    Ok(())
}

fn tuples(heap: &Heap<'_>, names: &Names<'_>, groups: &[&str], docs: &[&str]) -> Vec<String> {
    let mut tuples = Vec::new();
    let mut give = |kind: &str, object: &str, relation: &str, field: &str| {
        for subject in heap.field(object, field) {
            let name = &names[subject];
            let subject = match name.as_bytes()[0] {
                b'g' => format!("group:{name}#member"),
                // What is followed is a set of subjects; the rule says of which relation.
                b'd' => format!("doc:{name}#viewer"),
                _ => format!("user:{name}"),
            };
            tuples.push(format!("{kind}:{}#{relation}@{subject}", names[object]));
        }
    };
    groups.iter().for_each(|group| give("group", group, "member", "members"));
    for doc in docs {
        for (relation, field) in [
            ("parent", "parents"),
            ("viewer", "viewers"),
            ("editor", "editors"),
            ("banned", "banned"),
        ] {
            give("doc", doc, relation, field);
        }
    }
    tuples
}

/// A question about a relation.
struct Asked<'e> {
    engine: &'e ZanzibarEngine,
    kind: &'e str,
    relation: &'e str,
    names: &'e Names<'e>,
}

impl Asked<'_> {
    fn judge(&self, expected: &Pairs, objects: &[&str], users: &[&str]) -> Judged {
        let relation = self.relation;
        compare(&format!("check {relation}"), expected, &self.checked(objects, users)?)?;
        compare(&format!("lookup_resources, {relation}"), expected, &self.resources(users)?)?;
        compare(&format!("lookup_subjects, {relation}"), expected, &self.subjects(objects)?)
    }

    fn checked(&self, objects: &[&str], users: &[&str]) -> Result<Pairs, (String, String)> {
        let mut given = Pairs::new();
        for (object, user) in
            objects.iter().flat_map(|one| users.iter().map(move |user| (one, user)))
        {
            let (object, user) = (&self.names[object], &self.names[user]);
            let asked = Object::new(self.kind, object);
            let relation = Relation::new(self.relation);
            if self.engine.check_relation(&asked, &relation, &subject(user)).map_err(refused)? {
                given.insert((object.clone(), user.clone()));
            }
        }
        Ok(given)
    }

    fn resources(&self, users: &[&str]) -> Result<Pairs, (String, String)> {
        let mut given = Pairs::new();
        for user in users.iter().map(|user| &self.names[user]) {
            let relation = Relation::new(self.relation);
            let asked = LookupResourcesRequest::new(subject(user), relation, self.kind);
            let told = self.engine.lookup_resources(asked).map_err(refused)?;
            given.extend(told.resources.into_iter().map(|one| (one.id, user.clone())));
        }
        Ok(given)
    }

    fn subjects(&self, objects: &[&str]) -> Result<Pairs, (String, String)> {
        let mut given = Pairs::new();
        for object in objects.iter().map(|object| &self.names[object]) {
            let asked = Object::new(self.kind, object);
            let asked = LookupSubjectsRequest::new(asked, Relation::new(self.relation), "user");
            let told = self.engine.lookup_subjects(asked).map_err(refused)?;
            for one in told.subjects {
                if let User::UserId(id) = one {
                    let id = id.strip_prefix("user:").map_or(id.clone(), str::to_owned);
                    given.insert((object.clone(), id));
                }
            }
        }
        Ok(given)
    }
}

fn subject(user: &str) -> User {
    User::user_id(user)
}

fn refused(error: impl std::fmt::Display) -> (String, String) {
    ("an error".to_owned(), error.to_string())
}
