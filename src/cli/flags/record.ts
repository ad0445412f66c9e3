/** Flags of `reqsim record`. */
import type { Command } from 'commander'
import { flag, readNames, readPort } from './flags.ts'

export interface RecordFlags {
  /** The address of the server that is recorded. */
  readonly against: string
  /** The file of the recording. */
  readonly out: string
  readonly port: number
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly keepCredentials?: boolean
}

export function addRecordFlags(command: Command): Command {
  return command
    .addOption(flag('--against <url>', 'the address of the server to record').makeOptionMandatory())
    .addOption(flag('--out <file>', 'the HTTP Archive (HAR) to write').makeOptionMandatory())
    .addOption(flag('--port <number>', 'the port; 0 selects any free one').default(4011).argParser(readPort))
    .addOption(flag('--host <address>', 'the address to listen on').default('127.0.0.1'))
    .addOption(
      flag('--allow-host <name>', 'a host name by which clients may call the recorder').argParser(readNames),
    )
    .addOption(flag('--keep-credentials', 'do not redact tokens, passwords and cookies'))
}
