/** Reads traces for agents: only files below the folder in which the server was started, links included. */
import { open, readdir, realpath } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { quoted } from '../../replay/failure.ts'
import { nearestName } from '../../world/nearest.ts'

/** A running simulator opens no larger traces. */
const MAXIMUM_BYTES = 24 * 1024 * 1024
const ENDING = '.trace'

/** Resolves with the bytes of a file. Rejects with a TypeError that does not reveal whether a file outside exists. */
export async function readTraceBelow(folder: string, path: string): Promise<Uint8Array> {
  const root = await realpath(folder)
  const wanted = resolve(root, path)
  if (!wanted.endsWith(ENDING))
    throw new TypeError(`path: a trace is a file such as 'a${ENDING}', not ${quoted(path)}`)
  const outside = () =>
    new TypeError(`path: ${quoted(path)} is outside of the folder in which the server was started`)
  if (!isBelow(root, wanted)) throw outside()
  let real: string
  try {
    real = await realpath(wanted)
  } catch {
    throw new TypeError(`path: there is no file ${quoted(path)}${await nearestText(root, wanted)}`)
  }
  if (!isBelow(root, real)) throw outside()
  const file = await open(real, 'r')
  try {
    const { size } = await file.stat().then((found) => (found.isFile() ? found : { size: Infinity }))
    if (size > MAXIMUM_BYTES)
      throw new TypeError(`path: ${quoted(path)} is not a file of at most ${MAXIMUM_BYTES / 1024 / 1024} MB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** The trace in the same folder whose name is the nearest. */
async function nearestText(root: string, wanted: string): Promise<string> {
  try {
    const folder = await realpath(dirname(wanted))
    if (folder !== root && !isBelow(root, folder)) return ''
    const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort()
    const nearest = nearestName(wanted.slice(dirname(wanted).length + 1), names) ?? names[0]
    return nearest === undefined ? '' : `; the folder has ${quoted(nearest)}`
  } catch {
    return ''
  }
}
