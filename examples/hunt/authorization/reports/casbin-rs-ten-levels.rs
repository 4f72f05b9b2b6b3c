use casbin::prelude::*;

const MODEL: &str = "[request_definition]\nr = sub, obj, act\n[policy_definition]\np = sub, obj, act\n[role_definition]\ng = _, _\n\
    [policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut casbin = Enforcer::new(DefaultModel::from_str(MODEL).await?, MemoryAdapter::default()).await?;
    for level in 0..10 {
        casbin.add_role_for_user(&format!("r{level}"), &format!("r{}", level + 1), None).await?;
    }
    casbin.add_policy(["r10", "data", "read"].map(str::to_owned).to_vec()).await?;
    for (levels, user) in [(10, "r0"), (9, "r1")] {
        println!("{levels} {}", casbin.enforce((user, "data", "read"))?); // should be true
    }
    Ok(())
}
