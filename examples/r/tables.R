# Reads a stream as a table without losing anything. docs/howto/tables.md quotes it.
#
# It needs jsonlite (Debian: r-cran-jsonlite), and in the working folder what this command writes:
#
#     korrel find relations.als --keys --bare -o relations.jsonl

lines <- readLines("relations.jsonl")
instances <- lapply(lines, jsonlite::fromJSON, simplifyVector = FALSE)
again <- vapply(instances, jsonlite::toJSON, "", auto_unbox = TRUE, null = "null")
stopifnot(identical(again, lines))

# A row for each object.
rows <- lapply(instances, function(one) {
  objects <- one$objects
  data.frame(id = rep(one$id, length(objects)), object = as.character(names(objects)), size = lengths(lapply(objects, `[[`, "r")))
})
objects <- do.call(rbind, rows)
stopifnot(nrow(objects) == sum(lengths(lapply(instances, `[[`, "objects"))))
