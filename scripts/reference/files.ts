// Every generated file that is committed, by its path from the project's root.

import { globSync, readFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import * as z from 'zod'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { operations } from '../../src/api/operations.ts'
import { createProgram } from '../../src/cli/program.ts'
import { controlReference } from '../../src/control/reference.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { DEFAULT_CONFIG } from '../../src/model/world/config.ts'
import { machines } from '../../src/model/machines.ts'
import { SETTINGS } from '../../src/model/settings/catalogue.ts'
import { scenarioSchema, sectionSchemas } from '../../src/scenario/format/format.ts'
import { fixtureFiles } from '../compile-fixtures.ts'
import { buildWorld } from '../../src/scenario/seed/build.ts'
import { readyFromSource, schemaFiles } from '../compile-scenarios.ts'
import { testedFacts } from '../../test/api/tested-facts.ts'
import { formatted } from '../formatted.ts'
import { PROJECT } from '../stale-files.ts'
import { assumptionsPage } from './assumptions.ts'
import { commandLinePage } from './command-line.ts'
import { demoWorldPage } from './demo-world.ts'
import { type DrawnParts, INTEGRATION_PARTS, RATE_LIMIT_PARTS, withDrawnParts } from './drawn-parts.ts'
import { servicePages } from './links.ts'
import { llmsMap, type MappedPage } from './llms.ts'
import { observedFactsPage } from './observed-facts.ts'
import { operationsPage } from './operations.ts'
import { scenarioFormatPage } from './scenario-format.ts'
import type { JsonSchema } from './scenario-format.ts'
import { SCENARIO_INTRODUCTION } from './scenario-introduction.ts'
import { serviceTexts } from './service.ts'
import { settingsPage } from './settings.ts'
import { stateMachinesPage } from './state-machines.ts'
import { storyPage } from './story-of-a-message.ts'

/** The paths and contents that the sources lead to, pages first; nothing is written. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const demo = await readyFromSource('demo.yaml')
  const pages = new Map([
    ['docs/assumptions.md', assumptionsPage(assumptions, operations)],
    ['docs/command-line.md', commandLinePage(createProgram({}))],
    ['docs/concepts/integration.md', partlyDrawn('docs/concepts/integration.md', INTEGRATION_PARTS)],
    ['docs/control-api.md', controlReference(controlRoutes)],
    ['docs/demo-world.md', demoWorldPage(demo, await buildWorld(demo))],
    ['docs/observed-facts.md', observedFactsPage(assumptions, testedFacts())],
    ['docs/operations.md', operationsPage(operations)],
    ['docs/rate-limits.md', partlyDrawn('docs/rate-limits.md', RATE_LIMIT_PARTS)],
    ['docs/scenario-format.md', scenarioPage()],
    ...serviceTexts(new Map(servicePages().map((path) => [path, onDisk(path)])), assumptions, operations),
    ['docs/settings.md', settingsPage(Object.values(SETTINGS), DEFAULT_CONFIG)],
    ['docs/state-machines.md', stateMachinesPage(machines)],
    ['docs/story-of-a-message.md', await storyPage(demo)],
  ])
  for (const [path, text] of pages) pages.set(path, await formatted(path, text))
  return new Map([...pages, ['llms.txt', llmsText(pages)], ...(await fixtureFiles()), ...schemaFiles()])
}

/** The map of pages as they will be, those that are written by hand as they are on disk. */
function llmsText(generated: ReadonlyMap<string, string>): string {
  const handwritten = globSync('docs/**/*.md', { cwd: PROJECT })
    .map((path) => path.replaceAll(sep, '/'))
    .map((path): [string, string] => [path, onDisk(path)])
  const pages = new Map([...handwritten, ...generated])
  const page = (path: string): MappedPage => ({ path, text: onDisk(path) })
  return llmsMap(page('README.md'), page('docs/README.md'), pages)
}

function partlyDrawn(path: string, parts: DrawnParts): string {
  return withDrawnParts(onDisk(path), parts)
}

function onDisk(path: string): string {
  return readFileSync(resolve(PROJECT, path), 'utf8')
}

function scenarioPage(): string {
  const complete = Object.entries(sectionSchemas).map(([name, schema]) => [name, jsonSchema(schema)])
  return scenarioFormatPage(jsonSchema(scenarioSchema), SCENARIO_INTRODUCTION, Object.fromEntries(complete))
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}
