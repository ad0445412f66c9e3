/** `reqsim draft` of files with requirements: CSV, workbooks, ReqIF, and the exports of sphinx-needs and StrictDoc. */
import { basename, extname } from 'node:path'
import { type DataDraft, draftOfData, type NamedData } from '../../draft/data/draft.ts'
import { boundFiles } from '../../draft/data/read.ts'
import { draftText, filledFile, OF_DATA, proposalLines } from '../../draft/text.ts'
import { Refusal } from '../../model/input/refusal.ts'
import { quoted, ToolFailure } from '../../replay/failure.ts'
import { visible } from '../../replay/text.ts'
import { pathText } from '../../scenario/format/problems.ts'
import { MAXIMUM_CHARACTERS } from '../../scenario/format/text.ts'
import { resolveScenario } from '../../scenario/resolve.ts'
import { countText } from '../../world/count-text.ts'
import type { DraftFlags } from '../flags/draft.ts'
import { contentOf, LISTED, nameOf, write, writeGaps } from './draft-files.ts'
import type { InputFile } from './draft-input.ts'

interface Gap {
  readonly text: string
  /** Lines of YAML for a scenario that extends the draft. */
  readonly lines: readonly string[]
}

/** Writes the draft, and prints what it has no place for. */
export async function runDataDraft(inputs: readonly InputFile[], flags: DraftFlags): Promise<void> {
  const files: NamedData[] = []
  for (const input of inputs) files.push(await readInput(input))
  const names = inputs.map(({ file }) => quoted(file)).join(', ')
  const draft = await reported(names, () => {
    boundFiles(files)
    return draftOfData(files, { name: nameOf(flags.out), space: flags.space })
  })
  const filled = filledFile('./draft', draft.gaps)
  if (flags.gaps !== undefined && filled !== undefined)
    await resolveScenario({ file: 'gaps', value: filled }, () =>
      Promise.resolve({ file: 'draft', value: draft.file }),
    )
  const text = draftText(draft, OF_DATA)
  if (text.length > MAXIMUM_CHARACTERS)
    throw new ToolFailure(
      2,
      `${names}: the draft would have ${countText(text.length, 'character')}, more than the ${MAXIMUM_CHARACTERS} of a scenario: draft fewer files, or parts of them`,
    )
  write(flags.out, text)
  writeGaps(flags, filled)
  const gaps = gapsOf(draft)
  process.stdout.write(flags.json === true ? asJson(flags, gaps) : asText({ flags, draft, gaps, files }))
}

async function readInput({ file, read }: InputFile): Promise<NamedData> {
  const data = await reported(quoted(file), () => read(basename(file, extname(file))))
  if (data.requirements.length > 0) return { ...data, file: basename(file) }
  const [first] = data.leftOut
  const why = first === undefined ? 'export some' : `${first.place}: ${first.reason}`
  throw new ToolFailure(2, `${quoted(file)} has no requirement that can be drafted: ${why}`)
}

/** Ends the command where a file is refused. */
async function reported<T>(files: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof Refusal) throw new ToolFailure(2, `${files}: ${error.message}`)
    throw error
  }
}

function gapsOf({ gaps, dropped }: DataDraft): readonly Gap[] {
  return [
    ...gaps.map(({ place, text, proposals }) => ({
      text: `${place}: ${text}`,
      lines: proposals.map(proposalLines),
    })),
    ...dropped.map(({ path, message }) => ({ text: `left out ${pathText(path)}: ${message}`, lines: [] })),
  ]
}

interface Result {
  readonly flags: DraftFlags
  readonly draft: DataDraft
  readonly gaps: readonly Gap[]
  readonly files: readonly NamedData[]
}

function asText({ flags, draft, gaps, files }: Result): string {
  const found = files.reduce((sum, { requirements }) => sum + requirements.length, 0)
  const taken = draft.file.world?.requirements?.length ?? 0
  const lines = [
    `${flags.out}: ${contentOf(draft.file)}`,
    ...gaps
      .slice(0, LISTED)
      .flatMap(({ text, lines: proposed }) => [
        text,
        ...proposed.flatMap((each) => each.split('\n')).map((line) => `  ${line}`),
      ]),
    ...(gaps.length > LISTED ? [`and ${countText(gaps.length - LISTED, 'more gap')}`] : []),
    `${taken} of ${countText(found, 'requirement')} drafted`,
  ]
  return lines.map((line) => `${visible(line)}\n`).join('')
}

/** The fields of a draft of recordings; nothing was replayed. */
function asJson({ out }: DraftFlags, gaps: readonly Gap[]): string {
  const value = {
    file: out,
    callers: {},
    replayed: 0,
    held: 0,
    percent: 100,
    filled: null,
    operations: [],
    gaps: gaps.map((gap) => ({ exchange: null, ...gap })),
    exchanges: [],
  }
  return `${JSON.stringify(value, undefined, 2)}\n`
}
