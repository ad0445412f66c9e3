// The ready scenarios as modules, and the schema of scenario files.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { loadScenarioFile } from '../../src/adapters/node/scenarios.ts'
import { checkScenario } from '../../src/scenario/check/check.ts'
import { type ResolvedScenario, type ScenarioFile, scenarioSchema } from '../../src/scenario/format/format.ts'
import { readScenarioText } from '../../src/scenario/format/text.ts'
import { buildWorld } from '../../src/scenario/seed/build.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { READY } from '../ready-names.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The modules of some scenarios and of their descriptions, by their paths from the project's root. */
export async function readyFiles(names: readonly string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const descriptions: Record<string, string> = {}
  const users = new Set<string>()
  for (const name of names) {
    const resolved = await readyFromSource(`${name}.yaml`)
    if (resolved.name !== name) throw new Error(`scenarios/${name}.yaml is named ${resolved.name}`)
    descriptions[name] = resolved.description ?? ''
    for (const { users: own = [] } of [resolved.world, resolved.world.us ?? {}])
      for (const user of own) users.add(user.name)
    const own = fileAsWritten(name)
    const extendsReady = own.extends?.every((base) => names.includes(base)) ?? false
    files.set(`${READY}/${name}.generated.ts`, moduleText(extendsReady ? own : resolved))
  }
  files.set(
    `${READY}/descriptions.generated.ts`,
    `export const READY_DESCRIPTIONS: Readonly<Record<string, string>> = ${JSON.stringify(descriptions, undefined, 2)}\n`,
  )
  files.set(
    `${READY}/users.generated.ts`,
    `/** A user of a scenario that comes with the package. */\nexport type ReadyUserName = ${[...users].map((name) => JSON.stringify(name)).join(' | ')}\n`,
  )
  return files
}

/** The world of the demo, which needs the modules of the ready scenarios. */
export async function demoWorldFiles(): Promise<Map<string, string>> {
  const world = exportWorld(await buildWorld(await readyFromSource('demo.yaml')))
  const text = JSON.stringify(JSON.stringify(world))
  return new Map([[`${READY}/demo-world.generated.ts`, `export const DEMO_WORLD = ${text}\n`]])
}

/** A ready scenario as its file in scenarios/ has it now, with all that it extends. */
export function readyFromSource(file: string): Promise<ResolvedScenario> {
  return loadScenarioFile(join(ROOT, 'scenarios', file), { root: ROOT, named: refuseNames })
}

/** Ready scenarios are compiled from files alone, never from what was compiled before. */
function refuseNames(name: string): Promise<never> {
  return Promise.reject(new Error(`there is no scenario '${name}' in scenarios/`))
}

/** A scenario that is known to be sound, without what it extends. */
function fileAsWritten(name: string): ScenarioFile {
  const path = `scenarios/${name}.yaml`
  const checked = checkScenario(readScenarioText(readFileSync(join(ROOT, path), 'utf8'), path))
  if (!('file' in checked)) throw new Error(`${path} is not valid by itself`)
  return checked.file
}

function moduleText(scenario: ScenarioFile | ResolvedScenario): string {
  const type = 'extends' in scenario ? 'ScenarioFile' : 'ResolvedScenario'
  const data = JSON.stringify(scenario, undefined, 1)
  return `import type { ${type} } from '../format/format.ts'\n\nexport const scenario: ${type} = ${data}\n`
}

/** The schema that editors complete scenario files with, by its path from the project's root. */
export function schemaFiles(): Map<string, string> {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, { io: 'input' })
  const text = JSON.stringify({ $schema, title: 'reqsim scenario', ...schema }, undefined, 2)
  return new Map([['schema/scenario.schema.json', `${text}\n`]])
}
