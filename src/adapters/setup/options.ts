/** The options of the setups for test runners, from the runner's configuration or a file of the project. */
import { existsSync, readFileSync } from 'node:fs'
import type { ScenarioConfig } from '../../scenario/input.ts'
import type { Bases } from '../shared/bases.ts'

/** A type and not an interface, which the configuration of Vitest would not accept. Values are those of JSON. */
export type SetupOptions = {
  /** The name of a ready scenario, or the path of a scenario file from the working directory. Default: `demo`. */
  readonly scenario?: string
  /** The configuration of the world, such as `{ strict: true }`, as in a scenario. */
  readonly config?: ScenarioConfig
  /** The base addresses to simulate, as in `reqsim/msw`. Default: the in-process addresses (`http://wiki.sim/…`). */
  readonly base?: Bases
  /** The user of requests without a credential. */
  readonly as?: string
  /**
   * `accept`: a credential that the scenario does not have is that of the user `as`. `check`: it gets 401, as in the service.
   * Default: `accept` if `as` is set, else `check`.
   */
  readonly credentials?: 'accept' | 'check'
  /** Origins whose pages may read the responses, as in `reqsim/msw`; `*` for all. */
  readonly corsOrigin?: string | readonly string[]
  /** The folder for traces of failed tests; an empty text writes none. Default: `reqsim-traces`. */
  readonly traceFolder?: string
  /** The folder for reports, one of each file of tests, where the runner has no reporter of reqsim. Default: none is written. */
  readonly reportFolder?: string
}

/** The type of each option, and `base` of several. A suite whose handlers respond to all its requests loads nothing that says more. */
const TYPES: Readonly<Record<keyof SetupOptions, readonly string[]>> = {
  scenario: ['string'],
  config: ['object'],
  base: ['string', 'object'],
  as: ['string'],
  credentials: ['string'],
  corsOrigin: ['string', 'object'],
  traceFolder: ['string'],
  reportFolder: ['string'],
}

const FILE = 'reqsim.config.json'

/**
 * The options from the runner's configuration, else from the file that `REQSIM_CONFIG` names, else from `reqsim.config.json` in
 * the working directory; without any of them, none. Rejects with TypeError for a file that is not JSON, and for an option that does not exist.
 */
export async function setupOptions(configured?: unknown): Promise<SetupOptions> {
  const { REQSIM_CONFIG: named = '' } = process.env
  const file = named === '' ? FILE : named
  if (configured === undefined && named === '' && !existsSync(file)) return {}
  const what = configured === undefined ? file : 'the options of reqsim'
  const options = configured ?? readJson(file)
  if (!isPlausible(options)) (await import('./option-problems.ts')).checkOptions(what, options)
  return options as SetupOptions
}

function readJson(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new TypeError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Whether the names and types of all options are known; `option-problems.ts` says what is wrong. */
function isPlausible(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) return false
  return Object.entries(options).every(
    ([name, value]) =>
      value === undefined ||
      (Object.hasOwn(TYPES, name) &&
        value !== null &&
        TYPES[name as keyof SetupOptions].includes(typeof value) &&
        (name !== 'credentials' || value === 'accept' || value === 'check')),
  )
}
