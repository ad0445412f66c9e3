// A draft of files with requirements: what they are, what of them is kept, and what they may not do.

import { describe, expect, test } from 'vitest'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { browserArchive } from '../replay/replaying.ts'
import { makeDrafting } from './drafting.ts'

const { write, draft, refusal } = makeDrafting()

const needs = (content: object) => ({
  current_version: '1',
  project: 'P',
  versions: { '1': { needs: content } },
})
const rows = 'Key,Text\nA,a\n'

describe('a draft of requirements', () => {
  test('is a scenario whose author reads them from the service, with escaped texts', async () => {
    const { out } = await draft('a.csv', 'Key,Text,Owner,Links\nA,<b>&,"<i>",\nB,b,,A\n', '--space', 'ENG')
    const simulator = await createSimulator({ scenario: await loadScenarioFile(out) })
    const response = await simulator.fetch('http://wiki.sim/rest/reqs/1/requirement2/ENG/A', {
      headers: { authorization: 'Bearer placeholder-author' },
    })
    expect(response.status).toBe(200)
    expect(JSON.stringify(await response.json())).toContain('&lt;b&gt;&amp;')
    expect(simulator.state('requirement', { key: 'A' })[0]).toMatchObject({
      html: '&lt;b&gt;&amp;',
      properties: [{ key: 'Owner', value: '&lt;i&gt;' }],
    })
  })

  test('recognises its files by what they hold', async () => {
    const { requirements } = await draft('data.txt', needs({ A: { id: 'A', title: 'a' } }))
    expect(requirements).toMatchObject([{ key: 'A', text: 'a' }])
  })

  test('prints what was drafted and left out', async () => {
    const { gaps } = await draft('b.csv', 'Key,Text\nA,a\n,b\n')
    expect(gaps).toEqual(["b.csv: row 3: it has no key in column 'Key': give it one"])
  })
})

describe('a key', () => {
  test('that the service refuses is listed with the correction, and a line with a better one', async () => {
    const { requirements, gaps, lines } = await draft(
      'a.csv',
      'Key,Text,Links\nA b/c,x,\nA,y,A b/c\n',
      '--space',
      'ENG',
    )
    expect(requirements.map(({ key }) => key)).toEqual(['A'])
    expect(requirements[0]).not.toHaveProperty('dependencies')
    expect(gaps).toEqual([
      "a.csv: row 2: key 'A b/c': a key is made of letters, digits, '_', '-' and '.'",
      "a.csv: row 3: 'Links' names 'A b/c', a key that the draft leaves out: see a.csv: row 2",
    ])
    expect(lines).toEqual(['world: { requirements: [{ space: ENG, key: A-b-c, page: 1, text: x }] }'])
  })

  test('that another requirement takes further on is not proposed', async () => {
    const { lines, requirements } = await draft('a.csv', 'Key,Text\nA b,x\nA-b,y\n')
    expect(lines).toEqual([])
    expect(requirements.map(({ key }) => key)).toEqual(['A-b'])
  })
})

