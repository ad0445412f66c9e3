/** What broke between wiki and tracker, each test named after it (service §4.6, §4.7, §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import type { SimulatorOptions } from '../../../../src/index.ts'
import { repairApplicationLink } from '../../../../src/model/integration/repair/application-link-repair.ts'
import { takeTransitions } from '../../../../src/gateway/exchange/transitions.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { APPLINK, item } from '../../tracker/linking.ts'
import { demoWith } from '../../../support/client.ts'
import {
  SERVICE,
  REPAIR,
  linker,
  startProducts,
  wiki,
  done,
  synchronise,
  setSite,
  rename,
  changeIssue,
} from './products.ts'
import { OLD, simulator, region, integrating, outbound, inbound, textsOf } from './world.ts'

const link = (key: string, issue: string, relationship: string) =>
  `/requirement2/ENG/${key}/link/issue/${issue}?jiraUrl=https://tracker.northwind.test&relationship=${relationship}`

beforeEach(() => start({ scenario: 'demo' }))

const start = async (options: SimulatorOptions) => {
  await startProducts(options)
  synchronise(4)
}
/** The demo world with links in place of those that it has. */
const startWith = (links: object[], projects: object[] = []) =>
  start(demoWith({ world: { links, projects } }))
const waiting = () =>
  [...outbound(), ...inbound()].map((one) => `${one.operation} ${one.status} ${one.lastResponse ?? ''}`)
const responses = () =>
  [...region().table(outboundMessages).range('service', [SERVICE])].map(
    ({ operation, lastResponse }) => `${operation}: ${lastResponse}`,
  )
const discrepancies = async () =>
  (await wiki('GET', REPAIR)).discrepancies.map(
    ({ kind, detail }: Record<string, string>) => `${kind} ${detail}`,
  )
const links = async (issue: string) =>
  (await done('GET', `/issuelinks/${issue}`)).map(({ key, applinkId, html }: Record<string, string>) => ({
    key,
    applinkId,
    read: html !== undefined,
  }))
const linkedNow = { key: 'REQ-003', applinkId: APPLINK, read: true }
const expectAgreement = async () => {
  synchronise(4)
  expect(waiting()).toEqual([])
  expect((await discrepancies()).filter((one: string) => !one.startsWith('LOST_KEY'))).toEqual([])
}

