//! casbin: rules for subjects and for the roles that they have, by the models of its documentation.

use casbin::{CoreApi, DefaultModel, Enforcer, MemoryAdapter, MgmtApi, RbacApi};

use crate::Judged;
use crate::heap::{Heap, Names, Pairs, compare, named};

const SOME_ALLOWS: &str = "some(where (p.eft == allow))";
const NONE_DENIES: &str = "!some(where (p.eft == deny))";
const BY_NUMBER: &str = "priority(p.eft) || deny";
const BY_SUBJECT: &str = "subjectPriority(p.eft) || deny";

pub fn judge(heap: &Heap<'_>) -> Judged {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a thread is there");
    runtime.block_on(async {
        match heap.operation {
            "users" => users(heap).await,
            "roles" | "chain" => in_domains(heap, false).await,
            "domains" => in_domains(heap, true).await,
            _ => ordered(heap).await,
        }
    })
}

/// A documentation's model, for requests and rules with these fields.
fn model(effect: &str, fields: &str) -> String {
    let request = ["sub", "dom", "obj", "act"].into_iter().filter(|field| fields.contains(field));
    let request: Vec<&str> = request.collect();
    let same: String =
        request[1..].iter().map(|field| format!(" && r.{field} == p.{field}")).collect();
    let (domain, more) = if fields.contains("dom") { (", r.dom", ", _") } else { ("", "") };
    format!(
        "[request_definition]\nr = {}\n[policy_definition]\np = {fields}\n[role_definition]\ng = _, _{more}\n\
         [policy_effect]\ne = {effect}\n[matchers]\nm = g(r.sub, p.sub{domain}){same}",
        request.join(", ")
    )
}

type Lines = Vec<Vec<String>>;

fn line(parts: &[&str]) -> Vec<String> {
    parts.iter().map(|&part| part.to_owned()).collect()
}

/// An enforcer with rules and roles that were loaded.
async fn enforcer(text: &str, rules: &Lines, roles: &Lines) -> Result<Enforcer, (String, String)> {
    let model = DefaultModel::from_str(text).await.map_err(refused)?;
    let mut loaded = MemoryAdapter::default();
    for (kind, lines) in [("p", rules), ("g", roles)] {
        for line in lines {
            casbin::Adapter::add_policy(&mut loaded, kind, kind, line.clone())
                .await
                .map_err(refused)?;
        }
    }
    Enforcer::new(model, loaded).await.map_err(refused)
}

async fn in_domains(heap: &Heap<'_>, with_domains: bool) -> Judged {
    let (subjects, domains) = (heap.all("subjects"), heap.all("domains"));
    let mut names = named(&subjects, "s");
    names.extend(named(&domains, "d"));
    let (mut rules, mut roles) = (Lines::new(), Lines::new());
    for domain in &domains {
        let placed: Vec<&str> = if with_domains { vec![&names[domain]] } else { Vec::new() };
        for (subject, role) in heap.pairs_of(domain, "roles") {
            roles.push(line(&[&[&*names[subject], &*names[role]], &placed[..]].concat()));
        }
        for (effect, of) in [("allow", "allow"), ("deny", "deny")] {
            for subject in heap.field(domain, of) {
                let what = ["data", "read", effect];
                rules.push(line(&[&[&*names[subject]], &placed[..], &what].concat()));
            }
        }
    }
    let fields = if with_domains { "sub, dom, obj, act, eft" } else { "sub, obj, act, eft" };
    let both = format!("{SOME_ALLOWS} && {NONE_DENIES}");
    for (effect, root) in
        [(SOME_ALLOWS, "some_allows"), (NONE_DENIES, "none_denies"), (both.as_str(), "both")]
    {
        let casbin = enforcer(&model(effect, fields), &rules, &roles).await?;
        let mut given = Pairs::new();
        for (domain, subject) in domains.iter().flat_map(|d| subjects.iter().map(move |s| (d, s))) {
            let (domain, subject) = (&names[domain], &names[subject]);
            let placed: Vec<&str> = if with_domains { vec![domain] } else { Vec::new() };
            let request = line(&[&[subject.as_str()], &placed[..], &["data", "read"]].concat());
            if casbin.enforce(request).map_err(refused)? {
                given.insert((domain.clone(), subject.clone()));
            }
        }
        compare(effect, &heap.expected(root, &names), &given)?;
    }
    Ok(())
}

