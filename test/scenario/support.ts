/** Shared by the tests of scenarios: resolving texts and objects, and reading their problems as lines. */
import { buildWorld } from '../../src/scenario/seed/build.ts'
import type { ResolvedScenario } from '../../src/scenario/format/format.ts'
import { problemLine, ScenarioError, type ScenarioSource } from '../../src/scenario/format/problems.ts'
import { readySource } from '../../src/scenario/ready/ready.ts'
import { type LoadSource, resolveScenario } from '../../src/scenario/resolve.ts'
import { readScenarioText } from '../../src/scenario/format/text.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import type { World } from '../../src/world/world.ts'

/** Loads from texts by name; other names are those of ready scenarios. */
export function loaderOf(files: Readonly<Record<string, string>>): LoadSource {
  return async (reference) => {
    const text = Object.hasOwn(files, reference) ? files[reference] : undefined
    return text === undefined ? readySource(reference) : readScenarioText(text, reference)
  }
}

export async function resolveText(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<ResolvedScenario> {
  return resolveScenario(readScenarioText(text, 'test.yaml'), loaderOf(files))
}

export function resolveObject(value: unknown): Promise<ResolvedScenario> {
  const source: ScenarioSource = { file: 'scenario', value }
  return resolveScenario(source, (reference) => readySource(reference))
}

export async function worldOfText(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<World> {
  return buildWorld(await resolveText(text, files))
}

/** The problems of what fails, one line each; an empty list when it does not fail. */
export async function problemsOf(action: () => unknown): Promise<string[]> {
  try {
    await action()
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems.map(problemLine)
    throw error
  }
}

/** The problems of a scenario that is this text. */
export const problemsOfText = (text: string, files?: Readonly<Record<string, string>>) =>
  problemsOf(() => resolveText(text, files))

/** A world as text, for comparing whole worlds. */
export function textOf(world: World): string {
  return JSON.stringify(exportWorld(world))
}

/** The smallest world with a wiki, a space and a page. */
export const SMALL_WORLD = `
world:
  organizations: [{ name: Acme }]
  users: [{ name: ann, organizations: [{ organization: Acme }] }]
  sites: [{ name: wiki, type: CONFLUENCE, baseUrl: https://wiki.acme.test/wiki, organization: Acme }]
  spaces: [{ site: wiki, key: ENG, name: Engineering }]
  pages: [{ space: ENG, title: Start }]
`
