/** What is listed of what wiki and tracker disagree on, while messages about it wait (service §4.6). */
import { beforeEach, describe, expect, test } from 'vitest'
import { start, put, queue, LINK, NEARLY } from './repairing.ts'
import { REPAIR, linker, wiki } from '../queues/products.ts'

beforeEach(() => start())

/** `50001 MISSING_IN_WIKI, waiting` */
const listed = async () =>
  (await wiki('GET', REPAIR)).discrepancies.map(
    ({ id, kind, waiting }: { id: number; kind: string; waiting: boolean }) =>
      `${id} ${kind}${waiting ? ', waiting' : ''}`,
  )
const rename = (key: string, newKey: string) => wiki('PUT', `/requirement2/ENG/${key}`, { newKey })
const renameIssue = (id: number, key: string) => linker.author.control('PUT', `/issues/${id}`, { key })
/** A link of both products, so that the tracker is told of renamings. */
const known = () => put(50000, { wiki: 'DRN-4 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })

describe('a link that one product shows is waited for', () => {
  test.each<[string, string, boolean]>([
    [LINK, `ADD_LINK ${LINK}`, true],
    [LINK, 'ADD_LINK DRN-3  REQ-003', true],
    ...NEARLY.map((other) => [LINK, `ADD_LINK ${other}`, false] as [string, string, boolean]),
    ['DRN-3 tests REQ-003', 'ADD_LINK DRN-3 tests REQ-003', true],
    ['DRN-3 tests REQ-003', 'ADD_LINK DRN-3  REQ-003', false],
    [LINK, 'RESET_LINKS DRN-3', true],
    [LINK, 'RESET_LINKS DRN-3 implements', true],
    [LINK, 'RESET_LINKS DRN-3 tests', false],
    [LINK, 'RESET_LINKS DRN-4', false],
    [LINK, `LINK_REMOVED ${LINK}`, true],
    ...NEARLY.map((other) => [LINK, `LINK_REMOVED ${other}`, false] as [string, string, boolean]),
  ])('%s, of which %s tells: %s', async (link, message, waits) => {
    queue(message)
    const mark = waits ? ', waiting' : ''
    put(50001, { tracker: link })
    expect(await listed()).toEqual([`50001 MISSING_IN_WIKI${mark}`])
    put(50001, { wiki: link })
    expect(await listed()).toEqual([`50001 MISSING_IN_TRACKER${mark}`])
  })

  test('by the current key of its issue, which the wiki has not received', async () => {
    put(50001, { wiki: LINK })
    await renameIssue(30003, 'DRN-50')
    expect(await listed()).toEqual(['50001 MISSING_IN_TRACKER'])
    queue('RESET_LINKS DRN-50')
    expect(await listed()).toEqual(['50001 MISSING_IN_TRACKER, waiting'])
  })

  test('and one to a copy is not for what waits about a copy of another name', async () => {
    known()
    queue(`LINK_REMOVED ${LINK} in 1`)
    await rename('REQ-003', 'N3')
    put(50001, { tracker: 'DRN-3 implements N3 in 1' })
    expect(await listed()).toContain('50001 UNKNOWN_REQUIREMENT')
  })
})

test('a link of the tracker to a requirement that was renamed means that one, and one to a copy the copy', async () => {
  known()
  put(50001, { tracker: LINK })
  put(50002, { tracker: `${LINK} in 1` })
  await rename('REQ-003', 'N3')
  expect(await listed()).toEqual(['50000 DIFFERENT', '50001 MISSING_IN_WIKI', '50002 MISSING_IN_WIKI'])
})
