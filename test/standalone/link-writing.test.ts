/** Making, changing and taking away links: what the history says, what deleted requirements take, and what stays as it was. */
import { expect, test } from 'vitest'
import { type StandaloneAuthor, startStandaloneAuthor } from '../support/standalone-author.ts'

const WIKI = 'applicationId=101'
interface Link {
  readonly id: number
  readonly type: string
  readonly direction?: string
  readonly requirement?: { readonly key: string; readonly requirementId?: number }
  readonly container?: { readonly pageId: number }
}
const linksOf = async (author: StandaloneAuthor, id: number, token = 'tok-alice', more = '') =>
  (await author.made('GET', `/requirements/${id}/links?${WIKI}${more}`, undefined, { token })).items as Link[]
const start = (world: object) =>
  startStandaloneAuthor({ scenario: { name: 'links', extends: ['demo'], world } as never })

test('what is in a space that the reader may not read is not told', async () => {
  const author = await start({
    pages: [{ id: 4900, space: 'LAB', title: 'Plans', links: ['ENG/SEE-1'] }],
    requirements: [
      { id: 6901, space: 'ENG', key: 'SEE-1', dependencies: [{ relationship: 'needs', to: 'LAB/SEC-001' }] },
      { id: 6902, space: 'LAB', key: 'SEC-002', dependencies: [{ relationship: 'guards', to: 'ENG/SEE-1' }] },
    ],
  })
  const told = async (token: string) =>
    (await linksOf(author, 6901, token)).map(
      ({ type, direction, requirement, container }) =>
        `${[type, direction].join(' ')} ${requirement?.key} ${requirement?.requirementId} ${container?.pageId}`,
    )
  expect((await told('tok-admin')).toSorted()).toEqual([
    'DEPENDENCY FROM SEC-002 6902 undefined',
    'DEPENDENCY TO SEC-001 6201 undefined',
    'REFERENCE  undefined undefined 4900',
  ])
  expect(await told('tok-alice')).toEqual(['DEPENDENCY TO SEC-001 undefined undefined'])
})

test('links that say other things have other ids, two test cases as well', async () => {
  const author = await start({
    testCaseLinks: [
      { requirement: 'ENG/REQ-001', testCase: 'TC-8', status: 'PASS', executedAt: '2026-01-02T14:00:00Z' },
      { requirement: 'ENG/REQ-001', testCase: 'TC-9', status: 'PASS', executedAt: '2026-01-02T15:00:00Z' },
    ],
  })
  const ids = (await linksOf(author, 6001)).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(6)
  expect(new Set(ids).size).toBe(ids.length)
})

test('each link that comes to say something else keeps its own id, and gives it to no other requirement', async () => {
  const author = await startStandaloneAuthor()
  const add = async (id: number, key: string): Promise<number> =>
    (await author.made('POST', `/requirements/${id}/links?${WIKI}`, { type: 'DEPENDENCY', key })).id
  const [first, second] = [await add(6005, 'A-1'), await add(6005, 'A-2')]
  const change = (link: number, key: string) =>
    author.made('PUT', `/requirements/6005/links/${link}?${WIKI}`, { key })
  await change(first, 'B-1')
  await change(second, 'B-2')
  const other = await add(6006, 'B-1')
  const told = async (id: number) =>
    (await linksOf(author, id, 'tok-alice', '&direction=TO')).flatMap(({ id: link, requirement }) =>
      requirement?.key.startsWith('B-') === true ? [`${requirement.key} ${link}`] : [],
    )
  expect((await told(6005)).toSorted()).toEqual([`B-1 ${first}`, `B-2 ${second}`])
  expect(await told(6006)).toEqual([`B-1 ${other}`])
  expect(new Set([first, second, other]).size).toBe(3)
})

test('a relationship of test cases is told for each that requirements have', async () => {
  const author = await startStandaloneAuthor()
  for (const relationship of ['checks', 'proves'])
    await author.made('POST', `/requirements/6005/links?${WIKI}`, {
      type: 'TEST_CASE',
      testCaseKey: `T-${relationship}`,
      relationship,
    })
  const { items } = await author.made('GET', `/relationships?${WIKI}`)
  const testing = (items as { name: string; types: string[] }[]).filter(({ types }) =>
    types.includes('TEST_CASE'),
  )
  expect(testing.map(({ name }) => name)).toEqual(['checks', 'proves', 'tests'])
})
