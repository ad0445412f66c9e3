/** Flags of commands that end with a report, in a separate file so that other commands do not load its code. */
import { extname } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { type Degree, DEGREES } from '../../api/ledger/entry.ts'
import type { Stability } from '../../api/framework/operation.ts'
import { flag, readNames } from './flags.ts'

/** The values of the flags. */
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
  /** Counts only entries below this degree. */
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

/** The formats that `reqsim report` prints. */
export const REPORT_FORMATS = ['markdown', 'html', 'json'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Adds the flags to a command that ends with a report. */
export function addReportFlags(command: Command): Command {
  return command
    .addOption(
      flag(
        '--report <file>',
        'write the report: .json, .html, or .md for a pull request; repeatable',
      ).argParser(readReportFile),
    )
    .addOption(
      flag(
        '--max-assumptions <number>',
        'fail above this number of assumptions; 5:below-likely counts only those below likely',
      ).argParser(readAssumptions),
    )
    .addOption(
      flag('--min-exercised <number>', 'fail below this number of exercised operations').argParser(readCount),
    )
    .addOption(
      flag(
        '--max-unknown-fields <number>',
        'fail above this number of unknown parameters and fields',
      ).argParser(readCount),
    )
    .addOption(
      flag('--max-unmatched <number>', 'fail above this number of calls that match no operation').argParser(
        readCount,
      ),
    )
    .addOption(
      flag('--max-rate-limited <number>', 'fail above this number of calls over a rate limit').argParser(
        readCount,
      ),
    )
    .addOption(
      flag(
        '--forbid <class>',
        'fail if operations of this class are used: internal, experimental, …',
      ).argParser(readClasses),
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
