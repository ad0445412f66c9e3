/** The flags of `mutate`, and their values. */
import { type Command, InvalidArgumentError } from 'commander'
import { suggestionFor } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import {
  MUTATION_KINDS,
  type MutationGroup,
  type MutationKind,
} from '../../scenario/format/mutation-kinds.ts'
import { readCount } from './explore.ts'
import { flag, jsonFlag, readDuration, readNames, readSeed } from './flags.ts'

export interface MutateFlags {
  /** Patterns of ids and operations, in which `*` is any text. */
  readonly only?: readonly string[]
  readonly kinds?: readonly MutationKind[]
  /** The maximum real time, as a duration. */
  readonly budget?: string
  readonly jobs: number
  readonly seed: string
  /** The least score, in percent. */
  readonly threshold?: number
  readonly json?: boolean
  /** Files for the report. */
  readonly html?: string
  readonly markdown?: string
  readonly junit?: string
  /** The file with an earlier report. */
  readonly since?: string
}

const GROUPS = Object.keys(MUTATION_KINDS) as readonly MutationGroup[]
const KINDS: readonly MutationKind[] = GROUPS.flatMap((group) => MUTATION_KINDS[group])

export function addMutateFlags(command: Command): Command {
  return command
    .addOption(
      flag(
        '--only <patterns>',
        'the ids or operations of mutants, separated by commas, such as wiki.requirement.*; repeatable',
      ).argParser(readNames),
    )
    .addOption(
      flag(
        '--kinds <names>',
        `groups and kinds of mutants, separated by commas: ${GROUPS.join(', ')}, or one such as lost-write`,
      ).argParser(readKinds),
    )
    .addOption(flag('--budget <duration>', 'the maximum real time, such as 10m').argParser(readDuration))
    .addOption(flag('--jobs <number>', 'how many commands run at a time').default(1).argParser(readCount))
    .addOption(flag('--seed <text>', 'the seed of the order of mutants').default('1').argParser(readSeed))
    .addOption(flag('--threshold <percent>', 'fail below this score, such as 80').argParser(readPercent))
    .addOption(
      flag('--since <file>', 'the JSON of an earlier run: try only mutants that are new or survived'),
    )
    .addOption(flag('--html <file>', 'the file for the report as a page'))
    .addOption(flag('--markdown <file>', 'the file for the report as Markdown'))
    .addOption(flag('--junit <file>', 'the file for the report as JUnit XML'))
    .addOption(jsonFlag())
}

function readKinds(text: string, earlier: readonly MutationKind[] | undefined): readonly MutationKind[] {
  const kinds = readNames(text, undefined).flatMap((name): readonly MutationKind[] => {
    const group = GROUPS.find((each) => each === name)
    if (group !== undefined) return MUTATION_KINDS[group]
    const kind = KINDS.find((each) => each === name)
    if (kind !== undefined) return [kind]
    throw new InvalidArgumentError(
      `There is no group or kind ${quoted(name)}: ${suggestionFor(name, [...GROUPS, ...KINDS])}`,
    )
  })
  return [...new Set([...(earlier ?? []), ...kinds])]
}

function readPercent(text: string): number {
  const percent = Number(text)
  if (/^\d{1,3}(?:\.\d{1,2})?$/.test(text) && percent <= 100) return percent
  throw new InvalidArgumentError('A score is a number from 0 to 100.')
}
