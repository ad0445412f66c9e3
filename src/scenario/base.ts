/** Builds a world from the scenario name or object that a user passes. */
import { sha256 } from '../world/sha256.ts'
import { lacksRunners, loadJobRunners } from '../model/late-jobs.ts'
import { present } from '../model/input/present.ts'
import { CLOCK_MODES, isSpeed } from '../world/time/clock-state.ts'
import { once } from '../world/once.ts'
import { parseInstant } from '../world/time/duration.ts'
import type { World } from '../world/world.ts'
import type { ResolvedScenario, ScenarioFile } from './format/format.ts'
import { ScenarioError, type ScenarioSource } from './format/problems.ts'
import type { ScenarioConfig } from './input.ts'
import { loadReady, readySource } from './ready/ready.ts'

/** What a user may choose over the scenario. */
export interface ScenarioOverrides {
  readonly seed?: number | string
  readonly clock?: NonNullable<ScenarioFile['clock']>
  readonly config?: ScenarioConfig
}

export interface Base {
  readonly world: World
  readonly loaded: { readonly name: string; readonly seed: string; readonly hash: string }
  readonly scenario: ResolvedScenario
}

/**
 * Builds the world of a ready scenario (by name) or of a scenario object. Throws ScenarioError with every problem.
 */
export async function createBase(scenario: unknown, overrides: ScenarioOverrides): Promise<Base> {
  const resolved = withOverrides(await resolve(scenario), await checked(overrides))
  const problems = await problemsOfAlternatives(resolved.config.assumptions ?? {})
  if (problems.length > 0) {
    throw new ScenarioError(
      problems.map((message) => ({ file: resolved.name, path: 'config.assumptions', message })),
    )
  }
  const world = await worldOf(scenario, overrides, resolved)
  if (lacksRunners(world)) await loadJobRunners()
  const text = JSON.stringify(resolved)
  // Few starts read the hash, and hashing in code that runs for the first time takes milliseconds.
  const hash = once(() => sha256(text))
  const loaded = {
    name: resolved.name,
    seed: world.seed,
    get hash() {
      return hash()
    },
  }
  return { world, loaded, scenario: resolved }
}

async function resolve(scenario: unknown): Promise<ResolvedScenario> {
  if (typeof scenario === 'string') return loadReady(scenario)
  // Ready scenarios were checked when they were compiled; what checks others is much.
  const { resolveScenario } = await import('./resolve.ts')
  return resolveScenario({ file: 'scenario', value: scenario }, (reference) => readySource(reference))
}

/** Only the mode and the speed of the clock do not shape the records of a world. */
async function worldOf(
  scenario: unknown,
  { seed, clock: { start, ...clock } = {}, config }: ScenarioOverrides,
  resolved: ResolvedScenario,
): Promise<World> {
  if (scenario === 'demo' && seed === undefined && start === undefined && config === undefined) {
    const { demoWorld } = await import('./ready/demo-world.ts')
    const world = demoWorld()
    world.setClock(present(clock))
    return world
  }
  const { buildWorld } = await import('./seed/build.ts')
  return buildWorld(resolved)
}

/** What is wrong with chosen assumptions; only those who choose some pay for the ledger. */
async function problemsOfAlternatives(chosen: Readonly<Record<string, string>>): Promise<readonly string[]> {
  if (Object.keys(chosen).length === 0) return []
  const { checkAlternatives } = await import('../api/framework/assumptions.ts')
  return checkAlternatives(chosen)
}

/** Overrides are data of the user like the rest: they are checked as a scenario of their own. */
async function checked(overrides: ScenarioOverrides): Promise<ScenarioFile> {
  const definedOverrides = Object.fromEntries(
    Object.entries(overrides).filter(([, value]) => value !== undefined),
  )
  if (isPlainlyValid(definedOverrides)) return definedOverrides
  const { checkScenario } = await import('./check/check.ts')
  const source: ScenarioSource = { file: 'options', value: definedOverrides }
  const result = checkScenario(source)
  if ('file' in result) return result.file
  throw new ScenarioError(result.problems)
}

/** Seed and clock, the usual overrides, need no schema to be seen to be right: zod alone would double the time to start. */
function isPlainlyValid({ seed = 1, clock = {}, ...others }: ScenarioOverrides): boolean {
  if (typeof clock !== 'object' || clock === null) return false
  const { start = '2026-01-05', mode = 'manual', speed = 1, ...unknown } = clock
  return (
    Object.keys(others).length + Object.keys(unknown).length === 0 &&
    (Number.isSafeInteger(seed) || (typeof seed === 'string' && seed.length <= 255)) &&
    typeof start === 'string' &&
    parseInstant(start) !== undefined &&
    CLOCK_MODES.includes(mode) &&
    isSpeed(speed)
  )
}

function withOverrides(resolved: ResolvedScenario, { seed, clock, config }: ScenarioFile): ResolvedScenario {
  return {
    ...resolved,
    seed: seed ?? resolved.seed,
    clock: { ...resolved.clock, ...clock } as ResolvedScenario['clock'],
    config: {
      ...resolved.config,
      ...config,
      assumptions: { ...resolved.config.assumptions, ...config?.assumptions },
    },
  }
}
