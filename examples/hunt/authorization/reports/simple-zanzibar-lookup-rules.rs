use simple_zanzibar::ZanzibarEngine;
use simple_zanzibar::model::{LookupResourcesRequest, Object, Relation, User};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = ZanzibarEngine::builder().build();
    engine.add_dsl(r#"namespace doc { relation a {} relation b {} relation c {} relation reader { rewrite union(
        intersection(computed_userset(relation: "a"), computed_userset(relation: "b")), computed_userset(relation: "c")) } }"#)?;
    engine.touch_relationship("doc:x#a@user:anne")?;
    engine.touch_relationship("doc:x#c@user:anne")?;
    let (anne, reader) = (User::user_id("anne"), Relation::new("reader"));
    println!("check: {}", engine.check_relation(&Object::new("doc", "x"), &reader, &anne)?);
    let listed = engine.lookup_resources(LookupResourcesRequest::new(anne, reader, "doc"))?.resources;
    println!("listed: {:?}", listed.iter().map(|doc| &*doc.id).collect::<Vec<_>>()); // should have x
    Ok(())
}
