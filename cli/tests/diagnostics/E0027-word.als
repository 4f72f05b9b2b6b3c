-- In a heap's header `string` is the type of texts.
sig string {}
sig Name { text: string }
run {}
