import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KorrelError } from '../error.js'

const FILE = process.platform === 'win32' ? 'korrel.exe' : 'korrel'
const OWN = realpathSync(fileURLToPath(new URL('../../bin/korrel.js', import.meta.url)))

/** The program: that of `KORREL`, else that of the package for this platform, else on the path. */
export function program() {
  const found = process.env.KORREL || ofPlatform() || onPath()
  if (found !== null) return found
  throw new KorrelError(
    `the program korrel is not found: KORREL does not name it, the package ${platformPackage()} is not ` +
      'installed (an optional dependency: was npm told to omit these?), and it is not on the path',
    { code: 'NOT_FOUND' },
  )
}

export function platformPackage(platform = process.platform, arch = process.arch) {
  return `@korrel/${platform}-${arch}`
}

function ofPlatform() {
  try {
    return createRequire(import.meta.url).resolve(`${platformPackage()}/bin/${FILE}`)
  } catch {
    return null
  }
}

/** npm puts this package's own `korrel`, which asks here, on the path of scripts. */
function onPath() {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder || '.', FILE))
  return files.find((file) => existsSync(file) && realpathSync(file) !== OWN) ?? null
}
