/**
 * Compiles the fixtures to the JSON that scenarios extend: `node scripts/compile-fixtures.ts` writes them, `--check` only
 * says which are stale.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format, type FormatConfig } from 'oxfmt'
import { droneSpecification } from '../fixtures/drone-specification.ts'
import type { Fixture } from '../fixtures/fixture.ts'
import { northwind } from '../fixtures/northwind.ts'
import { createCollections, fromCollections } from '../src/adapters/data.ts'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = 'fixtures'
const fixtures: readonly Fixture[] = [northwind, droneSpecification]

/** Every compiled fixture, by its path from the project's root. */
export async function fixtureFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const fixture of fixtures) {
    const path = `${FOLDER}/${fixture.name}.json`
    files.set(path, await formatted(path, JSON.stringify(await scenarioOf(fixture))))
  }
  return files
}

/** A fixture as the scenario file that it is compiled to. */
async function scenarioOf({ name, description, extends: bases = [], fill }: Fixture): Promise<object> {
  const collections = await createCollections()
  await fill(collections)
  return {
    $schema: '../schema/scenario.schema.json',
    name,
    description,
    ...(bases.length === 0 ? {} : { extends: bases.map((base) => `./${base}.json`) }),
    world: fromCollections(collections),
  }
}

/** The text as the project's formatter lays it out, so that its check agrees. */
async function formatted(path: string, text: string): Promise<string> {
  const options = JSON.parse(await readFile(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig
  const { code, errors } = await format(path, text, options)
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${JSON.stringify(errors)}`)
  return code
}

async function main(): Promise<void> {
  for (const [path, content] of await fixtureFiles()) {
    if ((await readFile(join(ROOT, path), 'utf8').catch(() => undefined)) === content) continue
    if (process.argv.includes('--check')) {
      console.error(`stale: ${path}`)
      process.exitCode = 1
    } else {
      await writeFile(join(ROOT, path), content)
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
