/** Flags of `reqsim replay`; apart from the code that replays, so that other commands need not load that. */
import { type Command, InvalidArgumentError } from 'commander'
import { ADDRESSES } from '../../api/framework/surface.ts'
import { flag, readHeader, readNames, readSeed } from './flags.ts'
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
  /** Headers of every request, in place of recorded ones. */
  readonly header?: readonly (readonly [name: string, value: string])[]
  readonly base?: readonly BaseFlag[]
  readonly values?: boolean
  readonly value?: readonly PlacePattern[]
  readonly ignore?: readonly PlacePattern[]
  readonly reporter: ReplayReporterName
  /** The file to write overrides of assumptions to. */
  readonly writeOverrides?: string
  readonly seed?: string
}

/** Interfaces by the names that `--base` takes: those of other regions end in the region. */
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
        'who calls at a scenario: for all calls, or caller=user for those of one caller; repeatable',
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
    .addOption(flag('--values', 'compare the values of bodies too, not their shape alone'))
    .addOption(
      flag(
        '--value <place>',
        'compare the values of a place, such as body.items[].status; repeatable',
      ).argParser(readPlaces),
    )
    .addOption(
      flag('--ignore <place>', 'compare nothing at a place, such as header.location; repeatable').argParser(
        readPlaces,
      ),
    )
    .addOption(
      flag('--reporter <name>', 'how differences are reported').choices(REPLAY_REPORTERS).default('tty'),
    )
    .addOption(
      flag(
        '--write-overrides <file>',
        'write the overrides of assumptions that take differences away, as YAML for a scenario',
      ),
    )
    .addOption(flag('--seed <text>', 'the seed of what a scenario draws').argParser(readSeed))
    .addOption(
      flag(
        '--openapi <file>',
        'your own OpenAPI of an interface, beside a scenario; repeatable, with --surface',
      ).argParser(readNames),
    )
    .addOption(
      flag('--surface <interface>', 'the interface that the --openapi of this place describes').argParser(
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
      'A place is written as reports write it: status, header.location, body, body.items[].key, body.*.id.',
    )
  return [...(earlier ?? []), pattern]
}
