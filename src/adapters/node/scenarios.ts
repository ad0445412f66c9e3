/** Scenario files on disk: read within one folder, never outside it, whatever links and paths say. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { shown } from '../../model/refusal.ts'
import type { ResolvedScenario } from '../../scenario/format/format.ts'
import { ScenarioError, type ScenarioSource } from '../../scenario/check/problems.ts'
import { readySource } from '../../scenario/ready/ready.ts'
import { type LoadSource, resolveScenario } from '../../scenario/resolve.ts'
import { MAXIMUM_CHARACTERS, readScenarioText } from '../../scenario/format/text.ts'
import { countText } from '../../world/count-text.ts'

const EXTENSIONS = ['.yaml', '.yml', '.json']
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/

export interface ScenarioFileOptions {
  /** The folder that files are read from; the working directory where absent, or the file's own folder outside it. */
  readonly root?: string
  /** What a plain name in `extends` means where no file beside has it; the ready scenarios where absent. */
  readonly named?: (name: string) => Promise<ScenarioSource>
  /** Told of each file that is asked for, and of what a link leads to, by absolute paths, whether or not they can be read. */
  readonly onFile?: (path: string) => void
}

/**
 * Reads, checks and resolves a scenario file with all that it extends. Throws ScenarioError with every problem; a file
 * that is missing, too long or outside the root is one.
 */
export async function loadScenarioFile(
  path: string,
  options: ScenarioFileOptions = {},
): Promise<ResolvedScenario> {
  try {
    const root = await rootOf(path, options.root)
    const { named, onFile } = options
    const load = createFileLoader(root, named, onFile)
    return await resolveScenario(await readSource(resolve(path), root, onFile), load)
  } catch (error) {
    if (error instanceof ScenarioError || !(error instanceof Error)) throw error
    throw new ScenarioError([{ file: path, path: '', message: error.message }])
  }
}

/**
 * Loads what `extends` names: a path relative to the file that has it, or a plain name, which means a file beside it
 * or else what `named` knows.
 */
export function createFileLoader(
  root: string,
  named: (name: string) => Promise<ScenarioSource> = readySource,
  onFile?: (path: string) => void,
): LoadSource {
  return async (reference, from) => {
    if (isAbsolute(reference))
      throw new Error(`${shown(reference)} is absolute: write it relative to this file`)
    const own = join(root, from.file)
    const folder = dirname(own)
    if (!PLAIN_NAME.test(reference)) return readSource(resolve(folder, reference), root, onFile)
    for (const extension of EXTENSIONS) {
      const path = resolve(folder, reference + extension)
      // A file may build on the ready scenario that it is named after.
      if (path !== own && (await exists(path))) return readSource(path, root, onFile)
    }
    return named(reference)
  }
}

async function rootOf(path: string, root: string | undefined): Promise<string> {
  if (root !== undefined) return realpath(root)
  const working = await realpath(process.cwd())
  const given = dirname(resolve(path))
  // A folder that is not there has no file either, which is said of its path as it was given.
  const folder = await realpath(given).catch(() => given)
  return isInside(folder, working) ? working : folder
}

async function readSource(
  path: string,
  root: string,
  onFile: (path: string) => void = () => {},
): Promise<ScenarioSource> {
  const shownPath = relative(root, path)
  if (!EXTENSIONS.includes(extname(path).toLowerCase())) {
    throw new Error(`${shown(shownPath)} is no scenario file: its name must end in ${EXTENSIONS.join(', ')}`)
  }
  const real = await realpath(path).catch(() => undefined)
  // What lies outside is not even told to exist.
  if (!isInside(resolve(path), root) || (real !== undefined && !isInside(real, root))) {
    throw new Error(`${shown(shownPath)} is outside the project's folder`)
  }
  onFile(resolve(path))
  if (real !== undefined && real !== resolve(path)) onFile(real)
  if (real === undefined) throw new Error(`there is no file ${shown(shownPath)}`)
  const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }))
  if (!isFile) throw new Error(`${shown(shownPath)} is not a file`)
  if (size > 4 * MAXIMUM_CHARACTERS)
    throw new Error(`${shown(shownPath)} is longer than ${countText(4 * MAXIMUM_CHARACTERS, 'byte')}`)
  return readScenarioText(await readFile(real, 'utf8'), relative(root, real).split(sep).join('/'))
}

function isInside(path: string, root: string): boolean {
  const from = relative(root, path)
  return from === '' || !(from === '..' || from.startsWith(`..${sep}`) || isAbsolute(from))
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
