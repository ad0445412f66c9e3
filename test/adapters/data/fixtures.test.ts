import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { factory, nullable, primaryKey } from '@mswjs/data'
import { describe, expect, test } from 'vitest'
import { fixtureFiles } from '../../../scripts/compile/fixtures.ts'
import {
  type FactoryMapping,
  fromCollections,
  fromFactory,
  toCollections,
  toFactory,
} from '../../../src/adapters/data.ts'
import { loadScenarioFile } from '../../../src/adapters/node/scenarios.ts'
import type { ResolvedScenario, Sections } from '../../../src/scenario/format/format.ts'
import { loadReady } from '../../../src/scenario/ready/ready.ts'
import { SECTION_NAMES } from '../../../src/scenario/format/sections.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

async function loadFromRoot(path: string): Promise<ResolvedScenario> {
  return loadScenarioFile(resolve(ROOT, path), {
    root: ROOT,
    named: (name) => Promise.reject(new Error(`${name} is not at hand`)),
  })
}

describe('compiled fixtures', () => {
  test('are up to date: npm run generate', async () => {
    for (const [path, content] of await fixtureFiles()) {
      expect(await readFile(resolve(ROOT, path), 'utf8'), `${path} is stale`).toBe(content)
    }
  })

  test('are valid on their own', async () => {
    for (const path of (await fixtureFiles()).keys()) {
      expect(Object.keys((await loadFromRoot(path)).world).length, path).toBeGreaterThan(0)
    }
  })

  test('are what the demo begins with, unchanged', async () => {
    const { world: demo } = await loadReady('demo')
    const { world } = await loadFromRoot('fixtures/drone-specification.json')
    for (const section of SECTION_NAMES) {
      const own = world[section] ?? []
      expect(demo[section]?.slice(0, own.length) ?? [], section).toEqual(own)
    }
  })
})

describe('the demo', () => {
  test('passes through collections unchanged, in both regions', async () => {
    const { us, ...eu } = (await loadReady('demo')).world
    for (const sections of [eu, us ?? {}]) {
      const back = fromCollections(await toCollections(sections))
      expect(back).toEqual(sections)
      expect(Object.keys(back)).toEqual(Object.keys(sections))
    }
  })

  test('passes through a factory unchanged', async () => {
    const sections: Sections = (await loadReady('demo')).world
    const { models, mapping } = describeModels(sections)
    const own = factory(models)
    toFactory(sections, own, mapping)
    expect(own.requirements?.count()).toBe(sections.requirements?.length)
    expect(fromFactory(own, mapping)).toEqual(
      Object.fromEntries(SECTION_NAMES.map((name) => [name, sections[name]])),
    )
  })
})

const optional = () => nullable<string>(() => null)
const rowNumber = (next: () => number) => primaryKey(next)
type Field = ReturnType<typeof optional> | ReturnType<typeof rowNumber>

/** A model for each section, with a field for each field in use and a number as the primary key. */
function describeModels(sections: Sections) {
  const models: Record<string, Record<string, Field>> = {}
  const mapping: Record<string, unknown> = {}
  for (const section of SECTION_NAMES) {
    let row = 0
    const fields = new Set((sections[section] ?? []).flatMap((entry) => Object.keys(entry)))
    models[section] = {
      row: rowNumber(() => ++row),
      ...Object.fromEntries([...fields].map((name) => [name, optional()])),
    }
    mapping[section] = {
      model: section,
      entry: ({ row: _, ...entry }: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
      values: (entry: object) => ({ ...entry, row: ++row }),
    }
  }
  return { models, mapping: mapping as FactoryMapping }
}
