use casbin::prelude::*;

const MODEL: &str = "[request_definition]\nr = sub, obj, act\n[policy_definition]\np = priority, sub, obj, act, eft\n\
    [policy_effect]\ne = priority(p.eft) || deny\n[matchers]\nm = r.sub == p.sub && r.obj == p.obj && r.act == p.act";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut casbin = Enforcer::new(DefaultModel::from_str(MODEL).await?, MemoryAdapter::default()).await?;
    for rule in [["9", "alice", "data", "read", "allow"], ["8", "alice", "data", "read", "deny"]] {
        casbin.add_policy(rule.map(str::to_owned).to_vec()).await?;
    }
    println!("{}", casbin.enforce(("alice", "data", "read"))?); // should be false
    Ok(())
}
