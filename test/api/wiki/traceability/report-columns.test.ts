/** The columns of the report macro: other names of fields, and what a cell shows of a requirement that has much or nothing. */
import { beforeEach, expect, test } from 'vitest'
import { readColumns } from '../../../../src/model/rich-text/report.ts'
import { type Client, demoWith, startClient } from '../../../support/client.ts'

let client: Client
beforeEach(async () => {
  const needs = (relationship: string, to: string) => ({ relationship, to })
  const world = {
    externalProperties: [
      { site: 'wiki', name: 'Owner', dataType: 'TEXT' },
      { site: 'wiki', name: 'Labels', dataType: 'LIST' },
    ],
    requirements: [
      {
        space: 'ENG',
        key: 'R-1',
        text: 'Much',
        properties: { Colour: 'red', Sizes: ['S', 'M'] },
        external: { Cost: 7, Owner: 'bob', Labels: ['a', 'b'] },
        dependencies: [needs('needs', 'REQ-001'), needs('proves', 'REQ-002'), needs('needs', 'REQ-003')],
      },
      { space: 'ENG', key: 'R-2', text: 'Little', external: { Cost: 8 } },
      { space: 'ENG', key: 'R-3', text: 'Nothing' },
    ],
  }
  client = await startClient(demoWith({ world }))
})

/** The cells of as text, row by row. */
async function cells(columns: string): Promise<string[][]> {
  const query = String(new URLSearchParams({ q: "key ~ 'R-%'", columns }))
  const { body } = await client.get(`/wiki/rest/reqs/1/rte/ENG/report/transform-to-html?${query}`)
  return [...(body.html as string).matchAll(/<tr>(.*?)<\/tr>/g)]
    .slice(1)
    .map(([, row = '']) =>
      [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) =>
        cell.replaceAll('<br>', ', ').replaceAll(/<[^>]*>/g, ''),
      ),
    )
}

test('fields have other names, in any letter case', async () => {
  expect(await cells('Description,spaceKey,SPACE_KEY')).toEqual([
    ['Much', 'ENG', 'ENG'],
    ['Little', 'ENG', 'ENG'],
    ['Nothing', 'ENG', 'ENG'],
  ])
  expect(readColumns(['description', 'spacekey', 'space_key']).map(({ kind }) => kind)).toEqual([
    'text',
    'space',
    'space',
  ])
})

test('properties that a requirement has not leave their cells empty', async () => {
  expect(await cells('@Colour,@Sizes,@Nope')).toEqual([
    ['red', 'S, M', ''],
    ['', '', ''],
    ['', '', ''],
  ])
  expect(await cells('ext@Owner,ext@Labels,ext@Cost,ext@Nope')).toEqual([
    ['bob', 'a, b', '7', ''],
    ['', '', '8', ''],
    ['', '', '', ''],
  ])
})

test('parents are those of the relationship that is named, or all', async () => {
  const [all = [], ...others] = await cells('to@needs,to@proves,to@nope,to')
  expect(all.slice(0, 3)).toEqual(['REQ-001, REQ-003', 'REQ-002', ''])
  expect((all[3] ?? '').split(', ').toSorted()).toEqual(['REQ-001', 'REQ-002', 'REQ-003'])
  expect(others).toEqual([
    ['', '', '', ''],
    ['', '', '', ''],
  ])
})
