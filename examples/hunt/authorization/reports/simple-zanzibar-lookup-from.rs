use simple_zanzibar::ZanzibarEngine;
use simple_zanzibar::model::{LookupResourcesRequest, Object, Relation, User};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for followed in ["viewer", "reader"] {
        let engine = ZanzibarEngine::builder().build();
        engine.add_dsl(r#"namespace doc { relation parent {} relation viewer {} relation reader {
            rewrite union(computed_userset(relation: "viewer"), tuple_to_userset(tupleset: "parent", computed_userset: "reader")) } }"#)?;
        engine.touch_relationship("doc:a#viewer@user:anne")?;
        engine.touch_relationship(&format!("doc:b#parent@doc:a#{followed}"))?;
        engine.touch_relationship(&format!("doc:c#parent@doc:b#{followed}"))?;
        let (anne, reader) = (User::user_id("anne"), Relation::new("reader"));
        let is_allowed = engine.check_relation(&Object::new("doc", "c"), &reader, &anne)?;
        let listed = engine.lookup_resources(LookupResourcesRequest::new(anne, reader, "doc"))?.resources;
        let mut listed: Vec<&str> = listed.iter().map(|doc| &*doc.id).collect();
        listed.sort_unstable();
        println!("{followed}: c is allowed {is_allowed}, listed {listed:?}"); // should be a, b, c
    }
    Ok(())
}
