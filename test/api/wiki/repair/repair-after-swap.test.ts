/** What repairing makes of links whose requirements exchanged their keys (service §4.6). */
import { expect, test } from 'vitest'
import { item, startLinker } from '../../tracker/linking.ts'

const REPAIR = '/repair/trackerlinks'
const QUEUE = '/integration/svc-0001-demo/queue/outbound'

test('links of requirements that swapped keys are no discrepancies, and are not dropped', async () => {
  const linker = await startLinker()
  const { wiki } = linker
  linker.synchronise()
  for (const key of ['REQ-001', 'REQ-002'])
    await linker.done('POST', '/issuelinks/DRN-5', [item(key, { relationship: 'tests' })])
  linker.synchronise()
  await wiki('DELETE', REPAIR)
  const before = linker.faces()
  expect(before.wiki).toEqual(before.tracker)
  for (const [key, newKey] of [
    ['REQ-001', 'SPARE'],
    ['REQ-002', 'REQ-001'],
    ['SPARE', 'REQ-002'],
  ])
    await wiki('PUT', `/requirement2/ENG/${key}`, { newKey })
  for (const { id } of await wiki('GET', QUEUE)) await wiki('DELETE', `${QUEUE}/${id}`)
  // The wiki moved all links along; those of issue DRN-5 look as before.
  const ofIssue = (faces: string[]) => faces.filter((view) => view.includes('DRN-5'))
  expect(ofIssue(linker.faces().wiki)).toEqual(ofIssue(before.wiki))
  const { discrepancies } = await wiki('GET', REPAIR)
  expect(discrepancies.filter(({ detail }: { detail: string }) => detail.includes('DRN-5'))).toEqual([])
  await wiki('DELETE', REPAIR)
  expect(await linker.shown('DRN-5')).toEqual(
    expect.arrayContaining(['tests ENG/REQ-001', 'tests ENG/REQ-002']),
  )
  const after = linker.faces()
  expect(after.wiki).toEqual(after.tracker)
  expect(ofIssue(after.wiki)).toEqual(ofIssue(before.wiki))
})

test('links of requirements with waiting renamings are not confused when they are dropped', async () => {
  const linker = await startLinker()
  const { wiki } = linker
  for (const key of ['REQ-002', 'REQ-005']) await linker.done('POST', '/issuelinks/DRN-5', [item(key)])
  linker.synchronise()
  await wiki('PUT', REPAIR, {})
  await wiki('PUT', '/requirement2/ENG', [
    { key: 'REQ-002', newKey: 'NEW-1' },
    { key: 'REQ-005', newKey: 'REQ-002' },
  ])
  await wiki('DELETE', REPAIR)
  for (let run = 0; run < 3; run++) linker.synchronise()
  expect(linker.faces().wiki).toEqual(linker.faces().tracker)
})

test('a repair sends no renaming before the message about its new key', async () => {
  const linker = await startLinker()
  const { wiki } = linker
  linker.synchronise()
  await linker.done('POST', '/issuelinks/DRN-4', [item('REQ-002'), item('REQ-007')])
  const { faults } = linker.author.client.simulator
  faults.add({ queue: 'outbound', answer: 'NONE' })
  await wiki('DELETE', '/requirement2/ENG/REQ-002')
  linker.synchronise()
  await wiki('PUT', '/requirement2/ENG/REQ-007', { newKey: 'REQ-002' })
  await wiki('PUT', REPAIR, {})
  faults.clear()
  for (let run = 0; run < 3; run++) linker.synchronise()
  expect(await linker.shown('DRN-4')).toEqual(['implements ENG/REQ-002'])
  expect(linker.faces().wiki).toEqual(linker.faces().tracker)
})
