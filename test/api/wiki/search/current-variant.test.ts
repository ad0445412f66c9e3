/** Issue links and mentions on pages name a space and a key: they are those of the current variant (A38). */
import { beforeEach, describe, expect, test } from 'vitest'
import { demoWith } from '../../../support/client.ts'
import { author, startWiki, done, control, state } from '../author.ts'

beforeEach(() => startWiki())

const current = '/api/applications/101/projects/1001/variants/current/requirements'
const experimental = '/api/applications/101/projects/1001/variants/5002/requirements'
const FLAGS = 'includeJiraIssueLinks=true&includeReferenceLinks=true'
const query = (text: string) => encodeURIComponent(text)

/** Links REQ-003, which both variants have, and lets a page mention it. */
const linkAndMention = async () => {
  await done('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3')
  await control('POST', '/pages', {
    title: 'Mentions',
    spaceKey: 'OPS',
    links: [{ spaceKey: 'ENG', key: 'REQ-003' }],
  })
}
const read = async (path: string) => (await author.client.get(path)).body

describe('the row of another variant', () => {
  test('shows no links of the current one', async () => {
    await linkAndMention()
    const own = await read(`${current}/REQ-003?${FLAGS}`)
    const other = await read(`${experimental}/REQ-003?${FLAGS}`)
    expect([own.jiraIssueLinks.length, own.referenceLinks.length > 0]).toEqual([1, true])
    expect(other).toMatchObject({ id: 6101, jiraIssueLinks: [], referenceLinks: [] })
  })

  test.each(["jira = 'DRN-3'", 'jira IS NOT NULL', "link = 'Mentions'", "project = 'DRN'"])(
    'is not found by %s',
    async (text) => {
      await linkAndMention()
      const keys = async (path: string) =>
        (await read(`${path}?limit=200&query=${query(text)}`)).items.map(({ key }: { key: string }) => key)
      expect(await keys(current)).toContain('REQ-003')
      expect(await keys(experimental)).toEqual([])
    },
  )

  test('does not come with the links when the current one moves', async () => {
    await linkAndMention()
    const moved = await done('PUT', '/requirement2/ENG/REQ-003', { newKey: 'TOP-3' })
    expect(moved.issues).toMatchObject([{ issueKey: 'DRN-3' }])
    expect((await read(`${experimental}/REQ-003?${FLAGS}`)).jiraIssueLinks).toEqual([])
  })
})

describe('moving to a key whose links were left behind', () => {
  const implementers = async () =>
    (await state('issueLink')).filter(
      ({ wiki }) =>
        wiki?.key === 'REQ-004' && wiki.issueKey === 'DRN-1' && wiki.relationship === 'implements',
    )
  const vacate = async (issue: string) => {
    await done('PUT', `/requirement2/ENG/REQ-004/link/issue/${issue}`)
    await done('DELETE', '/requirement2/ENG/REQ-004')
  }

  test('merges a link that is the same, and keeps the record that the tracker shows', async () => {
    await vacate('DRN-1')
    expect(await implementers()).toMatchObject([{ id: expect.any(Number) }])
    const moved = await done('PUT', '/requirement2/ENG/REQ-001', { newKey: 'REQ-004' })
    expect(moved.issues.map(({ issueKey }: { issueKey: string }) => issueKey)).toEqual(['DRN-1', 'DRN-2'])
    expect(await implementers()).toMatchObject([{ id: 40002, tracker: { key: 'REQ-001' } }])
  })

  test('merges in the other direction, too', async () => {
    await done('PUT', '/requirement2/ENG/REQ-004/link/issue/DRN-1')
    await done('DELETE', '/requirement2/ENG/REQ-001')
    const moved = await done('PUT', '/requirement2/ENG/REQ-004', { newKey: 'REQ-001' })
    expect(moved.issues).toHaveLength(2)
    const named = (await state('issueLink')).filter(({ wiki }) => wiki?.issueKey === 'DRN-1')
    expect(named).toMatchObject([{ id: 40002, wiki: { key: 'REQ-001' }, tracker: { key: 'REQ-001' } }])
  })

  test('of two that the tracker shows, one stays in the wiki and the tracker keeps its own', async () => {
    const links = [{ id: 40010, issue: 'DRN-1', requirement: 'ENG/REQ-004', relationship: 'implements' }]
    await startWiki(demoWith({ world: { links } }))
    await done('DELETE', '/requirement2/ENG/REQ-004')
    const moved = await done('PUT', '/requirement2/ENG/REQ-001', { newKey: 'REQ-004' })
    expect(moved.issues).toHaveLength(2)
    const records = await state('issueLink')
    expect(records.find(({ id }) => id === 40010)).toMatchObject({ wiki: { key: 'REQ-004' } })
    expect(records.find(({ id }) => id === 40002)).not.toHaveProperty('wiki')
  })

  test('leaves links of other issues and relationships as they are', async () => {
    await vacate('DRN-5')
    const moved = await done('PUT', '/requirement2/ENG/REQ-001', { newKey: 'REQ-004' })
    const issues = moved.issues.map(({ issueKey }: { issueKey: string }) => issueKey)
    expect(issues.toSorted()).toEqual(['DRN-1', 'DRN-2', 'DRN-5'])
  })
})
