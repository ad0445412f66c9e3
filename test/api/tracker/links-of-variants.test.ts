/** What the tracker links while the wiki changes the current variant (A137, A207). */
import { expect, test } from 'vitest'
import { APPLINK, item, startLinker } from './linking.ts'

test('a link to a key that the new current variant lacks goes from both products', async () => {
  const linker = await startLinker()
  await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-011')])
  const { client } = linker.author
  const url = '/api/variants/5002?applicationId=101'
  expect((await client.put(url, { current: true })).status).toBe(200)
  client.simulator.clock.advance('12m')
  expect(await linker.shown('DRN-3')).toEqual([])
  expect(await linker.waiting()).toEqual([])
  const repair = await client.get('/wiki/rest/reqs/1/repair/trackerlinks', { token: 'tok-admin' })
  expect(repair.body.discrepancies.filter(({ kind }: { kind: string }) => kind !== 'LOST_KEY')).toEqual([])
})

test('a link to a key of a variant that was deleted meanwhile goes from both products', async () => {
  const linker = await startLinker()
  const { client } = linker.author
  const makeCurrent = (id: number) => client.put(`/api/variants/${id}?applicationId=101`, { current: true })
  await makeCurrent(5002)
  await linker.done('POST', '/issuelinks/DRN-3', [item('EXP-001')])
  await makeCurrent(5001)
  expect((await client.delete('/api/variants/5002?applicationId=101')).status).toBe(204)
  client.simulator.clock.advance('12m')
  expect(await linker.shown('DRN-3')).toEqual([])
  expect(await linker.waiting()).toEqual([])
})

test('a link to a renamed requirement stays, although a message about its deletion arrives late', async () => {
  const linker = await startLinker()
  const { client } = linker.author
  const makeCurrent = (id: number) => client.put(`/api/variants/${id}?applicationId=101`, { current: true })
  await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-002', { relationship: 'tests' })])
  await makeCurrent(5002)
  await makeCurrent(5001)
  const renaming = { token: 'tok-admin', body: { newKey: 'NEW-3' } }
  await client.call('PUT', '/wiki/rest/reqs/1/requirement2/ENG/REQ-002', renaming)
  client.simulator.faults.add({ queue: 'outbound', messageOperation: 'REQUIREMENT_DELETED', times: 2 })
  client.simulator.clock.advance('12m')
  expect(await linker.shown('DRN-3')).toContain('tests ENG/NEW-3')
  expect(await linker.inWiki('NEW-3')).toContain('tests DRN-3')
})

test('a link is sent under its new name before the message about another requirement of that name', async () => {
  const linker = await startLinker()
  const { client } = linker.author
  await client.put('/api/variants/5002?applicationId=101', { current: true })
  await linker.done('POST', '/issuelinks/DRN-1', [item('REQ-003', { relationship: 'tests' })])
  const renaming = { token: 'tok-admin', body: { newKey: 'REQ-001' } }
  await client.call('PUT', '/wiki/rest/reqs/1/requirement2/ENG/REQ-003', renaming)
  await linker.done('POST', `/queue/${APPLINK}/messages/1`)
  client.simulator.clock.advance('12m')
  expect(await linker.shown('DRN-1')).toContain('tests ENG/REQ-001')
  expect(await linker.shown('DRN-1')).not.toContain('tests ENG/REQ-003')
})
