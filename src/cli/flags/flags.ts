/** Flags of the command line. Each is also an environment variable, and each reports what is wrong with its value. */
import { InvalidArgumentError, Option } from 'commander'
import { type ClockMode, MAXIMUM_SPEED } from '../../world/time/clock-state.ts'
import { MAXIMUM_WORLDS_SETTING } from '../../simulator/worlds.ts'
import { A_DURATION, A_POSITIVE_DURATION, parseDuration } from '../../world/time/duration.ts'

/** The value of `--clock`. */
export interface ClockFlag {
  readonly mode: ClockMode
  /** Virtual milliseconds per wall-clock millisecond. */
  readonly speed?: number
}

/** Wall-clock milliseconds. */
const MAXIMUM_DRAIN = 24 * 3_600_000

/** A flag with its environment variable: `--allow-host <name>` is also `REQSIM_ALLOW_HOST`. */
export function flag(flags: string, description: string): Option {
  const option = new Option(flags, description)
  return option.env(`REQSIM_${option.name().toUpperCase().replaceAll('-', '_')}`)
}

/** The flag `--json`. `of` is the flag of a command with several formats, for which `--json` is short for the value `json`. */
export function jsonFlag(of?: string): Option {
  const option = flag('--json', of === undefined ? 'print JSON' : `print JSON; short for --${of} json`)
  return of === undefined ? option : option.conflicts(of)
}

export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('A port is a number from 0 (any free one) to 65535.')
  }
  return port
}

export function readClock(text: string): ClockFlag {
  if (text === 'manual' || text === 'auto' || text === 'live') return { mode: text }
  const speed = Number(/^live:(\d{1,9}(?:\.\d{1,6})?)x$/.exec(text)?.[1])
  if (!(speed > 0 && speed <= MAXIMUM_SPEED)) {
    throw new InvalidArgumentError(
      `A clock is manual, auto, live, or live with a speed of up to ${MAXIMUM_SPEED} such as live:60x.`,
    )
  }
  return { mode: 'live', speed }
}

export function readSeed(text: string): string {
  if (text === '' || text.length > 100) throw new InvalidArgumentError('A seed has 1 to 100 characters.')
  return text
}

/** A duration other than 0. */
export function readDuration(text: string): string {
  if ((parseDuration(text) ?? 0) > 0) return text
  throw new InvalidArgumentError(`It must be ${A_POSITIVE_DURATION}.`)
}

/** How long to drain, in wall-clock time of at most 24 hours. */
export function readDrain(text: string): string {
  const milliseconds = parseDuration(text)
  if (milliseconds === undefined || milliseconds > MAXIMUM_DRAIN) {
    throw new InvalidArgumentError(`It must be ${A_DURATION}, of at most 24 hours.`)
  }
  return text
}

export function readWorldMaximum(text: string): number {
  const maximum = Number(text)
  if (!/^\d{1,6}$/.test(text) || maximum < 1 || maximum > MAXIMUM_WORLDS_SETTING) {
    throw new InvalidArgumentError(`A maximum of worlds is a number from 1 to ${MAXIMUM_WORLDS_SETTING}.`)
  }
  return maximum
}

/** Adds to a list: the flag is repeatable, and a value may hold several names separated by commas. */
export function readNames(text: string, earlier: readonly string[] | undefined): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('A name is missing.')
  return [...(earlier ?? []), ...names]
}

export function readToken(text: string): string {
  if (!/^[\x21-\x7e]{8,200}$/.test(text)) {
    throw new InvalidArgumentError('A token has 8 to 200 visible ASCII characters.')
  }
  return text
}

export function readOrigins(text: string, earlier: readonly string[] | undefined): readonly string[] {
  const origins = readNames(text, earlier)
  for (const origin of origins) {
    if (origin !== '*' && !(URL.canParse(origin) && new URL(origin).origin === origin)) {
      throw new InvalidArgumentError('An origin is written http://host:port, without a path; * matches any.')
    }
  }
  return origins
}

/** The address of a server, without trailing slashes. */
export function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('An address is written http://host:port or https://host:port.')
  return text.replace(/\/+$/, '')
}

/** Adds a header, written `Name: value`; the flag is repeatable. */
export function readHeader(
  text: string,
  earlier: readonly (readonly [name: string, value: string])[] | undefined,
): readonly (readonly [name: string, value: string])[] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]{1,100}): *([\x20-\x7e]{0,4000})$/.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError("A header is written 'Name: value', in visible ASCII characters.")
  }
  return [...(earlier ?? []), [name.toLowerCase(), value]]
}
