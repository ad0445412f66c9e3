/** Flags of `reqsim draft`, in a separate file so that other commands do not load the code. */
import { type Command, InvalidArgumentError } from 'commander'
import type { BaseFlag } from '../../replay/options.ts'
import { flag, jsonFlag } from './flags.ts'
import { readBase } from './replay.ts'

export interface DraftFlags {
  /** The scenario file to write. */
  readonly out: string
  /** The file for the entries that the list of gaps proposes. */
  readonly gaps?: string
  readonly base?: readonly BaseFlag[]
  /** In percent. */
  readonly minShare?: number
  /** The key of the space of files with requirements. */
  readonly space?: string
  readonly json?: boolean
}

export function addDraftFlags(command: Command): Command {
  return command
    .addOption(
      flag('--out <file>', 'the scenario file to write; it must not exist yet').makeOptionMandatory(),
    )
    .addOption(
      flag('--gaps <file>', 'write the proposed entries as a scenario that extends the draft, to review'),
    )
    .addOption(
      flag(
        '--base <interface=url>',
        'the base address that the recording has for an interface; repeatable',
      ).argParser(readBase),
    )
    .addOption(
      flag('--min-share <percent>', 'fail unless so many of the responses are as recorded').argParser(
        readPercent,
      ),
    )
    .addOption(
      flag(
        '--space <key>',
        'the key of the space of files with requirements; made of the name of their project where absent',
      ).argParser(readSpaceKey),
    )
    .addOption(jsonFlag())
}

function readSpaceKey(text: string): string {
  if (!/^[A-Za-z0-9]{1,50}$/.test(text))
    throw new InvalidArgumentError('The key of a space has 1 to 50 letters and digits, such as ENG.')
  return text
}

function readPercent(text: string): number {
  const percent = Number(text)
  if (!/^\d{1,3}(?:\.\d{1,3})?$/.test(text) || percent > 100)
    throw new InvalidArgumentError('A share is a number from 0 to 100.')
  return percent
}
