import vm from 'node:vm'

const BEFORE = '(call, ...given) => '

/**
 * Node takes the place from which `test` is called for that of a failure, and so would name this package's file. It has no option to say
 * another one. So the call is made by a function that is read as if it stood where the user's call does.
 */
export function from(site) {
  if (site === undefined) return (call, ...given) => call(...given)
  const { file, line, column } = site
  const offsets = { lineOffset: line - 1, columnOffset: Math.max(0, column - 1 - BEFORE.length) }
  return new vm.Script(`${BEFORE}call(...given)`, { filename: file, ...offsets }).runInThisContext()
}

/** Where a function of this package was called; undefined where the engine does not tell. */
export function placeAbove(called) {
  const { prepareStackTrace, stackTraceLimit } = Error
  const holder = {}
  try {
    Error.prepareStackTrace = (_, sites) => sites
    Error.stackTraceLimit = 1
    Error.captureStackTrace(holder, called)
    const [site] = holder.stack
    // A plain path: tools that measure coverage know files by their URLs, and must not take this for one of them.
    const file = site?.getFileName()?.replace(/^file:\/\//, '')
    return file === undefined ? undefined : { file: decodeURI(file), line: site.getLineNumber(), column: site.getColumnNumber() }
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}
