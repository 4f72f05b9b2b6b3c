//! Back from a line of JSON to an assignment, by the text of HEAPGRAPH.md.

use serde_json::Value as Json;

use super::bits::Set;
use super::evaluate::Assignment;
use super::instances::Question;
use super::tree::{Range, SigId};
use super::value::Value;

/// `None` if a sig has more atoms than it may.
///
/// # Panics
/// If the line is not of the format.
pub fn read(question: &Question<'_>, line: &str) -> Option<Assignment> {
    let line: Json = serde_json::from_str(line).expect("a line is JSON");
    let bases = question.bases().expect("there are few atoms");
    let reader = Reader { question, line, bases };
    reader.is_within_scope().then(|| reader.assignment())
}

struct Reader<'q> {
    question: &'q Question<'q>,
    line: Json,
    bases: Vec<usize>,
}

impl Reader<'_> {
    fn assignment(&self) -> Assignment {
        let spec = self.question.spec;
        let sigs = (0..spec.sigs.len()).map(|sig| self.sig(sig)).collect();
        let fields = (0..spec.fields.len()).map(|field| self.field(field)).collect();
        let parameters = spec.parameters.iter().filter(|_| !self.question.ignore_parameters);
        let variables = parameters.map(|p| Value::Set(self.set(&self.line["roots"][&p.name])));
        let variables = variables.collect();
        Assignment { sigs, fields, variables, ..Assignment::default() }
    }

    fn is_within_scope(&self) -> bool {
        let spec = self.question.spec;
        self.objects().all(|(id, _)| {
            let (sig, index) = id.split_once('$').expect("an id is `Sig$n`");
            let size = self.question.sizes[spec.top(self.sig_of(sig))];
            let index: usize = index.parse().expect("an index follows `$`");
            index < size.expect("top-level sigs have sizes").most
        })
    }

    /// All but what holds an order of its own.
    fn objects(&self) -> impl Iterator<Item = (&String, &Json)> {
        let objects = self.line["objects"].as_object().expect("there are objects").iter();
        objects.filter(|(id, _)| !id.starts_with("Own_"))
    }

    fn sig(&self, sig: SigId) -> Set {
        let spec = self.question.spec;
        let name = &spec.sigs[sig].name;
        if spec.is_subset(sig) {
            return self.set(&self.line["sets"][name]);
        }
        if spec.is_enum(sig) {
            let value = |id: SigId| 1 << self.atom(&spec.sigs[id].name);
            return match spec.parent(sig) {
                Some(_) => value(sig),
                None => spec.children(sig).map(value).sum(),
            };
        }
        let is_in = |object: &Json| {
            let ty = self.sig_of(object["$type"].as_str().expect("objects have types"));
            spec.ancestors(ty).any(|id| id == sig)
        };
        self.objects().filter(|(_, object)| is_in(object)).map(|(id, _)| 1 << self.atom(id)).sum()
    }

    fn sig_of(&self, name: &str) -> SigId {
        let sigs = &self.question.spec.sigs;
        sigs.iter().position(|sig| sig.name == name).expect("the sig is declared")
    }

    /// `Sig$n` is the n-th atom of the top-level sig; an enum's value stands for itself.
    fn atom(&self, id: &str) -> usize {
        let spec = self.question.spec;
        match id.split_once('$') {
            Some((sig, index)) => {
                let index: usize = index.parse().expect("an index follows `$`");
                self.bases[spec.top(self.sig_of(sig))] + index
            }
            None => {
                let value = self.sig_of(id);
                let top = spec.parent(value).expect("it is an enum's value");
                let at = spec.children(top).position(|id| id == value);
                self.bases[top] + at.expect("its own enum has it")
            }
        }
    }

    fn set(&self, value: &Json) -> Set {
        match value {
            Json::Null => 0,
            Json::String(id) => 1 << self.atom(id),
            Json::Array(ids) => ids.iter().map(|id| self.set(id)).sum(),
            other => panic!("{other} is no set"),
        }
    }

    fn field(&self, id: usize) -> Value {
        let spec = self.question.spec;
        let field = &spec.fields[id];
        let arity = match field.range {
            Range::Unary(..) => 2,
            Range::Arrow(..) => 3,
        };
        let mut all = Value::empty(arity);
        let owners = self.sig(field.sig);
        for (id, object) in self.objects().filter(|(id, _)| owners >> self.atom(id) & 1 == 1) {
            let value = object.get(field.name).expect("all fields are present");
            let owner = Value::Set(1 << self.atom(id));
            let value = if arity == 2 { Value::Set(self.set(value)) } else { self.pairs(value) };
            all = all.union(&owner.product(&value));
        }
        all
    }

    /// A map, or an array of pairs.
    fn pairs(&self, value: &Json) -> Value {
        let pair = |left: Set, right: &Json| Value::Set(left).product(&Value::Set(self.set(right)));
        let pairs: Vec<Value> = match value {
            Json::Object(map) => {
                map.iter().map(|(key, value)| pair(1 << self.atom(key), value)).collect()
            }
            Json::Array(all) => all.iter().map(|both| pair(self.set(&both[0]), &both[1])).collect(),
            other => panic!("{other} is no set of pairs"),
        };
        pairs.iter().fold(Value::empty(2), |all, one| all.union(one))
    }
}
