/** Checks arguments of the library, which no schema checks before. */
import type { ExchangeRequest } from '../api/framework/exchange.ts'
import { checkFields, suggestionFor } from '../model/input/option-checks.ts'
import { Refusal, quoted } from '../model/input/refusal.ts'
import type { TimelineOptions } from '../scenario/timeline/timeline.ts'
import type { Snapshot } from '../world/world.ts'
import { isObject } from '../world/objects.ts'

/** The name of a scenario and the hash of its content. */
interface Origin {
  readonly name: string
  readonly hash: string
}

/** A snapshot of a simulator with its scenario. */
export interface SimulatorSnapshot extends Snapshot {
  readonly scenario: Origin
}

const RUN_OPTIONS = namesOf<TimelineOptions>({ until: true, from: true, count: true, onStep: true })

/** Throws TypeError for a value that is not a request. */
export function checkRequest(request: ExchangeRequest): void {
  if (typeof request !== 'object' || request === null)
    throw new TypeError(`an exchange needs {method, url, headers, body}, not ${quoted(String(request))}`)
  const { method, url, address, headers, body } = request
  if (typeof url !== 'string' || typeof method !== 'string')
    throw new TypeError('an exchange needs a method and a url, both text')
  if (address !== undefined && typeof address !== 'string')
    throw new TypeError(`the address of an exchange is text, not ${quoted(String(address))}`)
  if (!isObject(headers))
    throw new TypeError('an exchange needs headers, an object of names and values: {} if there are none')
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('the body of an exchange is text or bytes: write JSON with JSON.stringify')
}

/** Throws TypeError for fields that the records do not have, and for values that cannot be compared. */
export function checkWhere(where: unknown, fields: readonly string[]): void {
  checkFields('where', where, fields)
  for (const [name, value] of Object.entries(where as object)) {
    if (typeof value === 'object' && value !== null)
      throw new TypeError(
        `where compares text, numbers and booleans: filter the result of state for ${quoted(name)}`,
      )
  }
}

/** Throws TypeError for an unknown name. */
export function checkNamed(what: string, name: string, known: readonly string[]): void {
  if (!known.includes(name))
    throw new TypeError(`no ${what} ${quoted(String(name))}: ${suggestionFor(String(name), known)}`)
}

/** Throws TypeError for a world that is not in use, such as a mistyped name. */
export function checkWorldInUse(name: string, names: readonly string[]): void {
  if (!names.includes(name))
    throw new TypeError(`no world ${quoted(String(name))} is in use: ${suggestionFor(String(name), names)}`)
}

/** Throws TypeError for a value that is not a snapshot, and for a snapshot of another scenario. */
export function checkSnapshot(value: unknown, loaded: Origin): void {
  const snapshot = value as Partial<SimulatorSnapshot> | null | undefined
  if (!(snapshot?.stores instanceof Map))
    throw new TypeError('restore takes the result of snapshot(): const before = sim.snapshot()')
  const { scenario = loaded } = snapshot
  if (scenario.hash === loaded.hash) return
  const other =
    scenario.name === loaded.name
      ? 'one of that name with another seed, clock, configuration or content'
      : quoted(loaded.name)
  throw new TypeError(
    `the snapshot is of scenario ${quoted(scenario.name)}, but ${other} is loaded: restore it in a simulator of the same scenario`,
  )
}

/** Throws TypeError for unknown options of a timeline run. */
export function checkRunOptions(options: TimelineOptions): void {
  checkFields('the options of run', options, RUN_OPTIONS)
  const { count } = options
  if (count !== undefined && !(Number.isSafeInteger(count) && count >= 1))
    throw new TypeError(`count is a whole number of steps from 1, not ${quoted(String(count))}`)
}

/** The field names of an interface; a missing or additional name does not compile. */
function namesOf<T>(names: Readonly<Record<keyof T, true>>): readonly string[] {
  return Object.keys(names)
}

/** Throws TypeError for what JavaScript callers give in place of a number. */
export function stepNumber(at: number): number {
  if (typeof at !== 'number') throw new TypeError(`at is the number of a step, not ${quoted(at)}`)
  return at
}

/** Calls a function; throws TypeError for a Refusal. */
export function refusedAsTypeError<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    throw error instanceof Refusal ? new TypeError(error.message) : error
  }
}
