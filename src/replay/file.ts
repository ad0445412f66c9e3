/** The file of a recording: an HTTP Archive, or a ZIP archive with one and its bodies, as Playwright writes it. */
import { readFileSync, statSync } from 'node:fs'
import { fileProblem, quoted, ToolFailure } from './failure.ts'
import type { Attached } from './bodies.ts'
import { isZip } from '../model/input/zip.ts'
import { countText } from '../world/count-text.ts'
import { readZip, ZipProblem, type Zipped } from './zip.ts'

export interface ArchiveFile {
  /** The data of the HTTP Archive. */
  readonly value: unknown
  readonly attached: Attached
}

/** The maximum bytes of a file that replay reads. */
export const MAXIMUM_FILE_BYTES = 64 * 1024 * 1024

/** Ends the command if the file cannot be read, or is neither JSON nor a ZIP archive with one HTTP Archive. */
export function readArchiveFile(file: string): ArchiveFile {
  const bytes = readBytes(file)
  try {
    if (!isZip(bytes)) return { value: parse(file, bytes), attached: () => undefined }
    const zipped = readZip(bytes)
    return { value: parse(file, archiveIn(file, zipped)), attached: (name) => zipped.read(name) }
  } catch (error) {
    if (error instanceof ZipProblem) throw notAnArchive(file, error.message)
    throw error
  }
}

/** The error for a file that is not a recording. */
export function notAnArchive(file: string, why: string): ToolFailure {
  return new ToolFailure(2, `${quoted(file)} is not an HTTP Archive that can be replayed: ${why}`)
}

function readBytes(file: string): Buffer {
  try {
    const { size } = statSync(file)
    if (size > MAXIMUM_FILE_BYTES)
      throw notAnArchive(
        file,
        `it has ${countText(size, 'byte')}, more than the maximum of ${MAXIMUM_FILE_BYTES}: save fewer exchanges, or split its list of entries`,
      )
    return readFileSync(file)
  } catch (error) {
    if (error instanceof ToolFailure) throw error
    throw new ToolFailure(2, fileProblem('read', file, error))
  }
}

function archiveIn(file: string, { names, read }: Zipped): Buffer {
  const [name, ...others] = names.filter((each) => each.endsWith('.har'))
  if (name === undefined || others.length > 0)
    throw notAnArchive(
      file,
      `of the files in it, ${others.length === 0 ? 'none ends' : 'several end'} in .har`,
    )
  return read(name) as Buffer
}

function parse(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw notAnArchive(file, 'it is not JSON')
  }
}