/// Those that the list names have the permission, and it names all of them.
async fn users(heap: &Heap<'_>) -> Judged {
    let names = named(&heap.all("subjects"), "s");
    let (mut rules, mut roles) = (Lines::new(), Lines::new());
    for domain in heap.all("domains") {
        let pairs = heap.pairs_of(domain, "roles").into_iter();
        roles.extend(pairs.map(|(subject, role)| line(&[&names[subject], &names[role]])));
        let allowed = heap.field(domain, "allow").into_iter();
        rules.extend(allowed.map(|subject| line(&[&names[subject], "data", "read", "allow"])));
    }
    let casbin = enforcer(&model(SOME_ALLOWS, "sub, obj, act, eft"), &rules, &roles).await?;
    let listed = casbin.get_implicit_users_for_permission(line(&["data", "read"])).await;
    let pair = |name: String| ("the list".to_owned(), name);
    let expected = heap.all("users").into_iter().map(|user| pair(names[user].clone())).collect();
    compare("users of a permission", &expected, &listed.into_iter().map(pair).collect())
}

async fn ordered(heap: &Heap<'_>) -> Judged {
    let subjects = heap.all("subjects");
    let names = named(&subjects, "s");
    let is_numbered = !heap.operation.starts_with("nearest");
    let what: &[&str] =
        if heap.operation == "nearest_without_object" { &["read"] } else { &["data", "read"] };
    let fields = if what.len() == 2 { "sub, obj, act, eft" } else { "sub, act, eft" };
    let (rules, roles) = written(heap, &names, is_numbered, what);
    let (effect, fields) = match is_numbered {
        true => (BY_NUMBER, format!("priority, {fields}")),
        false => (BY_SUBJECT, fields.to_owned()),
    };
    let text = model(effect, &fields);
    let is_loaded = matches!(heap.operation, "loaded" | "nearest" | "nearest_without_object");
    let mut casbin = match is_loaded {
        true => enforcer(&text, &rules, &roles).await?,
        false => enforcer(&text, &Lines::new(), &roles).await?,
    };
    if heap.operation == "together" {
        casbin.add_policies(rules).await.map_err(refused)?;
    } else if !is_loaded {
        for rule in rules {
            casbin.add_policy(rule).await.map_err(refused)?;
        }
    }
    let mut given = Pairs::new();
    for subject in &subjects {
        let request = line(&[&[&*names[subject]], what].concat());
        if casbin.enforce(request).map_err(refused)? {
            given.insert(("allowed".to_owned(), names[subject].clone()));
        }
    }
    let allowed = heap.all("allowed").into_iter();
    let expected = allowed.map(|one| ("allowed".to_owned(), names[one].clone())).collect();
    compare(effect, &expected, &given)
}

fn written(heap: &Heap<'_>, names: &Names<'_>, is_numbered: bool, what: &[&str]) -> (Lines, Lines) {
    let rule = |rule: &str| {
        let mut parts = if is_numbered { vec![heap.text(rule, "priority")] } else { Vec::new() };
        parts.push(names[heap.field(rule, "who")[0]].clone());
        parts.extend(line(what));
        parts.push(heap.text(rule, "effect"));
        parts
    };
    let role = |subject: &&str| {
        let own = heap.field(subject, "roles").into_iter();
        own.map(|role| line(&[&names[subject], &names[role]])).collect::<Lines>()
    };
    let rules = heap.all("rules").into_iter().map(rule).collect();
    (rules, heap.all("subjects").iter().flat_map(role).collect())
}

fn refused(error: impl std::fmt::Display) -> (String, String) {
    (format!("an error: {error}"), String::new())
}
