/** The file of a recording: a whole HTTP Archive after each exchange, so that a crash loses nothing. */
import { closeSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { fileProblem, quoted, reasonOf, ToolFailure } from '../replay/failure.ts'
import { MAXIMUM_FILE_BYTES } from '../replay/file.ts'
import { MAXIMUM_EXCHANGES, RECORDER } from '../replay/archive.ts'
import { VERSION } from '../version.ts'
import { countText } from '../world/count-text.ts'

export interface RecordingFile {
  /** Adds an entry. Returns false, and adds nothing, if the archive is full or cannot be written. */
  add(entry: object): boolean
  /** The number of entries. */
  count(): number
  /** Why entries were not added; undefined if all were. */
  problem(): string | undefined
  /** Gives the archive its name. Ends the command if that is not possible. */
  finish(): void
}

const END = ']}}\n'

/**
 * Opens `file` with the suffix `.part`, which `finish` removes. Ends the command if this file cannot be written, or if it exists
 * from an earlier recording, which would be lost. `most` is the maximum size in bytes that replay reads.
 */
export function openRecording(file: string, maximum: number = MAXIMUM_FILE_BYTES): RecordingFile {
  const part = `${file}.part`
  const handle = open(file, part)
  const head = `{"log":{"version":"1.2","creator":{"name":"${RECORDER}","version":"${VERSION}"},"entries":[`
  let position = writeSync(handle, head, 0)
  writeSync(handle, END, position)
  let count = 0
  let problem: string | undefined
  return {
    add(entry) {
      if (problem !== undefined) return false
      const bytes = Buffer.from(`${count === 0 ? '\n' : ',\n'}${JSON.stringify(entry)}`)
      if (count >= MAXIMUM_EXCHANGES)
        problem = `replay reads at most ${countText(MAXIMUM_EXCHANGES, 'exchange')}`
      else if (position + bytes.length + END.length > maximum)
        problem = `replay reads archives of at most ${countText(maximum, 'byte')}`
      else problem = append(handle, bytes, position)
      if (problem !== undefined) return false
      position += bytes.length
      count++
      return true
    },
    count: () => count,
    problem: () => problem,
    finish() {
      closeSync(handle)
      try {
        renameSync(part, file)
      } catch (error) {
        throw new ToolFailure(
          1,
          `cannot write ${quoted(file)}, the recording is in ${quoted(part)}: ${reasonOf(error)}`,
        )
      }
    },
  }
}

function open(file: string, part: string): number {
  try {
    // The recording may contain confidential data.
    return openSync(part, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new ToolFailure(
        2,
        `--out: ${quoted(part)} belongs to a recording that is running or was not finished: rename or delete it, or choose another file`,
      )
    throw new ToolFailure(1, `--out: ${fileProblem('write', file, error)}`)
  }
}

/** Writes an entry over the end of the archive, then the end again. If that fails, the archive stays as it was. */
function append(handle: number, bytes: Buffer, position: number): string | undefined {
  try {
    writeAll(handle, Buffer.concat([bytes, Buffer.from(END)]), position)
    return undefined
  } catch (error) {
    restoreEnd(handle, position)
    return (error as Error).message
  }
}

function restoreEnd(handle: number, position: number): void {
  try {
    ftruncateSync(handle, position)
    writeAll(handle, Buffer.from(END), position)
  } catch {
    // The first error is reported already.
  }
}

function writeAll(handle: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length;)
    written += writeSync(handle, bytes, written, bytes.length - written, position + written)
}

/** Removes the file of a recording that could not begin. */
export function dropRecording(file: string): void {
  rmSync(`${file}.part`, { force: true })
}
