/** What messages mean that name a requirement or issue as it was called, is called, or never was (service §4.5, §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { applyToTracker } from '../../../../src/model/integration/queues/tracker-side.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { trackerTexts } from '../../../../src/model/records/tracker/tracker.ts'
import { inboundAnswers, trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { variants } from '../../../../src/model/records/wiki/variants.ts'
import { APPLINK, item } from '../../tracker/linking.ts'
import { SERVICE, linker, wiki, done, rename, changeIssue, issuesOf } from './products.ts'
import { startWaiting, queueInWiki, inWiki, sendFromTracker, sendFromWiki, send } from './waiting.ts'
import { WIKI_APPLINK, tableOf, integrating, setMode, inbound } from './world.ts'

beforeEach(async () => {
  await startWaiting()
  setMode('DISABLED')
})

const change = (key: string, changes: object) => wiki('PUT', `/requirement2/ENG/${key}`, changes)
const linkOf = (key: string, issue: string) =>
  `/requirement2/ENG/${key}/link/issue/${issue}?relationship=implements`
const responsesOf = (wanted: string) =>
  [...tableOf(outboundMessages).scan()].flatMap(({ operation, lastResponse }) =>
    operation === wanted && lastResponse !== undefined ? [lastResponse] : [],
  )
const putWikiFace = (id: number, issueKey: string, key: string, baseline?: number) => {
  const frozen = baseline === undefined ? {} : { baseline }
  const view = { applinkId: WIKI_APPLINK, applicationId: 101, spaceKey: 'ENG', key, ...frozen, issueKey }
  tableOf(issueLinks).put({ id, serviceId: SERVICE, wiki: { ...view, relationship: 'implements' } })
}

describe('a message of the tracker', () => {
  test('means what was given the name of another one that has another by now', async () => {
    await rename('REQ-002', 'N2')
    await rename('REQ-001', 'REQ-002')
    expect(await send('ADD_LINK DRN-3 REQ-001 tests')).toEqual(['link added'])
    expect([await issuesOf('ENG/REQ-002'), await issuesOf('ENG/N2')]).toEqual([
      ['implements DRN-1', 'tests DRN-2', 'tests DRN-3'],
      ['implements DRN-2'],
    ])
  })

  test('means what went to another space with the same key, which the tracker shows there', async () => {
    await change('REQ-002', { newSpaceKey: 'OPS' })
    await done('POST', '/issuelinks/DRN-2', [item('REQ-002', { spaceKey: 'OPS' })])
    tableOf(trackerMessages).remove([...tableOf(trackerMessages).scan()].at(-1)?.id ?? 0)
    expect(await send('REMOVE_LINK DRN-2 REQ-002')).toEqual([
      'superseded: the tracker shows the link under another name of the requirement',
    ])
    expect(await issuesOf('OPS/REQ-002')).toEqual(['implements DRN-2'])
  })

  test('about an unknown issue is accepted for any name of the requirement', async () => {
    await rename('REQ-002', 'N2')
    expect(await send('REMOVE_LINK DRN-99 REQ-002')).toEqual(['there was no such link'])
  })

  test('adds no link to a requirement that moved to a key outside current variants', async () => {
    await change('REQ-003', { newSpaceKey: 'OPS' })
    const table = tableOf(variants)
    table.update(5003, { current: false })
    table.insert({ id: 5999, projectContainerId: 1002, name: 'Other', current: true, createdAt: 0 })
    expect(await send('ADD_LINK DRN-3 REQ-003')).toEqual([
      "not added: the wiki no longer has requirement 'ENG/REQ-003'",
    ])
    expect(inWiki()).toContain('LINK_REMOVED DRN-3 REQ-003 implements')
  })
})

describe('a link that the wiki removed', () => {
  test('and made again goes and comes in the tracker, though its issue has another key there', async () => {
    await changeIssue(30001, { key: 'DRN-50' })
    await wiki('DELETE', linkOf('REQ-001', 'DRN-1'))
    await wiki('PUT', linkOf('REQ-001', 'DRN-1'))
    const before = (await linker.history(30001)).length
    setMode('AUTO')
    await sendFromWiki()
    expect((await linker.history(30001)).slice(before)).toEqual([
      'UNLINKED implements ENG/REQ-001',
      'LINKED implements ENG/REQ-001',
    ])
  })

  test.each([undefined, 1])(
    'stays in the tracker where the wiki shows it under the new key of the issue, in baseline %s',
    async (baseline) => {
      const [frozen, now] = baseline === undefined ? [{}, 'N2'] : [{ baseline }, 'REQ-002']
      await done('POST', '/issuelinks/DRN-3', [item('REQ-002', frozen)])
      for (const { id } of inbound()) tableOf(trackerMessages).remove(id)
      await changeIssue(30003, { key: 'DRN-50' })
      queueInWiki(`LINK_REMOVED DRN-3 REQ-002 implements${baseline === undefined ? '' : ' in 1'}`)
      await rename('REQ-002', 'N2')
      putWikiFace(50001, 'DRN-50', now, baseline)
      setMode('AUTO')
      await sendFromWiki('LINK_REMOVED')
      expect(responsesOf('LINK_REMOVED')).toEqual([
        'superseded: the wiki shows the link under another key of the issue',
      ])
    },
  )
})

describe('a link that names an application link of before', () => {
  const OLD = '77777777-8888-4777-8666-555555555555'
  const inTracker = { applinkId: OLD }
  const shown = async (issue: string) =>
    (await done('GET', `/issuelinks/${issue}`)).flatMap(({ key, applinkId, html }: Record<string, string>) =>
      key === 'REQ-003' ? [[applinkId, html]] : [],
    )
  const putText = (applinkId: string, html: string) => {
    const text = { applinkId, spaceKey: 'ENG', key: 'REQ-003', baseline: null, html, refreshedAt: 0 }
    const id = JSON.stringify([applinkId, 'ENG', 'REQ-003', null])
    tableOf(trackerTexts).put({ ...text, id })
  }

  beforeEach(async () => {
    await startWaiting({
      links: [
        { id: 40001, remove: true },
        { id: 41013, issue: 'DRN-3', requirement: 'ENG/REQ-003', inTracker },
        { id: 41014, issue: 'DRN-3', requirement: 'ENG/REQ-004', inTracker },
      ],
    })
    tableOf(applications).update(101, { status: 'DISABLED' })
  })

  test.each([
    [[], undefined],
    [[[OLD, 'of before']], 'of before'],
    [
      [
        [OLD, 'of before'],
        [APPLINK, 'of now'],
      ],
      'of now',
    ],
  ] as const)(
    'comes to name the one of now, with its text where it has none there: %j',
    async (texts, text) => {
      for (const [applinkId, html] of texts) putText(applinkId, html)
      const message = { operation: 'REQUIREMENT_UPDATED', spaceKey: 'ENG', key: 'REQ-003' } as const
      applyToTracker(integrating(), message)
      expect(await shown('DRN-3')).toEqual([[APPLINK, text]])
      expect(tableOf(issueLinks).get(41014)?.tracker?.applinkId).toBe(OLD)
    },
  )
})

describe('the text that the tracker has', () => {
  const textOf = async (issue: string, key: string) =>
    (await done('GET', `/issuelinks/${issue}`)).find((link: { key: string }) => link.key === key)?.html

  test('is read again when the wiki receives a link of the requirement', async () => {
    await done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    await change('REQ-003', { htmlExcerpt: 'Written since.' })
    expect(inWiki()).toEqual([])
    expect(await textOf('DRN-3', 'REQ-003')).not.toBe('Written since.')
    await send()
    expect(await textOf('DRN-3', 'REQ-003')).toBe('Written since.')
  })

  test('is not read again when the wiki receives the removal of a link', async () => {
    await done('DELETE', '/issuelinks/DRN-2', [item('REQ-001', { relationship: 'tests' })])
    await change('REQ-001', { htmlExcerpt: 'Written since.' })
    await send()
    expect(await textOf('DRN-1', 'REQ-001')).not.toBe('Written since.')
    expect(inWiki()).toContain('REQUIREMENT_UPDATED REQ-001')
  })
})

test('keeps a response with another text than the last one, and another status with the same text', async () => {
  const answers = () => tableOf(inboundAnswers).count('service', [SERVICE])
  await send('ADD_LINK DRN-3 REQ-003 tests in 7', 'ADD_LINK DRN-3 REQ-003')
  const before = answers()
  const [failed, done] = [...tableOf(trackerMessages).scan()].slice(-2)
  await sendFromTracker()
  expect(answers()).toBe(before)
  tableOf(trackerMessages).update(failed!.id, { key: 'GONE' })
  await sendFromTracker()
  expect(answers()).toBe(before + 1)
  const changes = { status: 'PENDING', lastResponse: 'the link was there already' } as const
  tableOf(trackerMessages).update(done!.id, changes)
  tableOf(trackerMessages).remove(failed!.id)
  await sendFromTracker()
  expect(answers()).toBe(before + 2)
})
