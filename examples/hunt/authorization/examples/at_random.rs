//! Relations of simple-zanzibar and roles of casbin that proptest draws: how many seeds show a list that is not as the check has it,
//! or a role that is not followed. `any` is as one writes it who reads the documentation.

#[path = "../../random/by_proptest.rs"]
mod by_proptest;

use std::collections::BTreeSet;

use by_proptest::tell;
use casbin::prelude::*;
use proptest::prelude::*;
use simple_zanzibar::ZanzibarEngine;
use simple_zanzibar::model::{LookupResourcesRequest, Object, Relation, User};

/// For each subject the roles that it has, among those before it; and who is allowed.
type Roles = (Vec<Vec<usize>>, Vec<usize>);

/// A schema and its tuples.
type Relations = (String, Vec<String>);

fn main() {
    let (lists, levels) = ("simple-zanzibar, a list of resources", "casbin (Rust), ten levels");
    let size = |(_, tuples): &Relations| tuples.len();
    tell(lists, "any", &documented(), is_list_right, size);
    tell(&format!("{lists} by a rule"), "small", &ruled(), is_list_right, size);
    tell(&format!("{lists} by from"), "small", &followed(), is_list_right, size);
    let size = |(roles, _): &Roles| roles.len();
    tell(levels, "any", &roles(20), are_levels_right, size);
    tell(levels, "small", &roles(12), are_levels_right, size);
}

/// Groups in groups, folders in folders, and documents, as the README has them.
const DOCUMENTED: &str = r#"
    namespace group { relation member {} }
    namespace folder {
        relation parent {}
        relation viewer { rewrite union(this, tuple_to_userset(tupleset: "parent", computed_userset: "viewer")) }
    }
    namespace doc {
        relation owner {}
        relation parent {}
        relation banned {}
        relation viewer {
            rewrite exclusion(
                union(this, computed_userset(relation: "owner"), tuple_to_userset(tupleset: "parent", computed_userset: "viewer")),
                computed_userset(relation: "banned")
            )
        }
    }"#;
const USERS: usize = 3;

/// Tuples among three users, groups, folders and documents; what is inside another one has the larger number.
fn documented() -> impl Strategy<Value = Relations> {
    let subject = prop_oneof![
        (0..USERS).prop_map(|user| format!("user:u{user}")),
        (0..3_usize).prop_map(|group| format!("group:g{group}#member")),
    ];
    let inside = (0..3_usize).prop_flat_map(|outer| (Just(outer), outer + 1..4));
    let tuple = prop_oneof![
        (0..3_usize, 0..USERS)
            .prop_map(|(group, user)| format!("group:g{group}#member@user:u{user}")),
        inside
            .clone()
            .prop_map(|(one, other)| format!("group:g{one}#member@group:g{other}#member")),
        (0..4_usize, subject.clone())
            .prop_map(|(folder, subject)| format!("folder:f{folder}#viewer@{subject}")),
        inside.prop_map(|(outer, inner)| format!("folder:f{inner}#parent@folder:f{outer}#viewer")),
        (0..3_usize, 0..4_usize)
            .prop_map(|(doc, folder)| format!("doc:d{doc}#parent@folder:f{folder}#viewer")),
        (0..3_usize, prop::sample::select(vec!["owner", "viewer", "banned"]), subject)
            .prop_map(|(doc, relation, subject)| format!("doc:d{doc}#{relation}@{subject}")),
    ];
    (Just(DOCUMENTED.to_string()), prop::collection::vec(tuple, 0..=20))
}

/// One document, a user and a group, and a rule of two operators.
fn ruled() -> impl Strategy<Value = Relations> {
    let operator = || prop::sample::select(vec!["union", "intersection", "exclusion"]);
    let schema = (operator(), operator(), any::<bool>()).prop_map(|(first, second, left)| {
        let [owner, editor, banned] = ["owner", "editor", "banned"].map(computed);
        let rule = match left {
            true => format!("{second}({first}({owner}, {editor}), {banned})"),
            false => format!("{first}({owner}, {second}({editor}, {banned}))"),
        };
        let relations = "relation owner {} relation editor {} relation banned {}";
        let viewer = format!("relation viewer {{ rewrite {rule} }}");
        format!(
            "namespace group {{ relation member {{}} }} namespace doc {{ {relations} {viewer} }}"
        )
    });
    let given = ["owner", "editor", "banned"].iter().flat_map(|relation| {
        ["user:u0", "group:g0#member"].map(|subject| format!("doc:d0#{relation}@{subject}"))
    });
    (schema, some(given.chain(["group:g0#member@user:u0".to_string()])))
}