describe('an issue with another key', () => {
  test('keeps a link that only the wiki has, although it was renamed twice before the run', async () => {
    await wiki('PUT', link('REQ-001', 'DRN-3', 'tests'))
    await changeIssue(30003, { key: 'DRN-50' })
    await changeIssue(30003, { key: 'DRN-51' })
    await expectAgreement()
    expect(await linker.shown('DRN-51')).toEqual(['tests ENG/REQ-001'])
    expect(await linker.inWiki('REQ-001')).toContain('tests DRN-51')
  })

  test('keeps a link that the wiki makes and removes under the new key while it shows it under the old one', async () => {
    await startWith([], [{ id: 20002, site: 'tracker', key: 'GND', name: 'Ground' }])
    await changeIssue(30002, { project: 'GND' })
    await wiki('PUT', link('REQ-001', 'GND-1', 'tests'))
    await wiki('DELETE', link('REQ-001', 'GND-1', 'tests'))
    await expectAgreement()
    expect(await linker.shown('GND-1')).toContain('tests ENG/REQ-001')
    expect(await linker.inWiki('REQ-001')).toContain('tests GND-1')
    expect(responses()).toContain(
      'LINK_REMOVED: superseded: the wiki shows the link under another key of the issue',
    )
  })

  test('leaves no message that fails for ever about a link removed on both sides', async () => {
    await wiki('DELETE', link('REQ-001', 'DRN-1', 'implements'))
    await done('DELETE', '/issuelinks/DRN-1', [item('REQ-001')])
    await changeIssue(30001, { key: 'DRN-101' })
    await expectAgreement()
    expect(responses()).toContain('LINK_REMOVED: there was no such link')
  })

  test('leaves no such message about a link that came and went, of a requirement that was deleted', async () => {
    await done('POST', '/issuelinks/DRN-3', [item('REQ-007')])
    await done('DELETE', '/issuelinks/DRN-3', [item('REQ-007')])
    await wiki('DELETE', '/requirement2/ENG/REQ-007')
    await changeIssue(30003, { key: 'DRN-50' })
    await expectAgreement()
    expect(await linker.shown('DRN-50')).toEqual([])
  })

  test('is not taken for the one that has its former key since', async () => {
    await changeIssue(30001, { key: 'DRN-100' })
    await wiki('PUT', link('REQ-003', 'DRN-100', 'tests'))
    await changeIssue(30003, { key: 'DRN-1' })
    await done('POST', '/issuelinks/DRN-1', [item('REQ-003', { relationship: 'tests' })])
    await expectAgreement()
    expect(await linker.inWiki('REQ-003')).toEqual(['tests DRN-100', 'tests DRN-1'])
  })

  test('is not joined with the one that has its former key since', async () => {
    const tests = item('REQ-002', { relationship: 'tests' })
    await done('POST', '/issuelinks/DRN-3', [tests])
    await changeIssue(30003, { key: 'DRN-102' })
    await done('PUT', '/issuelinks/DRN-2?relationship=tests', [tests])
    await changeIssue(30002, { key: 'DRN-3' })
    await expectAgreement()
    expect(await linker.inWiki('REQ-002')).toEqual(expect.arrayContaining(['tests DRN-102', 'tests DRN-3']))
  })

  test('loses its link though another one keeps one under its former key', async () => {
    const tests = item('REQ-004', { relationship: 'tests' })
    await wiki('PUT', link('REQ-004', 'DRN-2', 'tests'))
    await done('POST', '/issuelinks/DRN-4', [tests])
    await done('POST', '/issuelinks/DRN-3', [tests])
    await changeIssue(30004, { key: 'DRN-100' })
    await rename('REQ-004', 'N0')
    await changeIssue(30003, { key: 'DRN-4' })
    await done('DELETE', '/issuelinks/DRN-4', [tests])
    await expectAgreement()
    expect(await linker.inWiki('N0')).toEqual(['tests DRN-2', 'tests DRN-100'])
  })
})

test('a link under the new name of a requirement stays, though the wiki removed it under the old one', async () => {
  await wiki('DELETE', link('REQ-001', 'DRN-2', 'tests'))
  await rename('REQ-001', 'N2')
  await done('POST', '/issuelinks/DRN-2', [item('N2', { relationship: 'tests' })])
  const [added] = await linker.author.state('trackerMessage')
  await done('POST', `/queue/${APPLINK}/messages/${added?.['id']}`)
  await expectAgreement()
  expect(await linker.shown('DRN-2')).toContain('tests ENG/N2')
  expect(await linker.inWiki('N2')).toContain('tests DRN-2')
})

test('a LINK_REMOVED of an issue that never was is done', async () => {
  await wiki('PUT', link('REQ-003', 'DRN-777', 'tests'))
  await wiki('DELETE', link('REQ-003', 'DRN-777', 'tests'))
  await expectAgreement()
  expect(responses()).toContain('LINK_REMOVED: there was no such link')
})

