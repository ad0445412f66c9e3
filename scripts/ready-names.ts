// Which ready scenarios there are: the files in scenarios/. Apart from what compiles them, which reads the list.

import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { compareCodePoints } from '../src/world/order.ts'

/** The folder of the compiled scenarios. */
export const READY = 'src/scenario/ready'

export function readyNames(): string[] {
  return readdirSync(resolve(import.meta.dirname, '../scenarios'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .toSorted(compareCodePoints)
}

/** The list of ready scenarios, by its path from the project's root. */
export function readyListFiles(names: readonly string[]): Map<string, string> {
  const entries = names.map((name) => {
    const load = `() => import('./${name}.generated.ts').then((module) => module.scenario)`
    return `  { name: ${JSON.stringify(name)}, load: ${load} },\n`
  })
  return new Map([
    [
      `${READY}/scenarios.generated.ts`,
      [
        "import type { ResolvedScenario, ScenarioFile } from '../format/format.ts'\n\n",
        '/** A scenario that comes with the package. */\n',
        `export type ScenarioName = ${names.map((name) => JSON.stringify(name)).join(' | ')}\n\n`,
        '/** Each loads what it adds to the ready scenarios that it extends, or all of it. */\n',
        'export const READY_SCENARIOS: readonly {\n  readonly name: ScenarioName\n',
        '  readonly load: () => Promise<ResolvedScenario | ScenarioFile>\n',
        `}[] = [\n${entries.join('')}]\n`,
      ].join(''),
    ],
  ])
}
