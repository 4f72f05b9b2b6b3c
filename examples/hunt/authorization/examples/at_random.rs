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

fn main() {
    let right =
        |tuples: &Vec<String>| is_list_right(DOCUMENTED, &["folder", "doc"], "viewer", tuples);
    tell("simple-zanzibar, a list of resources", "any", &documented(), right, Vec::len);
    let size = |(roles, _): &Roles| roles.len();
    tell("casbin (Rust), ten levels", "any", &roles(20), are_levels_right, size);
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
fn documented() -> impl Strategy<Value = Vec<String>> {
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
    prop::collection::vec(tuple, 0..=20)
}

/// Each user's list has the objects that a check allows.
fn is_list_right(schema: &str, namespaces: &[&str], permission: &str, tuples: &[String]) -> bool {
    let engine = ZanzibarEngine::builder().build();
    engine.add_dsl(schema).expect("the schema is right");
    for tuple in tuples {
        engine.touch_relationship(tuple).expect("the tuple is right");
    }
    let permission = Relation::new(permission);
    namespaces.iter().all(|namespace| {
        let objects: BTreeSet<&str> =
            tuples.iter().filter_map(|tuple| object_of(tuple, namespace)).collect();
        (0..USERS).map(|user| User::user_id(format!("u{user}"))).all(|user| {
            let request = LookupResourcesRequest::new(user.clone(), permission.clone(), *namespace);
            let listed = engine.lookup_resources(request).expect("a list").resources;
            let listed: BTreeSet<&str> = listed.iter().map(|object| &*object.id).collect();
            let allowed = |id: &&str| {
                engine
                    .check_relation(&Object::new(*namespace, *id), &permission, &user)
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