/// One user, and up to four documents in each other, with a ban on the way or without.
fn followed() -> impl Strategy<Value = Relations> {
    let schema = any::<bool>().prop_map(|banned| {
        let from = "tuple_to_userset(tupleset: \"parent\", computed_userset: \"viewer\")";
        let rule = format!("union({}, {from})", computed("owner"));
        let rule = if banned { format!("exclusion({rule}, {})", computed("banned")) } else { rule };
        let relations = "relation owner {} relation parent {} relation banned {}";
        format!("namespace doc {{ {relations} relation viewer {{ rewrite {rule} }} }}")
    });
    let tuples = (1..=4_usize).prop_flat_map(|count| {
        let given = (0..count).flat_map(|doc| {
            ["owner", "banned"].map(|relation| format!("doc:d{doc}#{relation}@user:u0"))
        });
        let inside = (0..count)
            .flat_map(move |outer| (outer + 1..count).map(move |inner| (outer, inner)))
            .map(|(outer, inner)| format!("doc:d{inner}#parent@doc:d{outer}#viewer"));
        some(given.chain(inside))
    });
    (schema, tuples)
}

fn computed(relation: &str) -> String {
    format!("computed_userset(relation: \"{relation}\")")
}

/// Any of these, in this order.
fn some(tuples: impl Iterator<Item = String>) -> impl Strategy<Value = Vec<String>> {
    let tuples: Vec<String> = tuples.collect();
    let all = tuples.len();
    prop::sample::subsequence(tuples, 0..=all)
}

/// Each user's list has the folders, and the documents, that a check allows.
fn is_list_right((schema, tuples): &Relations) -> bool {
    let engine = ZanzibarEngine::builder().build();
    engine.add_dsl(schema).expect("the schema is right");
    for tuple in tuples {
        engine.touch_relationship(tuple).expect("the tuple is right");
    }
    let permission = Relation::new("viewer");
    let has = |namespace: &&str| schema.contains(&format!("namespace {namespace} "));
    ["folder", "doc"].into_iter().filter(has).all(|namespace| {
        let objects: BTreeSet<&str> =
            tuples.iter().filter_map(|tuple| object_of(tuple, namespace)).collect();
        (0..USERS).map(|user| User::user_id(format!("u{user}"))).all(|user| {
            let request = LookupResourcesRequest::new(user.clone(), permission.clone(), namespace);
            let listed = engine.lookup_resources(request).expect("a list").resources;
            let listed: BTreeSet<&str> = listed.iter().map(|object| &*object.id).collect();
            let allowed = |id: &&str| {
                engine
                    .check_relation(&Object::new(namespace, *id), &permission, &user)
                    .expect("an answer")
            };
            listed == objects.iter().copied().filter(allowed).collect()
        })
    })
}

/// The object's id, if the tuple is about one of this namespace.
fn object_of<'a>(tuple: &'a str, namespace: &str) -> Option<&'a str> {
    tuple.split('#').next()?.strip_prefix(namespace)?.strip_prefix(':')
}

fn roles(most: usize) -> impl Strategy<Value = Roles> {
    (1..=most).prop_flat_map(|count| {
        let above =
            |number: usize| prop::sample::subsequence((0..number).collect::<Vec<_>>(), 0..=number);
        let roles = (0..count).map(above).collect::<Vec<_>>();
        (roles, prop::sample::subsequence((0..count).collect::<Vec<_>>(), 0..=count))
    })
}

const MODEL: &str = "
    [request_definition]\nr = sub, obj, act
    [policy_definition]\np = sub, obj, act
    [role_definition]\ng = _, _
    [policy_effect]\ne = some(where (p.eft == allow))
    [matchers]\nm = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act";

/// A subject is allowed if one of its roles of up to ten levels is.
fn are_levels_right((above, allowed): &Roles) -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let enforcer = runtime.block_on(async {
        let mut enforcer =
            Enforcer::new(DefaultModel::from_str(MODEL).await?, MemoryAdapter::default()).await?;
        for (number, roles) in above.iter().enumerate() {
            for role in roles {
                enforcer.add_role_for_user(&name(number), &name(*role), None).await?;
            }
        }
        for subject in allowed {
            enforcer
                .add_policy(vec![name(*subject), "data".to_string(), "read".to_string()])
                .await?;
        }
        casbin::Result::Ok(enforcer)
    });
    let enforcer = enforcer.expect("the model and the rules are right");
    (0..above.len()).all(|subject| {
        let mut reached = BTreeSet::from([subject]);
        for _ in 0..10 {
            reached.extend(reached.clone().iter().flat_map(|one| above[*one].iter().copied()));
        }
        let expected = allowed.iter().any(|one| reached.contains(one));
        enforcer.enforce((name(subject), "data", "read")).expect("an answer") == expected
    })
}

fn name(subject: usize) -> String {
    format!("s{subject}")
}
