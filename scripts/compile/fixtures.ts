/** Compiles the fixtures to the JSON that scenarios extend; `npm run generate` writes them. */
import { droneSpecification } from '../../fixtures/drone-specification.ts'
import type { Fixture } from '../../fixtures/fixture.ts'
import { northwind } from '../../fixtures/northwind.ts'
import { createCollections, fromCollections } from '../../src/adapters/data.ts'
import { formatted } from '../formatted.ts'

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
