//! The code that reads and writes: heaps, the names of types, and a driver.

use super::{Java, quoted};
use crate::code::{Class, CodeModel, RecordPart, Stub};
use crate::syntax::Syntax;

const HEAP: &str = include_str!("Heap.java");
const RUNTIME: &str = include_str!("Runtime.java");
const DRIVER: &str = include_str!("Driver.java");

pub fn runtime(java: &Java<'_>, code: &CodeModel) -> String {
    format!("{}{}{RUNTIME}", heap(code), tables(java, code))
}

pub fn driver(operations: &[Stub]) -> String {
    let put = |Stub { name, roots, .. }: &Stub| {
        format!("        ROOTS.put({}, {}::new);\n", quoted(name), roots.ident)
    };
    let call = |Stub { name, ident, roots }: &Stub| {
        let (name, roots) = (quoted(name), &roots.ident);
        format!("            case {name}:\n                return {ident}(({roots}) roots);\n")
    };
    let table: String = operations.iter().map(put).collect();
    let calls: String = operations.iter().map(call).collect();
    format!(
        "\n    private static final Map<String, Supplier<Readable>> ROOTS = new LinkedHashMap<>();\n\n    static {{\n{table}    \
         }}\n\n    private static Object call(String operation, Readable roots) {{\n        switch (operation) {{\n{calls}            \
         default:\n                throw new HeapError(\"there is no operation \" + operation);\n        }}\n    }}\n{DRIVER}"
    )
}

fn heap(code: &CodeModel) -> String {
    let declared = |RecordPart { name, ident, is_optional }: RecordPart| match is_optional {
        true => format!("        public {ident} {name};\n"),
        false => format!("        public {ident} {name} = new {ident}();\n"),
    };
    let read = |RecordPart { name, ident, is_optional }: RecordPart| {
        let group = format!("reader.group(new {ident}(), \"{name}\")");
        match is_optional {
            true => format!(
                "            heap.{name} = record.containsKey(\"{name}\") ? {group} : null;\n"
            ),
            false => format!("            heap.{name} = {group};\n"),
        }
    };
    let put = |RecordPart { name, is_optional, .. }: RecordPart| {
        let condition = format!("{name} != null");
        let condition = is_optional.then_some(condition.as_str());
        super::provided(condition, &format!("groups.put(\"{name}\", {name});"))
    };
    HEAP.replace("        // fields\n", &code.parts().map(declared).collect::<String>())
        .replace("            // read\n", &code.parts().map(read).collect::<String>())
        .replace("            // groups\n", &code.parts().map(put).collect::<String>())
}

fn tables(java: &Java<'_>, code: &CodeModel) -> String {
    let made = || code.concrete().filter(|class| class.value.is_none());
    let constructor = |class: &Class| (quoted(&class.name), format!("{}::new", class.ident));
    let name = |class: &Class| (format!("{}.class", class.ident), quoted(&class.name));
    let values = code.enums.iter().flat_map(|of| {
        of.values.iter().map(|(name, ident)| (quoted(name), format!("{}.{ident}", of.ident)))
    });
    let enums = code
        .enums
        .iter()
        .flat_map(|of| of.values.iter().map(|(name, _)| (quoted(name), quoted(&of.name))));
    let entries = [
        puts("CLASSES", made().map(constructor)),
        puts("NAMES", made().map(name)),
        puts("LINES", java.lines(code)),
        puts("ENUM_VALUES", values),
        puts("ENUMS", enums),
    ];
    format!(
        "\n    /** A value of an enum. */\n    public interface Literal {{\n        String text();\n    }}\n\n    \
         private static final Map<String, Supplier<Readable>> CLASSES = new LinkedHashMap<>();\n    \
         private static final Map<Class<?>, String> NAMES = new HashMap<>();\n    \
         /** Each type, and what it extends. */\n    \
         private static final Map<String, List<String>> LINES = new LinkedHashMap<>();\n    \
         private static final Map<String, Object> ENUM_VALUES = new HashMap<>();\n    \
         private static final Map<String, String> ENUMS = new HashMap<>();\n    \
         private static final Set<String> WITHOUT_FIELDS = Set.of({});\n    \
         private static final Set<String> WITH_VALUES = Set.of({});\n\n    static {{\n{}    }}\n",
        java.without_fields(code),
        with_values(code),
        entries.concat(),
    )
}

/// The names of the types whose atoms stand for values.
fn with_values(code: &CodeModel) -> String {
    let valued = code.classes.iter().filter(|class| class.value.is_some());
    let valued = valued.map(|class| quoted(&class.name));
    valued.chain(code.integers.as_ref().map(|_| quoted("Int"))).collect::<Vec<_>>().join(", ")
}

fn puts(map: &str, entries: impl IntoIterator<Item = (String, String)>) -> String {
    let put = |(key, value)| format!("        {map}.put({key}, {value});\n");
    entries.into_iter().map(put).collect()
}
