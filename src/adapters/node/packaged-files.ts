/** Files that come with the package: in its folder, or inside the executable. */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

// Vite bundles `reqsim/node` for a page although the package excludes it there. The built-in module is the test for Node.
if (typeof process === 'undefined' || process.getBuiltinModule === undefined)
  throw new Error(
    'reqsim/node needs Node: a page, such as a test in the browser mode of Vitest, passes the name of a ready scenario or an object to createSimulator',
  )

/** The folder of the package: three levels above this source file, two above the built one. */
const FOLDER = new URL(`${import.meta.url.endsWith('.ts') ? '../' : ''}../../`, import.meta.url)

/** What the names of the executable's assets begin with. */
export const ASSET_PREFIX = 'reqsim/'

/** True inside the executable. Bun has no `node:sea`. */
export function isExecutable(): boolean {
  return process.getBuiltinModule('node:sea')?.isSea() === true
}

/** The files of the package in `folder`, such as `docs/`, and in the folders within it, by their paths below it. */
export function packagedFilesIn(name: string, folder = FOLDER): string[] {
  if (isExecutable()) {
    const prefix = ASSET_PREFIX + name
    const keys = process.getBuiltinModule('node:sea').getAssetKeys()
    return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  }
  const place = new URL(name, folder)
  if (!existsSync(place)) return []
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
}

/** The text of a file such as `dist/console/index.html`, or undefined if it is not built. */
export async function readPackagedFile(name: string, folder = FOLDER): Promise<string | undefined> {
  try {
    if (isExecutable()) return process.getBuiltinModule('node:sea').getAsset(ASSET_PREFIX + name, 'utf8')
    return await readFile(new URL(name, folder), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND') throw error
    return undefined
  }
}
