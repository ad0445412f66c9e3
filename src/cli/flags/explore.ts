/** The flags of `explore`, and their values. */
import { type Command, InvalidArgumentError } from 'commander'
import { FAULT_KINDS, type FaultName } from '../../explore/disturbance.ts'
import { VARIED, type Vary } from '../../explore/options.ts'
import { suggestionFor } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { MayFail } from '../explore/may-fail.ts'
import { flag, jsonFlag, readClock, readDuration, readSeed } from './flags.ts'

const MAXIMUM = 1_000_000

export function addExploreFlags(command: Command): Command {
  return command
    .addOption(
      flag('--budget <duration>', 'the maximum real time; 60s by default without --schedules').argParser(
        readDuration,
      ),
    )
    .addOption(flag('--schedules <number>', 'the maximum number of schedules').argParser(readCount))
    .addOption(flag('--seed <text>', 'the seed of the schedules').default('1').argParser(readSeed))
    .addOption(flag('--jobs <number>', 'how many commands run at a time').default(1).argParser(readCount))
    .addOption(
      flag('--recoverable <number>', 'how many calls to one address may fail in a row')
        .default(1)
        .argParser(readCount),
    )
    .addOption(
      flag('--max-failures <number>', 'how many different failures to find before it ends')
        .default(10)
        .argParser(readCount),
    )
    .addOption(
      flag('--timeout <duration>', 'the maximum real time of one run of the command')
        .default('60s')
        .argParser(readDuration),
    )
    .addOption(
      flag('--without <kinds>', `what not to vary, separated by commas: ${VARIED.join(', ')}`).argParser(
        readVaried,
      ),
    )
    .addOption(
      flag(
        '--faults <names>',
        'the faults to use, separated by commas, such as lost-response,server-error',
      ).argParser(readFaults),
    )
    .addOption(
      flag(
        '--may-fail <how>',
        "how the command may give up: 'exit 3', or a text on its error stream; may be repeated",
      ).argParser(readMayFail),
    )
    .addOption(
      flag(
        '--check <line>',
        'a shell command that checks the world after each run; it reads the output of the command as its standard input',
      ),
    )
    .addOption(flag('--clock <mode>', 'manual, auto, live, or live:60x for a speed').argParser(readClock))
    .addOption(flag('--out <folder>', 'the folder for the scenario and the trace of each failure'))
    .addOption(flag('--junit <file>', 'the file for the result as JUnit XML'))
    .addOption(jsonFlag())
}

export function readCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,7}$/.test(text) && count >= 1 && count <= MAXIMUM) return count
  throw new InvalidArgumentError(`Write a whole number from 1 to ${MAXIMUM}.`)
}

function readVaried(text: string): readonly (keyof Vary)[] {
  return text.split(',').map((name) => {
    const known = VARIED.find((each) => each === name)
    if (known !== undefined) return known
    throw new InvalidArgumentError(`${quoted(name)} is not varied: ${suggestionFor(name, VARIED)}`)
  })
}

const FAULT_NAMES = Object.keys(FAULT_KINDS) as readonly FaultName[]

function readFaults(text: string): readonly FaultName[] {
  return text.split(',').map((part) => {
    const name = part.trim()
    const known = FAULT_NAMES.find((each) => each === name)
    if (known !== undefined) return known
    throw new InvalidArgumentError(`There is no fault ${quoted(name)}: ${suggestionFor(name, FAULT_NAMES)}.`)
  })
}

/** `exit 3` is an exit code, any other text a marker on the error stream. The flag may be given several times. */
function readMayFail(text: string, before: readonly MayFail[] = []): readonly MayFail[] {
  const marker = text.trim()
  const code = /^exit (\S+)$/.exec(marker)?.[1]
  if (marker === '') throw new InvalidArgumentError("Write an exit code, such as 'exit 3', or a text.")
  if (code === undefined) return [...before, { marker }]
  if (/^\d{1,3}$/.test(code) && Number(code) >= 1 && Number(code) <= 255)
    return [...before, { exitCode: Number(code) }]
  throw new InvalidArgumentError(`An exit code is a number from 1 to 255, not ${quoted(code)}.`)
}
