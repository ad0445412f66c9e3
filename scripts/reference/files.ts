// Every generated file that is committed, by its path from the project's root.

import { globSync, readFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import * as z from 'zod'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { operations } from '../../src/api/operations.ts'
import { createProgram } from '../../src/cli/program.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { DEFAULT_CONFIG } from '../../src/model/records/world/config.ts'
import { machines } from '../../src/model/machine-list.ts'
import { SETTINGS } from '../../src/model/settings/definitions.ts'
import { scenarioSchema, sectionSchemas } from '../../src/scenario/format/format.ts'
import { fixtureFiles } from '../compile/fixtures.ts'
import { buildWorld } from '../../src/scenario/seed/build.ts'
import { readyFromSource, schemaFiles } from '../compile/scenarios.ts'
import { testedFacts } from '../../test/api/tested-facts.ts'
import { formatted } from '../formatted.ts'
import { PROJECT } from '../stale-files.ts'
import { commandLinePage } from './command-line.ts'
import { controlPages } from './control-api.ts'
import { demoWorldPage } from './demo-world.ts'
import { type DrawnParts, INTEGRATION_PARTS, RATE_LIMIT_PARTS, withDrawnParts } from './drawn-parts.ts'
import { SERVICE_PAGE_ORDER } from './links.ts'
import { listedPages, llmsMap, type MappedPage } from './llms.ts'
import { mcpParts } from './mcp.ts'
import { observedFactsPage } from './observed-facts.ts'
import { outputSchemaFiles, traceSchemaFile } from './output-schemas.ts'
import { scenarioFormatPages } from './scenario-format.ts'
import type { JsonSchema } from './scenario-format.ts'
import { SCENARIO_INTRODUCTION } from './scenario-introduction.ts'
import { serviceTexts } from './service.ts'
import { withIndex, withNavigation } from './page-group.ts'
import { settingsPage } from './settings.ts'
import { stateMachinesPage } from './state-machines.ts'
import { storyPage } from './story-of-a-message.ts'
import { readConnectionRuns } from '../../test/works-with/connections.ts'
import { readRuns } from '../../test/works-with/runs.ts'
import { worksWithPage } from './works-with-page.ts'

/** The paths and contents that the sources lead to, pages first; nothing is written. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const demo = await readyFromSource('demo.yaml')
  const pages = new Map([
    ['docs/command-line.md', commandLinePage(createProgram({}))],
    ['docs/concepts/integration.md', partlyDrawn('docs/concepts/integration.md', INTEGRATION_PARTS)],
    ...controlPages(controlRoutes),
    ['docs/demo-world.md', demoWorldPage(demo, await buildWorld(demo))],
    ['docs/mcp.md', partlyDrawn('docs/mcp.md', await mcpParts())],
    ['docs/observed-facts.md', observedFactsPage(assumptions, testedFacts())],
    ['docs/rate-limits.md', partlyDrawn('docs/rate-limits.md', RATE_LIMIT_PARTS)],
    ...scenarioPages(),
    ...servicePages(),
    ['docs/settings.md', settingsPage(Object.values(SETTINGS), DEFAULT_CONFIG)],
    ['docs/state-machines.md', stateMachinesPage(machines)],
    ['docs/story-of-a-message.md', await storyPage(demo)],
    ['docs/works-with.md', worksWithPage(readRuns(), readConnectionRuns())],
  ])
  for (const [path, text] of [...pages, ...overviewPages(pages)]) pages.set(path, await formatted(path, text))
  return new Map([
    ...pages,
    ['llms.txt', llmsText(pages)],
    ...(await fixtureFiles()),
    ...schemaFiles(),
    ...outputSchemaFiles(),
    ...traceSchemaFile(),
  ])
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

/** `npm run bench` writes them whole. */
const WRITTEN_BY_BENCH = new Set(['docs/benchmarks.md'])

/** The heading of the overview whose pages lead from one to the next. Those of the others lead to the overview. */
const READ_IN_ORDER = 'Understand'

/** The pages that the overview lists, each with its last line. */
function overviewPages(generated: ReadonlyMap<string, string>): [string, string][] {
  const overview = 'docs/README.md'
  const listed = listedPages({ path: overview, text: onDisk(overview) })
  return [...listed].flatMap(([heading, entries]) => {
    const pages = entries
      .filter(({ path }) => !path.endsWith('/README.md') && !WRITTEN_BY_BENCH.has(path))
      .map(({ path }): [string, string] => [path, generated.get(path) ?? onDisk(path)])
    const withLastLine = heading === READ_IN_ORDER ? withNavigation : withIndex
    return [...withLastLine(overview, new Map(pages))]
  })
}

function servicePages(): Map<string, string> {
  const written = new Map(SERVICE_PAGE_ORDER.map((path) => [path, onDisk(path)]))
  return withNavigation('docs/service/README.md', serviceTexts(written, assumptions, operations))
}

function partlyDrawn(path: string, parts: DrawnParts): string {
  return withDrawnParts(onDisk(path), parts)
}

function onDisk(path: string): string {
  return readFileSync(resolve(PROJECT, path), 'utf8')
}

function scenarioPages(): Map<string, string> {
  const complete = Object.entries(sectionSchemas).map(([name, schema]) => [name, jsonSchema(schema)])
  return scenarioFormatPages(jsonSchema(scenarioSchema), SCENARIO_INTRODUCTION, Object.fromEntries(complete))
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}
