/** Lists that rename requirements, as a whole: shifts, swaps and any other permutation, in any order of the list. */
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { demoWith } from '../../../support/client.ts'
import { attempt, author, call, control, done, refusal, startWiki, state } from '../author.ts'

const KEYS = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004', 'REQ-005'] as const
type Names = readonly (readonly [key: string, newKey: string])[]

/** The issue of REQ-003 links REQ-004 too, and REQ-005 has no link at all. */
const prepare = async () => {
  await startWiki()
  for (const key of ['REQ-002', 'REQ-003', 'REQ-004'])
    await done('PUT', `/requirement2/ENG/${key}/link/issue/DRN-3?relationship=tests`)
  await done('PUT', '/external-properties/ENG/REQ-004', { key: 'Cost', value: '77', dataType: 'DECIMAL' })
  author.client.simulator.clock.advance('3m')
}
beforeEach(prepare)

const bodyOf = (names: Names) => names.map(([key, newKey]) => ({ key, newKey }))
const OPERATIONS = [
  ['PUT /requirement2/ENG', (names: Names) => done('PUT', '/requirement2/ENG', bodyOf(names))],
  ['PUT /requirement', (names: Names) => done('PUT', '/requirement?spaceKey=ENG', bodyOf(names))],
] as const
const rename = OPERATIONS[0][1]

/** What the wiki and the tracker show of each requirement, by its key, without ids and versions. */
async function everythingShown() {
  const rows = (await state('requirement')).filter(({ status }) => status === 'ACTIVE')
  const links = await state('issueLink')
  const texts = await state('trackerText')
  const tests = await state('testCaseLink')
  const faces = (key: string, view: 'wiki' | 'tracker') =>
    links
      .filter((link) => link[view]?.key === key && (link[view].baseline ?? null) === null)
      .map((link) => `${link[view].issueKey ?? link[view].issueId} ${link[view].relationship}`)
      .toSorted()
  const shown = rows
    .filter(({ spaceKey, variantId }) => spaceKey === 'ENG' && variantId === 5001)
    .map(({ id, key, html, properties, externalProperties, dependencies, pageId }) => ({
      key,
      html,
      properties,
      externalProperties,
      dependencies,
      pageId,
      tests: tests.filter((link) => link.requirementId === id).map((link) => link.testCaseKey),
      wiki: faces(key, 'wiki'),
      tracker: faces(key, 'tracker'),
      text: texts.find((text) => text.key === key && text.baseline === null)?.html,
      whole: links.filter((link) => link.wiki?.key === key && link.tracker?.key === key).length,
    }))
  const pages = (await state('page')).map(({ id, definitions }) => ({ id, definitions }))
  return { shown: shown.toSorted((a, b) => (a.key < b.key ? -1 : 1)), pages }
}
const synchronise = () => author.client.simulator.clock.advance('6m')
const waiting = async () =>
  (await state('outboundMessage')).filter(({ status }: { status: string }) => status !== 'DONE')

/** The same names by way of keys that nobody uses, one requirement a call. */
async function renameOneByOne(names: Names) {
  for (const [key] of names) await done('PUT', `/requirement2/ENG/${key}`, { newKey: `TMP-${key}` })
  for (const [key, newKey] of names) await done('PUT', `/requirement2/ENG/TMP-${key}`, { newKey })
}

describe.each(OPERATIONS)('%s', (_name, send) => {
  test.each([
    ['a shift by one', [0, 1, 2, 3]],
    ['a shift by one, backwards', [3, 2, 1, 0]],
    ['a shift by one, mixed', [2, 0, 3, 1]],
  ])('%s moves every text to the next key', async (_order, order) => {
    const before = await done('GET', '/requirement2/ENG?q=&limit=200')
    const names = order.map((at) => [`REQ-00${at + 1}`, at === 3 ? 'REQ-099' : `REQ-00${at + 2}`] as const)
    const moved = await send(names)
    expect(moved.map(({ key }: { key: string }) => key)).toEqual(names.map(([, newKey]) => newKey))
    for (const [key, newKey] of names) {
      const old = before.results.find((row: { key: string }) => row.key === key)
      expect(await done('GET', `/requirement2/ENG/${newKey}`)).toMatchObject({
        status: 'ACTIVE',
        htmlExcerpt: old.htmlExcerpt,
        properties: old.properties,
        issues: old.issues,
      })
    }
    expect(await done('GET', '/requirement2/ENG/REQ-001')).toMatchObject({
      status: 'MOVED',
      newKey: 'REQ-002',
    })
  })

  test.each([['in one order'], ['in the other order']])('a swap exchanges two texts, %s', async (order) => {
    const names = [
      ['REQ-001', 'REQ-002'],
      ['REQ-002', 'REQ-001'],
    ] as const
    const one = await done('GET', '/requirement2/ENG/REQ-001')
    const two = await done('GET', '/requirement2/ENG/REQ-002')
    await send(order === 'in one order' ? names : names.toReversed())
    expect((await done('GET', '/requirement2/ENG/REQ-001')).htmlExcerpt).toBe(two.htmlExcerpt)
    expect((await done('GET', '/requirement2/ENG/REQ-002')).htmlExcerpt).toBe(one.htmlExcerpt)
    expect((await done('GET', '/requirement2/ENG/REQ-001')).issues).toEqual(two.issues)
    expect((await done('GET', '/requirement2/ENG/REQ-002')).issues).toEqual(one.issues)
  })
})

