# Usage: Rscript lines.R FILE…   (each of JSON lines)
# Reads each line into R and writes it again. It is to be the same line.
count <- 0
for (file in commandArgs(trailingOnly = TRUE)) {
  lines <- readLines(file, encoding = "UTF-8")
  read <- lapply(lines, jsonlite::fromJSON, simplifyVector = FALSE)
  again <- vapply(read, jsonlite::toJSON, "", auto_unbox = TRUE, null = "null")
  other <- which(again != lines)
  if (length(other)) stop(file, ": ", lines[other[1]], " is read as ", again[other[1]])
  count <- count + length(lines)
}
cat(count, "\n")
