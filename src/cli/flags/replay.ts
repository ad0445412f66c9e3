/** Flags of `reqsim replay`, in a separate file so that other commands do not load the code. */
import { type Command, InvalidArgumentError } from 'commander'
import { ADDRESSES } from '../../api/framework/interfaces.ts'
import { flag, jsonFlag, readHeader, readNames, readSeed } from './flags.ts'
import { type OpenapiFlags, readSurfaces } from './openapi.ts'
import {
  type BaseFlag,
  type CallerFlag,
  REPLAY_REPORTERS,
  type ReplayReporterName,
} from '../../replay/options.ts'
import { type PlacePattern, readPlace } from '../../replay/paths.ts'

export interface ReplayFlags extends OpenapiFlags {
  /** An address, the name of a ready scenario, or a scenario file. */
  readonly against: string
  readonly as?: readonly CallerFlag[]
  /** Headers of every request; they replace recorded ones. */
  readonly header?: readonly (readonly [name: string, value: string])[]
  readonly base?: readonly BaseFlag[]
  readonly values?: boolean
  readonly value?: readonly PlacePattern[]
  readonly ignore?: readonly PlacePattern[]
  readonly reporter: ReplayReporterName
  /** Short for the reporter `json`. */
  readonly json?: boolean
  /** The file to write overrides of assumptions to. */
  readonly writeOverrides?: string
  readonly seed?: string
}

/** Interfaces by the names of `--base`. Those of other regions end with the region. */
const BASES = new Map(
  ADDRESSES.toReversed().map((address) => [
    address.region === 'eu' ? address.interface : `${address.interface}-${address.region}`,
    address,
  ]),
)

export function addReplayFlags(command: Command): Command {
  return command
    .addOption(
      flag(
        '--against <target>',
        'the address of a server, a ready scenario or a scenario file',
      ).makeOptionMandatory(),
    )
    .addOption(
      flag(
        '--as <user>',
        'the user of all calls, or caller=user for those of one caller, at a scenario; repeatable',
      ).argParser(readCaller),
    )
    .addOption(
      flag('--header <name: value>', 'a header of every request, such as a credential; repeatable').argParser(
        readHeader,
      ),
    )
    .addOption(
      flag(
        '--base <interface=url>',
        'the base address that the recording has for an interface; repeatable',
      ).argParser(readBase),
    )
    .addOption(flag('--values', 'compare the values of bodies too, not only their shape'))
    .addOption(
      flag(
        '--value <path>',
        'compare the values at a path, such as body.items[].status; repeatable',
      ).argParser(readPlaces),
    )
    .addOption(
      flag('--ignore <path>', 'ignore a path, such as header.location; repeatable').argParser(readPlaces),
    )
    .addOption(flag('--reporter <name>', 'the format of the report').choices(REPLAY_REPORTERS).default('tty'))
    .addOption(jsonFlag('reporter'))
    .addOption(
      flag(
        '--write-overrides <file>',
        'write the overrides of assumptions that remove differences, as YAML for a scenario',
      ),
    )
    .addOption(flag('--seed <text>', 'the seed of a scenario').argParser(readSeed))
    .addOption(
      flag(
        '--openapi <file>',
        'your own OpenAPI of an interface, for a scenario; repeatable, with --surface',
      ).argParser(readNames),
    )
    .addOption(
      flag('--surface <interface>', 'the interface of the --openapi at the same position').argParser(
        readSurfaces,
      ),
    )
}

export function readBase(text: string, earlier: readonly BaseFlag[] | undefined): readonly BaseFlag[] {
  const equals = text.indexOf('=')
  const address = BASES.get(text.slice(0, Math.max(equals, 0)))
  if (address === undefined)
    throw new InvalidArgumentError(
      `A base is written interface=url; interfaces are ${[...BASES.keys()].sort().join(', ')}.`,
    )
  const written = text.slice(equals + 1)
  const url = /^https?:\/\//i.test(written) && URL.canParse(written) ? new URL(written) : undefined
  if (url === undefined || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError(
      'A base address is written http://host/path, without a user, a query and a fragment.',
    )
  return [...(earlier ?? []), { url: `${url.origin}${url.pathname}`.replace(/\/$/, ''), address }]
}

export function readCaller(text: string, earlier: readonly CallerFlag[] | undefined): readonly CallerFlag[] {
  const equals = text.indexOf('=')
  const caller = equals === -1 ? undefined : text.slice(0, equals)
  const user = text.slice(equals + 1)
  if (user === '' || caller === '' || text.length > 500)
    throw new InvalidArgumentError("A user is written 'alice', or '1=alice' for one caller of the recording.")
  if (earlier?.some((flagged) => flagged.caller === caller))
    throw new InvalidArgumentError('A caller has one user.')
  return [...(earlier ?? []), { caller, user }]
}

export function readPlaces(
  text: string,
  earlier: readonly PlacePattern[] | undefined,
): readonly PlacePattern[] {
  const pattern = readPlace(text)
  if (pattern === undefined)
    throw new InvalidArgumentError(
      'A path is written as in reports: status, header.location, body, body.items[].key, body.*.id.',
    )
  return [...(earlier ?? []), pattern]
}