test('the tracker shows the right texts and links after a swap', async () => {
  await rename([
    ['REQ-002', 'REQ-003'],
    ['REQ-003', 'REQ-002'],
  ])
  const messages = (await waiting()).map(({ key, newKey }) => `${key} → ${newKey}`)
  expect(messages).toEqual(['REQ-002 → REQ-002-swap-1', 'REQ-003 → REQ-002', 'REQ-002-swap-1 → REQ-003'])
  synchronise()
  expect(await waiting()).toEqual([])
  const { shown } = await everythingShown()
  for (const { wiki, whole, html, text } of shown.filter(({ key }) => /REQ-00[23]/.test(key))) {
    expect(whole).toBe(wiki.length)
    expect(text).toBe(html)
  }
})

test('a shift tells the tracker of each key once, the last one first', async () => {
  await rename([
    ['REQ-002', 'REQ-003'],
    ['REQ-003', 'REQ-004'],
    ['REQ-004', 'REQ-044'],
  ])
  const messages = (await waiting()).map(({ key, newKey }) => `${key} → ${newKey}`)
  expect(messages).toEqual(['REQ-004 → REQ-044', 'REQ-003 → REQ-004', 'REQ-002 → REQ-003'])
})

test('a list may write the texts that it moves, and move to another space', async () => {
  await done('PUT', '/requirement2/ENG', [
    { key: 'REQ-001', newSpaceKey: 'OPS', newKey: 'REQ-002' },
    { key: 'REQ-002', newKey: 'REQ-001', htmlExcerpt: '<p>The second.</p>' },
  ])
  expect((await done('GET', '/requirement2/ENG/REQ-001')).htmlExcerpt).toBe('<p>The second.</p>')
  expect(await done('GET', '/requirement2/OPS/REQ-002')).toMatchObject({ status: 'ACTIVE' })
  expect((await control('GET', '/pages/4001')).definitions[0]).toMatchObject({ key: 'REQ-001' })
})

describe('a list is refused as a whole', () => {
  test.each([
    [
      'two requirements get one key',
      [
        ['REQ-001', 'REQ-077'],
        ['REQ-002', 'REQ-077'],
      ],
      "newKey 'REQ-077' is the new key of 'REQ-001' and of 'REQ-002'",
    ],
    [
      'a key is taken by a requirement that keeps it',
      [
        ['REQ-001', 'REQ-002'],
        ['REQ-002', 'REQ-005'],
      ],
      "newKey 'REQ-005' is taken",
    ],
    [
      'a key is taken by one of the list that keeps it',
      [
        ['REQ-001', 'REQ-002'],
        ['REQ-002', 'REQ-002'],
      ],
      "newKey 'REQ-002' is taken",
    ],
  ] as [string, Names, string][])('when %s', async (_name, names, mention) => {
    expect(await attempt('PUT', '/requirement2/ENG', bodyOf(names))).toEqual(refusal(409, mention))
  })
})

test('under the alternative in-order, a list needs its keys free one after the other', async () => {
  await startWiki(demoWith({ config: { assumptions: { A268: 'in-order' } } }))
  const names = [
    ['REQ-001', 'REQ-002'],
    ['REQ-002', 'REQ-099'],
  ] as const
  expect((await call('PUT', '/requirement2/ENG', bodyOf(names))).status).toBe(409)
  expect((await call('PUT', '/requirement2/ENG', bodyOf(names.toReversed()))).status).toBe(200)
})

const permutation = fc
  .record({
    from: fc.shuffledSubarray([...KEYS], { minLength: 1 }),
    spare: fc.subarray(['NEW-1', 'NEW-2'], { maxLength: 2 }),
  })
  .chain(({ from, spare }) =>
    fc
      .shuffledSubarray([...from, ...spare], { minLength: from.length, maxLength: from.length })
      .map((to): Names => from.map((key, at) => [key, to[at] as string] as const)),
  )

test('any list gives what single renames by way of free keys give, in the wiki and in the tracker', async () => {
  await fc.assert(
    fc.asyncProperty(permutation, async (names) => {
      const moved = names.filter(([key, newKey]) => key !== newKey)
      await prepare()
      await rename(names)
      synchronise()
      expect(await waiting()).toEqual([])
      const whole = await everythingShown()
      await prepare()
      await renameOneByOne(moved)
      synchronise()
      expect(whole).toEqual(await everythingShown())
    }),
    { numRuns: 12 },
  )
})
