/** Tells the recordings that `reqsim draft` reads from files with requirements. */
import { readFileSync, statSync } from 'node:fs'
import { recognise, type Recognised } from '../../draft/data/read.ts'
import { Refusal } from '../../model/input/refusal.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import { MAXIMUM_FILE_BYTES } from '../../replay/file.ts'
import { countText } from '../../world/count-text.ts'
import type { DraftFlags } from '../flags/draft.ts'

export interface InputFile extends Recognised {
  readonly file: string
}

/** The files with requirements; undefined if they are recordings. Ends the command for a mixture, and for flags of the others. */
export function dataOf(files: readonly string[], flags: DraftFlags): readonly InputFile[] | undefined {
  const inputs = files.map(recognised)
  const [first] = inputs
  const other = inputs.find(({ kind }) => kind !== first?.kind)
  if (first !== undefined && other !== undefined)
    throw new ToolFailure(
      2,
      `${quoted(first.file)} is ${kindText(first)}, and ${quoted(other.file)} is ${kindText(other)}: draft files of one kind at a time`,
    )
  if (first === undefined || first.kind === 'HAR') {
    if (flags.space !== undefined)
      throw new ToolFailure(
        2,
        '--space is for files with requirements: recordings show the keys of their spaces',
      )
    return undefined
  }
  const wrong = flags.base !== undefined ? '--base' : flags.minShare !== undefined ? '--min-share' : undefined
  if (wrong !== undefined)
    throw new ToolFailure(
      2,
      `${wrong} is for recordings, and ${quoted(first.file)} is ${kindText(first)}: leave it out`,
    )
  return inputs
}

const kindText = ({ kind }: InputFile): string => (kind === 'HAR' ? 'a recording' : kind)

function recognised(file: string): InputFile {
  const bytes = readBytes(file)
  const isNamedHar = file.endsWith('.har')
  try {
    const found = recognise(bytes)
    // Any text can be CSV: a damaged recording is still meant as one.
    return { ...found, file, kind: isNamedHar && found.kind === 'CSV' ? 'HAR' : found.kind }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (isNamedHar) return { file, kind: 'HAR', read: () => Promise.reject(error) }
    throw new ToolFailure(2, `${quoted(file)}: ${error.message}`)
  }
}

function readBytes(file: string): Buffer {
  try {
    const { size } = statSync(file)
    if (size <= MAXIMUM_FILE_BYTES) return readFileSync(file)
    const bytes = countText(size, 'byte')
    throw new ToolFailure(
      2,
      `${quoted(file)} has ${bytes}, more than the maximum of ${MAXIMUM_FILE_BYTES}: split it`,
    )
  } catch (error) {
    if (error instanceof ToolFailure) throw error
    throw new ToolFailure(2, fileProblem('read', file, error))
  }
}