describe('a hostile file', () => {
  test('cannot reach the prototypes of objects', async () => {
    const text = `{"current_version":"1","versions":{"1":{"needs":{
      "__proto__":{"id":"__proto__","title":"p","__proto__":"polluted","constructor":"c","toString":"t"},
      "B":{"id":"B","title":"b","links":["constructor","__proto__"],"prototype":{"polluted":true}}}}}}`
    const { requirements, gaps } = await draft('needs.json', text)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(requirements).toMatchObject([
      { key: '__proto__', properties: { constructor: 'c', toString: 't' } },
      { key: 'B' },
    ])
    expect(requirements[1]?.dependencies?.map(({ to }) => to)).toEqual(['constructor', '__proto__'])
    expect(gaps).toEqual([
      "needs.json: need '__proto__': property '__proto__': objects of JavaScript have it already: rename it",
      "needs.json: need 'B': property 'prototype' is an object: a property is a text, a number, true or false, or a list of these",
      "needs.json: need 'B': 'links' names 'constructor', which is in none of the files: the draft keeps the dependency; add the requirement, or remove the link",
    ])
  })

  test('brings no credential into the draft', async () => {
    const { text, gaps } = await draft(
      'a.csv',
      'Key,Text,Api Key,Password,Note\nA,See https://ann:hunter22@intra.example/,k-123456,hunter33,password=hunter44\n',
    )
    for (const secret of ['hunter22', 'hunter33', 'hunter44', 'k-123456']) {
      expect(text).not.toContain(secret)
      expect(gaps.join()).not.toContain(secret)
    }
    expect(gaps).toHaveLength(4)
  })

  test('has values that no property can have listed', async () => {
    const { requirements, gaps } = await draft(
      'needs.json',
      needs({
        A: {
          id: 'A',
          title: 'x\u0000y\ud800',
          content: 'z'.repeat(100_001),
          many: Array.from({ length: 1001 }, String),
          nested: [['x']],
          ' padded ': 'p',
          padded: 'q',
          ['n'.repeat(256)]: 'long',
        },
      }),
    )
    expect(requirements).toMatchObject([{ key: 'A', text: '', properties: { title: 'xy', padded: 'p' } }])
    expect(gaps.map((gap) => gap.replace("needs.json: need 'A': ", '').replace(/n{20,}…?/, 'n…'))).toEqual([
      'the text has 100001 characters, more than the maximum of 100000: shorten it',
      "property 'title' has control characters, which the draft leaves out",
      "property 'many' has 1001 values, more than the maximum of 1000",
      "property 'nested' is a list of other values: a property is a text, a number, true or false, or a list of these",
      "property 'padded': it is there twice: rename one",
      "property 'n…': a name has at most 255 characters",
    ])
  })

  test.for([
    [
      'is nested too deeply',
      `{"versions":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'its JSON has more levels than a draft reads: the maximum is 200',
    ],
    [
      'repeats a field',
      '{"versions":{"1":{"needs":{"A":{},"A":{}}}}}',
      'field versions.1.needs.A: is there twice, and only the last would count: remove or rename one',
    ],
    [
      'is damaged',
      '{"versions":{"1":}}',
      "its JSON is damaged: line 1, column 18: expected a value, not '}'",
    ],
    [
      'is JSON of something else',
      '{"a":1}',
      "it is JSON without 'log', 'versions' or 'DOCUMENTS': a draft reads an HTTP Archive, CSV, XLSX, ReqIF, needs.json of sphinx-needs, or the JSON export of StrictDoc",
    ],
    [
      'is markup of something else',
      '<html></html>',
      'it is markup, and not ReqIF: a draft reads an HTTP Archive, CSV, XLSX, ReqIF, needs.json of sphinx-needs, or the JSON export of StrictDoc',
    ],
  ] as const)('that %s is refused', async ([, content, message]) => {
    expect(await refusal({ 'a.json': content })).toBe(`'a.json': ${message}`)
  })

  test('with more than 100,000 requirements is refused', async () => {
    const many: Record<string, object> = {}
    for (let number = 0; number <= 100_000; number++) many[`R${number}`] = {}
    expect(await refusal({ 'needs.json': needs(many) })).toBe(
      "'needs.json': the data has more than 100000 requirements: the maximum is that",
    )
  })

  test('whose draft would be longer than a scenario may be is refused', async () => {
    const many: Record<string, object> = {}
    for (let number = 0; number < 180; number++) many[`R${number}`] = { content: 'x '.repeat(49_000) }
    expect(await refusal({ 'needs.json': needs(many) })).toMatch(
      /^'needs.json': the draft would have \d+ characters, more than the 16777216 of a scenario: draft fewer files, or parts of them$/,
    )
  })
})

describe('several files', () => {
  test('of one kind are one draft, and a key counts once', async () => {
    const { requirements, gaps } = await draft(
      'a.csv',
      rows,
      write('b.csv', 'Key,Text,Links\nB,b,A\nA,again,\n'),
    )
    expect(requirements.map(({ key, page }) => [key, page])).toEqual([
      ['A', 1],
      ['B', 2],
    ])
    expect(gaps).toEqual(["b.csv: row 3: key 'A': it is the key of a.csv: row 2, too; change one"])
  })

  test('are refused if one of them is', async () => {
    expect(await refusal({ 'a.csv': rows, 'b.csv': 'Name\nx\n' })).toContain(
      "'b.csv': the header: has no column of keys",
    )
  })

  test('of different kinds are refused', async () => {
    expect(await refusal({ 'a.csv': rows, 'needs.json': needs({ A: {} }) })).toBe(
      "'a.csv' is CSV, and 'needs.json' is needs.json: draft files of one kind at a time",
    )
    expect(await refusal({ 'a.csv': rows, 'b.har': browserArchive([]) })).toBe(
      "'a.csv' is CSV, and 'b.har' is a recording: draft files of one kind at a time",
    )
  })
})

describe('a flag', () => {
  test('of recordings is refused for requirements, and of requirements for recordings', async () => {
    expect(await refusal({ 'a.csv': rows }, '--min-share', '90')).toBe(
      "--min-share is for recordings, and 'a.csv' is CSV: leave it out",
    )
    expect(await refusal({ 'a.csv': rows }, '--base', 'wiki=http://a.test')).toBe(
      "--base is for recordings, and 'a.csv' is CSV: leave it out",
    )
    expect(await refusal({ 'a.har': browserArchive([]) }, '--space', 'ENG')).toBe(
      '--space is for files with requirements: recordings show the keys of their spaces',
    )
  })

  test('with a key that no space has is refused', async () => {
    expect(await refusal({ 'a.csv': rows }, '--space', 'E N')).toContain(
      'The key of a space has 1 to 50 letters and digits, such as ENG.',
    )
  })
})
