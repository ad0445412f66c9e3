/** Flags of the commands that start a server, in a separate file because `serve` and `exec` share them. */
import type { Command } from 'commander'
import { LOG_LEVELS, type LogLevel } from '../../adapters/node/log-level.ts'
import type { FaultFields } from '../../scenario/format/fault-shape.ts'
import { readFaults } from './fault.ts'
import {
  type ClockFlag,
  flag,
  readClock,
  readDuration,
  readNames,
  readOrigins,
  readPort,
  readSeed,
  readToken,
  readUrl,
  readWorldMaximum,
} from './flags.ts'
import { type OpenapiFlags, readSurfaces } from './openapi.ts'
import { addTlsFlags, type TlsFlags } from './tls.ts'

export interface ServeFlags extends OpenapiFlags, TlsFlags {
  readonly port: number
  readonly host: string
  readonly clock?: ClockFlag
  readonly seed?: string
  readonly allowHost?: readonly string[]
  readonly corsOrigin?: readonly string[]
  readonly controlToken?: string
  readonly worldIdle?: string
  readonly worldMaximum?: number
  /** Faults that are added to those of the scenario. */
  readonly fault?: readonly FaultFields[]
  /** The step of the timeline at which the scenario opens. */
  readonly until?: string
  /** The address of a collector that spans are exported to. */
  readonly otlp?: string
  /** Which requests are logged on standard error. */
  readonly log?: LogLevel
  /** Reloads the scenario file when it changes. */
  readonly watch?: boolean
}

/** Adds the flags, with this default port. */
export function addServeFlags(command: Command, port: number): Command {
  command
    .addOption(flag('--port <number>', 'the port; 0 selects any free one').default(port).argParser(readPort))
    .addOption(flag('--host <address>', 'the address to listen on').default('127.0.0.1'))
    .addOption(flag('--clock <mode>', 'manual, auto, live, or live:60x for a speed').argParser(readClock))
    .addOption(flag('--seed <text>', 'a seed that overrides that of the scenario').argParser(readSeed))
    .addOption(flag('--allow-host <name>', 'a host name that the control API accepts').argParser(readNames))
    .addOption(
      flag('--cors-origin <origin>', 'an origin whose pages may call the interfaces').argParser(readOrigins),
    )
    .addOption(
      flag('--control-token <text>', 'the token that callers of the control API must send').argParser(
        readToken,
      ),
    )
    .addOption(
      flag(
        '--world-idle <duration>',
        'delete worlds that got no request for this time, such as 30m',
      ).argParser(readDuration),
    )
    .addOption(
      flag('--world-maximum <number>', 'the maximum number of worlds, 1000 by default').argParser(
        readWorldMaximum,
      ),
    )
    .addOption(
      flag('--openapi <file>', 'your own OpenAPI of an interface; repeatable, with --surface').argParser(
        readNames,
      ),
    )
    .addOption(
      flag('--surface <interface>', 'the interface of the --openapi at the same position').argParser(
        readSurfaces,
      ),
    )
    .addOption(
      flag(
        '--fault <fault>',
        "inject a fault into every world, such as 'wiki.baseline.list status=503 times=2', or as JSON; repeatable",
      ).argParser(readFaults),
    )
    .addOption(flag('--until <step>', 'run the timeline up to and including this step first'))
    .addOption(
      flag(
        '--otlp <url>',
        'export spans of requests and jobs to this OpenTelemetry collector, such as http://127.0.0.1:4318',
      ).argParser(readUrl),
    )
    .addOption(
      flag(
        '--log <level>',
        'print a line for each request on standard error: all (the default on a terminal), errors, or off',
      ).choices([...LOG_LEVELS]),
    )
    .addOption(flag('--watch', 'reload the scenario file when it changes'))
  return addTlsFlags(command)
}
