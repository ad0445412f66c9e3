/** Reads scenario files from disk, only within one folder, whatever links and paths say. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { quoted } from '../../model/input/refusal.ts'
import type { ResolvedScenario } from '../../scenario/format/format.ts'
import { ScenarioError, type ScenarioSource } from '../../scenario/format/problems.ts'
import { readySource } from '../../scenario/ready/ready.ts'
import { type LoadSource, resolveScenario } from '../../scenario/resolve.ts'
import { MAXIMUM_CHARACTERS, readScenarioText } from '../../scenario/format/text.ts'
import { countText } from '../../world/count-text.ts'

const EXTENSIONS = ['.yaml', '.yml', '.json']
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/

export interface ScenarioFileOptions {
  /** The folder that files may be in. Defaults to the working directory, or to the file's own folder if it is outside. */
  readonly root?: string
  /** Resolves a plain name in `extends` if there is no such file in the same folder. Defaults to the ready scenarios. */
  readonly named?: (name: string) => Promise<ScenarioSource>
  /** Called with the absolute path of each requested file and of the target of a link, whether or not they can be read. */
  readonly onFile?: (path: string) => void
}

/**
 * Reads, checks and resolves a scenario file with the scenarios that it extends. Throws ScenarioError with every problem, which
 * includes a file that is missing, too long or outside the root.
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
 * Loads a scenario of `extends`: a path relative to the file, or a plain name of a file in the same folder or else of `named`.
 */
export function createFileLoader(
  root: string,
  named: (name: string) => Promise<ScenarioSource> = readySource,
  onFile?: (path: string) => void,
): LoadSource {
  return async (reference, from) => {
    if (isAbsolute(reference))
      throw new Error(`${quoted(reference)} is absolute: write it relative to this file`)
    const own = join(root, from.file)
    const folder = dirname(own)
    if (!PLAIN_NAME.test(reference)) return readSource(resolve(folder, reference), root, onFile)
    for (const extension of EXTENSIONS) {
      const path = resolve(folder, reference + extension)
      // A file may extend the ready scenario of the same name.
      if (path !== own && (await exists(path))) return readSource(path, root, onFile)
    }
    return named(reference)
  }
}

async function rootOf(path: string, root: string | undefined): Promise<string> {
  if (root !== undefined) return realpath(root)
  const working = await realpath(process.cwd())
  const directory = dirname(resolve(path))
  // If the folder does not exist, the error names the path as it was given.
  const folder = await realpath(directory).catch(() => directory)
  return isInside(folder, working) ? working : folder
}

async function readSource(
  path: string,
  root: string,
  onFile: (path: string) => void = () => {},
): Promise<ScenarioSource> {
  const shownPath = relative(root, path)
  if (!EXTENSIONS.includes(extname(path).toLowerCase())) {
    throw new Error(
      `${quoted(shownPath)} is not a scenario file: its name must end with ${EXTENSIONS.join(', ')}`,
    )
  }
  const real = await realpath(path).catch(() => undefined)
  // The error does not reveal whether a file outside the root exists.
  if (!isInside(resolve(path), root) || (real !== undefined && !isInside(real, root))) {
    throw new Error(`${quoted(shownPath)} is outside the project's folder`)
  }
  onFile(resolve(path))
  if (real !== undefined && real !== resolve(path)) onFile(real)
  if (real === undefined) throw new Error(`there is no file ${quoted(shownPath)}`)
  const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }))
  if (!isFile) throw new Error(`${quoted(shownPath)} is not a file`)
  if (size > 4 * MAXIMUM_CHARACTERS)
    throw new Error(`${quoted(shownPath)} is longer than ${countText(4 * MAXIMUM_CHARACTERS, 'byte')}`)
  return readScenarioText(await readFile(real, 'utf8'), relative(root, real).split(sep).join('/'))
}

/** True for a folder, and for a path in it. */
export function isInside(path: string, root: string): boolean {
  const from = relative(root, path)
  return from === '' || !(from === '..' || from.startsWith(`..${sep}`) || isAbsolute(from))
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