describe('repairing', () => {
  test('is not undone by a RESET_LINKS that waits', async () => {
    await startWith([], [{ id: 20002, site: 'tracker', key: 'GND', name: 'Ground' }])
    const tests = item('REQ-003', { relationship: 'tests' })
    await done('POST', '/issuelinks/DRN-1', [tests])
    await rename('REQ-003', 'N2')
    const [added] = await linker.author.state('trackerMessage')
    await done('POST', `/queue/${APPLINK}/messages/${added?.['id']}`)
    await setSite(101, 'DISABLED')
    await changeIssue(30001, { project: 'GND' })
    await done('PUT', '/issuelinks/GND-1', [tests])
    expect(await wiki('PUT', REPAIR)).toMatchObject({ unreachable: [] })
    await setSite(101, 'ACTIVE')
    await expectAgreement()
    expect(await linker.shown('GND-1')).toEqual(['tests ENG/N2'])
    expect(await linker.inWiki('N2')).toEqual(['tests GND-1'])
  })

  test('keeps the links of an issue with the former key when a renaming arrives late', async () => {
    await done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    await changeIssue(30003, { key: 'DRN-101' })
    await changeIssue(30001, { key: 'DRN-3' })
    expect(await wiki('PUT', REPAIR)).toMatchObject({
      remaining: expect.not.arrayContaining([{ kind: 'DIFFERENT' }]),
    })
    await expectAgreement()
    expect(await linker.inWiki('REQ-001')).toContain('implements DRN-3')
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-101'])
  })

  test('joins messages of the wiki about an issue under its former key', async () => {
    await wiki('PUT', link('REQ-002', 'DRN-2', 'tests'))
    await changeIssue(30002, { key: 'DRN-100' })
    await wiki('PUT', REPAIR)
    await done('DELETE', '/issuelinks/DRN-100', [item('REQ-002', { relationship: 'tests' })])
    await expectAgreement()
    // Both products changed it after the last run: the wiki counts.
    expect(await linker.inWiki('REQ-002')).toEqual(['implements DRN-100', 'tests DRN-100'])
    expect(await linker.shown('DRN-100')).toContain('tests ENG/REQ-002')
  })

  test('keeps the texts while the wiki does not respond', async () => {
    await setSite(101, 'DISABLED')
    await rename('REQ-002', 'N10')
    await wiki('PUT', REPAIR)
    const [text] = textsOf('N10')
    expect(text).toContain('altitude')
    await setSite(101, 'ACTIVE')
    await expectAgreement()
    expect(textsOf('N10')).toEqual([text])
    expect(textsOf('REQ-002')).toEqual([])
  })

  test('reads a text later that could not be read', async () => {
    await startWith([{ id: 41014, issue: 'DRN-4', requirement: 'ENG/REQ-003', faces: 'wiki' }])
    await setSite(101, 'DISABLED')
    await wiki('PUT', REPAIR)
    expect(await links('DRN-4')).toEqual([{ ...linkedNow, read: false }])
    await setSite(101, 'ACTIVE')
    await expectAgreement()
    expect(await links('DRN-4')).toEqual([linkedNow])
  })
})

describe('a link that names an application link of before', () => {
  const inTracker = { applinkId: OLD }
  const wanted = { requirement: 'ENG/REQ-003', relationship: 'tests', inTracker }
  const tests = item('REQ-003', { relationship: 'tests' })
  beforeEach(() =>
    startWith([
      { id: 41013, issue: 'DRN-5', faces: 'tracker', ...wanted },
      { id: 41014, issue: 'DRN-4', ...wanted },
    ]),
  )
  const ofRequirement = async (issue: string) =>
    (await links(issue)).filter(({ key }: { key: string | null }) => key === 'REQ-003')

  test('is there as the world says', async () => {
    expect(await ofRequirement('DRN-4')).toEqual([{ ...linkedNow, applinkId: OLD, read: false }])
  })

  test.each(['POST', 'PUT'])('names the one of now, and has a text, after %s', async (method) => {
    await done(method, '/issuelinks/DRN-4', [tests])
    expect(await ofRequirement('DRN-4')).toEqual([linkedNow])
  })

  test('is healed by a resynchronisation', async () => {
    await done('PUT', '/sync?issues=DRN-5,DRN-4')
    simulator().clock.advance('10s')
    expect(await ofRequirement('DRN-4')).toEqual([linkedNow])
    expect(await ofRequirement('DRN-5')).toEqual([linkedNow])
    await expectAgreement()
    expect(await linker.inWiki('REQ-003')).toEqual(['tests DRN-5', 'tests DRN-4'])
  })

  test('is found and fixed by the repair when the wiki does not show it', async () => {
    expect(await discrepancies()).toContain('MISSING_IN_WIKI only the tracker shows tests ENG/REQ-003')
    await wiki('PUT', REPAIR)
    await expectAgreement()
    expect(await ofRequirement('DRN-5')).toEqual([linkedNow])
  })

  test('follows a renaming and a deletion of its requirement', async () => {
    await rename('REQ-003', 'N3')
    synchronise(4)
    expect(await linker.shown('DRN-4')).toContain('tests ENG/N3')
    await wiki('DELETE', '/requirement2/ENG/N3')
    synchronise(4)
    expect(await linker.shown('DRN-4')).not.toContain('tests ENG/N3')
  })

  test('is deleted by the id that the application link has now', async () => {
    await done('DELETE', '/issuelinks/DRN-5', [tests])
    expect(await ofRequirement('DRN-5')).toEqual([])
  })
})

