//! A drawing of an instance.

use korrel::DrawnFunctions;
use korrel_draw::html::page_data;
use korrel_draw::{DrawnInstance, Hints, PageEntry, ProjectedSig, projected, top_sigs};
use korrel_heapgraph::{Header, Member, ObjectType};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

/// A drawing, as the page's script takes it.
#[derive(Clone, Debug, Serialize)]
pub struct PageDrawing(pub(crate) Json);

impl PageDrawing {
    fn new(header: &Header, instance: &DrawnInstance, record: &Json, hints: &Hints) -> PageDrawing {
        let entry =
            PageEntry { instance: instance.clone(), record: record.clone(), values: Vec::new() };
        let mut data = page_data(header, &entry, &[], hints);
        let types: Vec<&str> = header.types.iter().map(|ty| ty.name.as_str()).collect();
        data["types"] = json!(types);
        data["shapes"] = shapes(header);
        data["sigs"] = top_sigs(header).collect();
        let sigs = projected(header, instance, hints);
        let sig = |sig: ProjectedSig| json!([sig.sig, sig.at, sig.of, sig.object]);
        data["projected"] = sigs.into_iter().map(sig).collect();
        PageDrawing(data)
    }

    /// The drawing of a record, if it fits the header.
    pub fn of(header: &Header, record: &Json, hints: &Hints) -> Option<PageDrawing> {
        let instance = DrawnInstance::read(header, record).ok()?;
        Some(PageDrawing::new(header, &instance, record, hints))
    }
}

/// How the instances of a command are drawn.
#[derive(Clone, Debug)]
pub(crate) struct InstanceLook {
    pub hints: Hints,
    pub functions: DrawnFunctions,
}

impl InstanceLook {
    pub fn drawing(&self, header: &Header, instance: DrawnInstance, record: &Json) -> PageDrawing {
        let instance = match self.functions.is_empty() {
            true => instance,
            false => self.functions.told_in(instance, &record.to_string()),
        };
        PageDrawing::new(header, &instance, record, &self.hints)
    }

    /// The drawing of a record that is written with its header.
    pub fn drawing_of(&self, header: &str, record: &str) -> Option<PageDrawing> {
        let header = Header::read(&serde_json::from_str(header).ok()?).ok()?;
        let record = serde_json::from_str(record).ok()?;
        let instance = DrawnInstance::read(&header, &record).ok()?;
        Some(self.drawing(&header, instance, &record))
    }
}

/// The fields of each type of objects, those of its ancestors included, and the types that are of it, itself among them.
fn shapes(header: &Header) -> Json {
    let shape = |member: &Member| (member.name.clone(), member.shape.to_string().into());
    let own = |ty: &ObjectType| {
        let of = header.ancestors(&ty.name).filter_map(|name| header.type_of(name));
        let fields: Map<String, Json> = of.flat_map(|ty| &ty.fields).map(shape).collect();
        let below = header.types.iter().filter(|other| header.is_a(&other.name, &ty.name));
        let below: Vec<&str> = below.map(|other| other.name.as_str()).collect();
        (ty.name.clone(), json!({ "fields": fields, "types": below, "isAbstract": ty.is_abstract }))
    };
    let roots: Map<String, Json> = header.roots.iter().map(shape).collect();
    let enums = header.enums.iter().map(|one| (one.name.clone(), json!(one.values)));
    json!({ "roots": roots, "types": header.types.iter().map(own).collect::<Map<_, _>>(),
        "enums": enums.collect::<Map<_, _>>() })
}
