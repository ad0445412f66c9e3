/** Flags of commands that have a report in the end; apart from the code that makes it, so that others need not load that. */
import { extname } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { type Degree, DEGREES } from '../../api/ledger/entry.ts'
import type { Stability } from '../../api/framework/operation.ts'
import { flag, readNames } from './flags.ts'

/** As the flags of a command give them. */
export interface ReportFlags {
  /** The files to write it to. */
  readonly report?: readonly string[]
  readonly maxAssumptions?: AssumptionsFlag
  readonly minExercised?: number
  readonly maxUnknownFields?: number
  readonly maxUnmatched?: number
  readonly maxRateLimited?: number
  readonly forbid?: readonly string[]
}

/** The value of `--max-assumptions`. */
export interface AssumptionsFlag {
  readonly maximum: number
  /** Counts only entries less certain than this. */
  readonly below?: Degree
}

const COUNT = /^\d{1,9}$/
const ENDINGS = ['.json', '.html', '.md']
const FORBIDDABLE: readonly Stability[] = [
  'public',
  'stable',
  'internal',
  'experimental',
  'deprecated',
  'unstated',
]

/** Adds the flags to a command that has a report in the end. */
export function addReportFlags(command: Command): Command {
  return command
    .addOption(
      flag(
        '--report <file>',
        'write what was exercised: .json, .html, or .md for a pull request; repeatable',
      ).argParser(readReportFile),
    )
    .addOption(
      flag(
        '--max-assumptions <number>',
        'fail above so many entries of the ledger; 5:below-likely counts those less certain than likely',
      ).argParser(readAssumptions),
    )
    .addOption(
      flag('--min-exercised <number>', 'fail below so many operations exercised').argParser(readCount),
    )
    .addOption(
      flag(
        '--max-unknown-fields <number>',
        'fail above so many names that were sent and nothing reads',
      ).argParser(readCount),
    )
    .addOption(
      flag('--max-unmatched <number>', 'fail above so many calls that match no operation').argParser(
        readCount,
      ),
    )
    .addOption(
      flag(
        '--max-rate-limited <number>',
        'fail above so many calls that a rate limit would refuse',
      ).argParser(readCount),
    )
    .addOption(
      flag('--forbid <class>', 'fail when such operations are used: internal, experimental, …').argParser(
        readClasses,
      ),
    )
}

function readReportFile(text: string, earlier: readonly string[] | undefined): readonly string[] {
  if (!ENDINGS.includes(extname(text).toLowerCase()))
    throw new InvalidArgumentError('A report is a .json, .html or .md file.')
  return [...(earlier ?? []), text]
}

function readCount(text: string): number {
  if (!COUNT.test(text)) throw new InvalidArgumentError('It takes a whole number from 0.')
  return Number(text)
}

function readAssumptions(text: string): AssumptionsFlag {
  const [count = '', bound, ...more] = text.split(':')
  const below = DEGREES.find((degree) => bound === `below-${degree}`)
  if (!COUNT.test(count) || more.length > 0 || (bound !== undefined && below === undefined))
    throw new InvalidArgumentError(
      `It takes a whole number from 0, alone or with a degree: 5:${DEGREES.map((degree) => `below-${degree}`).join(', 5:')}.`,
    )
  return { maximum: Number(count), ...(below === undefined ? {} : { below }) }
}

function readClasses(text: string, earlier: readonly string[] | undefined): readonly string[] {
  const names = readNames(text, earlier)
  if (names.some((name) => !(FORBIDDABLE as readonly string[]).includes(name)))
    throw new InvalidArgumentError(`A class is one of ${FORBIDDABLE.join(', ')}.`)
  return names
}