describe('a renaming that the wiki never received', () => {
  beforeEach(() =>
    startWith([{ id: 41015, issue: 'DRN-5', requirement: 'ENG/REQ-003', inWiki: { issue: 'DRN-77' } }]),
  )

  test.each([
    ['overwriting', 'PUT', '/issuelinks/DRN-5', []],
    ['deleting', 'DELETE', '/issuelinks/DRN-5', [item('REQ-003')]],
  ] as const)('does not keep the link of %s in the wiki', async (_case, method, path, body) => {
    await done(method, path, body)
    await expectAgreement()
    expect(await linker.inWiki('REQ-003')).toEqual([])
  })

  test('leaves the wiki one link when the tracker writes it again', async () => {
    await done('PUT', '/issuelinks/DRN-5', [item('REQ-003')])
    await expectAgreement()
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-5'])
  })

  test('does not take a link of the issue that has the former key', async () => {
    await changeIssue(30004, { key: 'DRN-77' })
    await done('POST', '/issuelinks/DRN-77', [item('REQ-003')])
    await done('DELETE', '/issuelinks/DRN-5', [item('REQ-003')])
    await expectAgreement()
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-77'])
  })
})

test('a message that failed starts over by a step that its machine has when the application link is repaired', async () => {
  const failing = { operation: 'ADD_LINK', spaceKey: 'ENG', key: 'NOPE', issueKey: 'DRN-1' }
  await done('POST', `/queue/${APPLINK}/messages`, [failing])
  synchronise(4)
  expect(waiting()).toEqual(["ADD_LINK FAILED requirement 'ENG/NOPE' does not exist"])
  repairApplicationLink(integrating())
  const retry = { machine: 'queue-message', from: 'FAILED', event: 'RETRY', to: 'PENDING' }
  expect(takeTransitions(simulator().world)).toContainEqual(retry)
  expect(waiting()).toEqual(['ADD_LINK PENDING '])
})

test('a text whose link was added and removed is dropped', async () => {
  await done('POST', '/issuelinks/DRN-4', [item('REQ-003')])
  await done('DELETE', '/issuelinks/DRN-4', [item('REQ-003')])
  await expectAgreement()
  expect(textsOf('REQ-003')).toEqual([])
})

test('a baseline that is deleted while its integration is deleted leaves no link in the tracker once that is back', async () => {
  await done('POST', '/issuelinks/DRN-4', [item('REQ-003', { baseline: 1 })])
  const { applinkId } = await wiki('GET', `/integration/${SERVICE}`)
  await wiki('DELETE', `/integration/${SERVICE}`)
  await wiki('DELETE', '/baseline/ENG/1')
  synchronise(4)
  expect(await linker.shown('DRN-4')).toEqual(['implements ENG/REQ-003 in 1'])
  await wiki('POST', '/integration', { applinkId })
  synchronise(4)
  expect(await linker.shown('DRN-4')).toEqual([])
  expect(
    (await wiki('GET', '/common-queue')).concat(await done('GET', `/queue/${APPLINK}/messages`)),
  ).toEqual([])
})
