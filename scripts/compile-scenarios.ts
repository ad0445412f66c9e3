/**
 * Compiles the ready scenarios and the schema of scenario files: `tsx scripts/compile-scenarios.ts` writes them,
 * `--check` only says which are stale.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { loadScenarioFile } from '../src/adapters/node-scenarios.ts'
import { type ResolvedScenario, scenarioSchema } from '../src/scenario/format.ts'
import { compareCodePoints } from '../src/world/order.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SCENARIOS = 'scenarios'
const READY = 'src/scenario/ready'
const HEADER = '// Generated from the files in scenarios/: change those, then run `npm run generate`.\n'

/** Every generated file of the scenario layer, by its path from the project's root. */
export async function scenarioFiles(): Promise<Map<string, string>> {
  const scenarios = await compiledScenarios()
  const files = new Map([['schema/scenario.schema.json', schemaText()]])
  for (const scenario of scenarios) files.set(`${READY}/${scenario.name}.generated.ts`, moduleText(scenario))
  files.set(`${READY}/scenarios.generated.ts`, listText(scenarios))
  files.set(`${READY}/descriptions.generated.ts`, descriptionsText(scenarios))
  return files
}

async function compiledScenarios(): Promise<ResolvedScenario[]> {
  const names = (await readdir(join(ROOT, SCENARIOS)))
    .filter((name) => name.endsWith('.yaml'))
    .toSorted(compareCodePoints)
  const scenarios: ResolvedScenario[] = []
  for (const name of names) {
    const scenario = await readyFromSource(name)
    if (`${scenario.name}.yaml` !== name) throw new Error(`${SCENARIOS}/${name} is named ${scenario.name}`)
    scenarios.push(scenario)
  }
  return scenarios
}

/** A ready scenario as its file in scenarios/ has it now. */
export function readyFromSource(file: string): Promise<ResolvedScenario> {
  return loadScenarioFile(join(ROOT, SCENARIOS, file), { root: ROOT, named: refuseNames })
}

/** Ready scenarios are compiled from files alone, never from what was compiled before. */
function refuseNames(name: string): Promise<never> {
  return Promise.reject(new Error(`there is no scenario '${name}' in ${SCENARIOS}/`))
}

function moduleText(scenario: ResolvedScenario): string {
  const data = JSON.stringify(scenario, undefined, 1)
  return `${HEADER}import type { ResolvedScenario } from '../format.ts'\n\nexport const scenario: ResolvedScenario = ${data}\n`
}

function listText(scenarios: readonly ResolvedScenario[]): string {
  const entries = scenarios.map(({ name }) => {
    const load = `() => import('./${name}.generated.ts').then((module) => module.scenario)`
    return `  { name: ${JSON.stringify(name)}, load: ${load} },\n`
  })
  return [
    HEADER,
    "import type { ResolvedScenario } from '../format.ts'\n\n",
    'export const READY_SCENARIOS: readonly {\n',
    '  readonly name: string\n  readonly load: () => Promise<ResolvedScenario>\n',
    `}[] = [\n${entries.join('')}]\n`,
  ].join('')
}

/** Apart from the list, which every page has. */
function descriptionsText(scenarios: readonly ResolvedScenario[]): string {
  const texts = Object.fromEntries(scenarios.map(({ name, description = '' }) => [name, description]))
  const data = JSON.stringify(texts, undefined, 2)
  return `${HEADER}export const READY_DESCRIPTIONS: Readonly<Record<string, string>> = ${data}\n`
}

/** The schema that editors complete scenario files with. */
function schemaText(): string {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, { io: 'input' })
  return `${JSON.stringify({ $schema, title: 'reqsim scenario', ...schema }, undefined, 2)}\n`
}

async function main(): Promise<void> {
  const files = await scenarioFiles()
  const stale: string[] = []
  for (const [path, content] of files) {
    if ((await readFile(join(ROOT, path), 'utf8').catch(() => undefined)) !== content) stale.push(path)
  }
  const gone = (await readdir(join(ROOT, READY)))
    .map((name) => `${READY}/${name}`)
    .filter((path) => !files.has(path))
  if (process.argv.includes('--check')) {
    for (const path of [...stale, ...gone]) console.error(`stale: ${path}`)
    process.exitCode = stale.length + gone.length > 0 ? 1 : 0
    return
  }
  for (const path of stale) await writeFile(join(ROOT, path), files.get(path) ?? '')
  for (const path of gone) await rm(join(ROOT, path))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
