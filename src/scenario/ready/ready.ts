/** The ready scenarios, compiled in. Each is loaded on first use, so that the initial chunk of a bundle has none. */
import { quoted } from '../../model/input/refusal.ts'
import { nearestName } from '../../world/nearest.ts'
import type { ResolvedScenario, ScenarioFile } from '../format/format.ts'
import { ScenarioError, type ScenarioSource } from '../format/problems.ts'
import { READY_SCENARIOS } from './scenarios.generated.ts'

/** A ready scenario. Rejects with ScenarioError for an unknown name, offering the nearest. */
export async function loadReady(name: string): Promise<ResolvedScenario> {
  const ready = READY_SCENARIOS.find((candidate) => candidate.name === name)
  if (ready !== undefined) return whole(name, await ready.load())
  if (isScenarioPath(name))
    throw new ScenarioError([{ file: 'scenario', path: '', message: pathMessage(name) }])
  const names = READY_SCENARIOS.map((candidate) => candidate.name)
  const nearest = nearestName(name, names)
  const offer = nearest === undefined ? `; ready are ${names.join(', ')}` : `; did you mean '${nearest}'?`
  const problem = { file: 'scenario', path: '', message: `no ready scenario ${quoted(name)}${offer}` }
  throw new ScenarioError([nearest === undefined ? problem : { ...problem, nearest }])
}

/** A ready scenario with everything it extends; the merging code is loaded only if it extends something. */
async function whole(name: string, scenario: ResolvedScenario | ScenarioFile): Promise<ResolvedScenario> {
  if (!('extends' in scenario)) return scenario as ResolvedScenario
  const { resolveScenario } = await import('../resolve.ts')
  return resolveScenario({ file: name, value: scenario, trusted: true }, readySource)
}

/** True if a name can only be the path of a file. */
export function isScenarioPath(name: string): boolean {
  return /[/\\]|\.(?:ya?ml|json)$/i.test(name)
}

/** Files are not read here, which may be a browser. */
function pathMessage(path: string): string {
  const load = `await loadScenarioFile(${quoted(path)})`
  return `${quoted(path)} is the path of a file: give the scenario that it holds, { scenario: ${load} } with loadScenarioFile of reqsim/node`
}

/** A ready scenario as something to extend; it was checked when it was compiled. Throws an error for an unknown name. */
export async function readySource(name: string): Promise<ScenarioSource> {
  const ready = await loadReady(name).catch((error: unknown) => {
    // The place is that of the reference, which the caller knows.
    throw error instanceof ScenarioError ? new Error(error.problems[0]?.message) : error
  })
  return { file: `ready scenario ${name}`, value: ready, trusted: true }
}
