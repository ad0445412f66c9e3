/** The scenario of the plugin's options: a file, the name of a ready one, or an object. */
import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { SimulatorOptions } from '../../index.ts'
import type { GivenDescription } from '../../openapi-import/import.ts'
import { fileProblem } from '../../replay/failure.ts'
import { isScenarioPath, loadReady } from '../../scenario/ready/ready.ts'
import { isInside, loadScenarioFile } from '../node/scenarios.ts'
import type { CheckedOptions, DescriptionFile } from './options.ts'

/** Where the files of a scenario are. */
export interface ScenarioPlace {
  readonly file: string
  /** The folder that the file and those that it extends lie in; problems name files relative to it. */
  readonly folder: string
}

/**
 * The place of a scenario file, undefined if the scenario is none. Files may extend others within the working directory,
 * or, if the file is outside of it, within Vite's root or their own folder.
 */
export async function placeOf(
  scenario: CheckedOptions['scenario'],
  root: string,
): Promise<ScenarioPlace | undefined> {
  if (typeof scenario !== 'string' || !isScenarioPath(scenario)) return undefined
  const path = resolve(root, scenario)
  const own = await realOf(dirname(path))
  const folders = await Promise.all([process.cwd(), root].map(realOf))
  return { file: join(own, basename(path)), folder: folders.find((folder) => isInside(own, folder)) ?? own }
}

/** The real path of a folder; the path itself if there is no such folder, which reading the file reports. */
function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

/** The options of `createSimulator`: the scenario, and all others. */
export interface SimulatorInput {
  readonly scenario: NonNullable<SimulatorOptions['scenario']>
  readonly others: Omit<SimulatorOptions, 'scenario'>
}

/**
 * Reads scenario and descriptions. As in `reqsim serve`, the clock is live unless the options or the scenario set its mode.
 * `onFile` receives each file of the scenario. Rejects with ScenarioError, or with an Error for a description that cannot be
 * read.
 */
export async function readInput(
  options: CheckedOptions,
  root: string,
  place: ScenarioPlace | undefined,
  onFile: (path: string) => void,
): Promise<SimulatorInput> {
  const {
    scenario: scenarioOption,
    clock,
    openapi,
    base: _base,
    as: _as,
    allowHost: _allowHost,
    corsOrigin: _corsOrigin,
    controlToken: _controlToken,
    log: _log,
    ...others
  } = options
  const scenario =
    place === undefined
      ? (scenarioOption as SimulatorInput['scenario'])
      : await loadScenarioFile(place.file, { root: place.folder, onFile })
  const own = typeof scenario === 'string' ? await loadReady(scenario) : scenario
  const needsMode = clock?.mode === undefined && own.clock?.mode === undefined
  return {
    scenario,
    others: {
      ...others,
      ...(needsMode ? { clock: { ...clock, mode: 'live' } } : clock === undefined ? {} : { clock }),
      ...(openapi === undefined ? {} : { openapi: await readDescriptions(openapi, root) }),
    },
  }
}

function readDescriptions(
  descriptions: readonly (GivenDescription | DescriptionFile)[],
  root: string,
): Promise<GivenDescription[]> {
  return Promise.all(
    descriptions.map(async (each) => {
      if ('document' in each || typeof each.file !== 'string') return each as GivenDescription
      try {
        return { ...each, document: await readFile(resolve(root, each.file), 'utf8') }
      } catch (error) {
        throw new Error(`openapi: ${fileProblem('read', each.file, error)}`, { cause: error })
      }
    }),
  )
}
