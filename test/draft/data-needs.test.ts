// A draft of needs.json, the export of sphinx-needs.

import { describe, expect, test } from 'vitest'
import { makeDrafting, pagesOf } from './drafting.ts'

const { draft, refusal } = makeDrafting()

const exported = (needs: object, schema?: object) => ({
  created: '2026-07-03T11:54:42',
  current_version: '1.0',
  project: 'Brake System',
  versions: {
    '1.0': {
      creator: { program: 'sphinx_needs', version: '6.3.0' },
      needs,
      needs_amount: Object.keys(needs).length,
      ...(schema === undefined ? {} : { needs_schema: { properties: schema } }),
    },
  },
})

describe('needs.json', () => {
  test('gives requirements with text, properties, links and the pages above them', async () => {
    const { drafted, requirements, gaps } = await draft(
      'needs.json',
      exported({
        REQ_1: {
          id: 'REQ_1',
          type: 'req',
          title: 'Brake force',
          content: 'At least 5 kN < 9 kN',
          status: 'open',
          tags: ['safety', 'front'],
          docname: 'brakes/index',
          sections: ['Force', 'Brakes'],
          links: [],
          priority: 3,
        },
        SPEC_1: { id: 'SPEC_1', type: 'spec', title: 'Caliper', docname: 'brakes/index', links: ['REQ_1'] },
      }),
    )
    expect(gaps).toEqual([])
    expect(drafted.world.spaces).toEqual([
      { site: 'wiki', key: 'BRAKESYSTEM', name: 'Brake System', grants: { edit: ['author'] } },
    ])
    expect(requirements).toMatchObject([
      {
        key: 'REQ_1',
        text: 'At least 5 kN < 9 kN',
        properties: {
          type: 'req',
          title: 'Brake force',
          status: 'open',
          tags: ['safety', 'front'],
          priority: 3,
        },
      },
      { key: 'SPEC_1', text: 'Caliper', dependencies: [{ relationship: 'links', to: 'REQ_1' }] },
    ])
    expect(pagesOf(drafted, 'REQ_1')).toEqual(['brakes/index', 'Brakes', 'Force'])
    expect(pagesOf(drafted, 'SPEC_1')).toEqual(['brakes/index'])
  })

  test('says by its schema which fields are links and which sphinx-needs derives', async () => {
    const { requirements, gaps } = await draft(
      'needs.json',
      exported(
        {
          A: { id: 'A', title: 'a', blocks: ['B'], blocks_back: ['B'], lineno: 12, owners: ['B'] },
          B: { id: 'B', title: 'b' },
        },
        {
          blocks: { field_type: 'links' },
          blocks_back: { field_type: 'backlinks' },
          lineno: { field_type: 'core' },
          owners: { field_type: 'extra' },
        },
      ),
    )
    expect(requirements[0]).toMatchObject({
      properties: { owners: ['B'] },
      dependencies: [{ relationship: 'blocks', to: 'B' }],
    })
    expect(gaps).toEqual([
      "needs.json: all needs: sphinx-needs derives these fields, so they are no properties: 'blocks_back', 'lineno'",
    ])
  })

  test('without a schema has links where a list holds nothing but ids', async () => {
    const { requirements } = await draft(
      'needs.json',
      exported({
        A: { id: 'A', title: 'a', derives: ['B'], derives_back: ['B'], names: ['B', 'other'] },
        B: { id: 'B', title: 'b', derives: [] },
      }),
    )
    expect(requirements[0]).toMatchObject({
      properties: { names: ['B', 'other'] },
      dependencies: [{ relationship: 'derives', to: 'B' }],
    })
  })

  test('lists a link to a need that is missing, with the place and a line for it', async () => {
    const { requirements, gaps, lines } = await draft(
      'needs.json',
      exported({
        A: { id: 'A', title: 'a', links: ['GONE', 'B.2', 'B[status=="open"]'] },
        B: { id: 'B', title: 'b' },
      }),
    )
    expect(gaps).toEqual([
      "needs.json: need 'A': 'links' names a part, 'B.2': the draft names the need 'B'",
      "needs.json: need 'A': 'links' names 'GONE', which is in none of the files: the draft keeps the dependency; add the requirement, or remove the link",
    ])
    expect(lines).toEqual(['world: { requirements: [{ space: BRAKESYSTEM, key: GONE, text: "" }] }'])
    expect(requirements[0]?.dependencies?.map(({ to }) => to)).toEqual(['GONE', 'B'])
  })

  test('has its current version drafted, and the others listed', async () => {
    const { gaps, requirements } = await draft('needs.json', {
      current_version: '2',
      versions: {
        '1': { needs: { OLD: { id: 'OLD' } } },
        '2': { needs: { NEW: { id: 'NEW', title: 'new' } } },
      },
    })
    expect(requirements.map(({ key }) => key)).toEqual(['NEW'])
    expect(gaps).toEqual([
      "needs.json: version '1': the draft has the current version '2' alone; to draft another, change current_version",
    ])
  })

  test.for([
    ['no version', { versions: {} }, 'versions: is empty: build the documents with needs, then export again'],
    [
      'no current version among several',
      { current_version: '3', versions: { '1': { needs: {} }, '2': { needs: {} } } },
      "current_version: must be one of the versions '1', '2'",
    ],
    [
      'a version that is text',
      { current_version: '1', versions: { '1': 'x' } },
      'versions.1: must be an object with needs',
    ],
    [
      'needs that are a list',
      { current_version: '1', versions: { '1': { needs: [] } } },
      'versions.1.needs: must be an object with the needs by id',
    ],
    [
      'a need that is text',
      { current_version: '1', versions: { '1': { needs: { A: 'x' } } } },
      'versions.1.needs.A: must be an object, the fields of a need',
    ],
  ] as const)('is refused with %s', async ([, content, message]) => {
    expect(await refusal({ 'needs.json': content })).toBe(`'needs.json': ${message}`)
  })

  test('without a need that can be drafted is refused', async () => {
    expect(await refusal({ 'needs.json': exported({}) })).toBe(
      "'needs.json' has no requirement that can be drafted: export some",
    )
    expect(await refusal({ 'needs.json': exported({ A: { id: 'A', is_external: true } }) })).toBe(
      "'needs.json' has no requirement that can be drafted: need 'A': it is a need of another project: draft the needs.json of that project",
    )
  })
})
