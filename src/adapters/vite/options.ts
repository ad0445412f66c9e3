/** The options of the plugin, checked. What a simulator takes is checked when it is made. */
import { checkLogLevel, type LogLevel } from '../node/log-level.ts'
import { checkFields } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { GivenDescription } from '../../openapi-import/import.ts'
import type { UserName } from '../../scenario/names.ts'
import type { SimulatorOptions } from '../../index.ts'

/** The path of a scenario file. */
export type ScenarioPath = `${string}.yaml` | `${string}.yml` | `${string}.json`

/** A description of the real service as a file: `{ surface: 'wiki', file: './wiki.openapi.yaml' }`. */
export type DescriptionFile = Pick<GivenDescription, 'surface'> & { readonly file: string }

export interface ReqsimOptions extends Pick<
  SimulatorOptions,
  'seed' | 'clock' | 'config' | 'worlds' | 'journal'
> {
  /**
   * A scenario file, relative to Vite's root, which is loaded again when it or a file that it extends changes; the name of a
   * ready scenario; or a scenario as an object. Default: `demo`.
   */
  readonly scenario?: SimulatorOptions['scenario'] | ScenarioPath
  /** The path that the one-port layout lies below: `/sim` (the default) has `/sim/wiki/rest/reqs/1/…` and `/sim/_sim/`. */
  readonly base?: string
  /** The user who is signed in, for requests without a credential. Default: nobody. */
  readonly as?: UserName
  /**
   * Descriptions of the real service, at most one for each interface: given as documents, or as files relative to Vite's
   * root. Files are read when the server starts.
   */
  readonly openapi?: readonly (GivenDescription | DescriptionFile)[]
  /** Host names that the control API accepts besides loopback names. */
  readonly allowHost?: readonly string[]
  /** Origins whose pages may call the simulated interfaces, besides the page's own; `*` for any. Default: none. */
  readonly corsOrigin?: readonly string[]
  /**
   * What callers of the control API send as `Authorization: Bearer`. Without it, only callers on this machine may use the
   * control API, also when Vite listens on other addresses.
   */
  readonly controlToken?: string
  /**
   * Prints a line for each request on standard error: `all`, `errors`, or `off`. Default: `all` on a terminal, else `off`.
   */
  readonly log?: LogLevel
}

/** The options with what the plugin itself needs in its place. */
export type CheckedOptions = ReqsimOptions & Required<Pick<ReqsimOptions, 'base' | 'scenario'>>

const OPTIONS = Object.keys({
  scenario: true,
  base: true,
  as: true,
  seed: true,
  clock: true,
  config: true,
  worlds: true,
  journal: true,
  openapi: true,
  allowHost: true,
  corsOrigin: true,
  controlToken: true,
  log: true,
} satisfies Record<keyof ReqsimOptions, true>)

const PATH = /^(?:\/[A-Za-z0-9._~-]+)+\/?$/

/** Throws TypeError for an unknown option, and for one of the plugin's own that is not valid. */
export function checkOptions(options: ReqsimOptions): CheckedOptions {
  checkFields('the options of reqsim', options, OPTIONS)
  const { scenario = 'demo', base = '/sim', controlToken } = options
  checkBase(base)
  checkTexts('allowHost', options.allowHost, "['my-machine.test']")
  checkTexts('corsOrigin', options.corsOrigin, "['http://localhost:3000']")
  if (controlToken !== undefined && (typeof controlToken !== 'string' || controlToken === ''))
    throw new TypeError('controlToken must be a text that is not empty: generate one, or leave it out')
  checkDescriptions(options.openapi)
  checkLogLevel(options.log)
  return { ...options, scenario, base: base.replace(/\/$/, '') }
}

function checkBase(base: unknown): void {
  if (typeof base === 'string' && PATH.test(base) && !/\/\.{1,2}(?:\/|$)/.test(base)) return
  throw new TypeError(
    `base must be a path of the development server below which nothing else lies, such as '/sim', not ${quoted(String(base))}`,
  )
}

function checkTexts(name: string, value: unknown, example: string): void {
  if (value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'))) return
  throw new TypeError(`${name} must be a list of texts, such as ${example}, not ${quoted(String(value))}`)
}

function checkDescriptions(value: unknown): void {
  if (value === undefined || Array.isArray(value)) return
  throw new TypeError(
    `openapi must be a list, such as [{ surface: 'wiki', file: './wiki.openapi.yaml' }], not ${quoted(String(value))}`,
  )
}
