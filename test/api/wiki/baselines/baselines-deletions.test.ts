/** What names a baseline or a page that is deleted, and baselines that would follow themselves. */
import { beforeEach, describe, expect, test } from 'vitest'
import { demoWith, startClient } from '../../../support/client.ts'
import { erasePage, writePage } from '../pages/authoring.ts'
import { client, startDemo } from '../../../support/demo.ts'
import {
  wiki,
  page,
  startRunbook,
  advance,
  create,
  freeze,
  frozen,
  refreeze,
  deleteBaseline,
  change,
  reset,
  baseline,
  copies,
} from './runbook.ts'

const ALL_FIELDS = 'SEARCHQUERY,NAME,PAGEID,PARENTBASELINE,REFREEZEPROPERTIES'

beforeEach(() => startRunbook())

const remove = async (number: number) => expect((await deleteBaseline(number)).status).toBe(204)
/** Sends a baseline back as it was read. */
async function sendBack(number: number) {
  const body = await baseline(number)
  const reply = await client.put(`${wiki}/baseline/OPS/${number}?fields=${ALL_FIELDS}`, body)
  return { before: body, status: reply.status, after: reply.body }
}
const setParent = (number: number, parentBaseline: number) =>
  change(number, 'PARENTBASELINE', { parentBaseline })

test('a baseline is sent back as it is read after its parent was deleted', async () => {
  await create({ name: 'One' })
  await create({ name: 'Two', parentBaseline: 1 })
  await create({ name: 'Three', parentBaseline: 1 })
  await frozen({ name: 'Four', parentBaseline: 2 })
  await remove(1)
  for (const number of [2, 3, 4]) {
    const { before, status, after } = await sendBack(number)
    expect(status).toBe(200)
    expect(after).toEqual(before)
    expect(before.parentBaseline).toBe(number === 4 ? 2 : undefined)
  }
})

test('a refrozen baseline is sent back as it is read after the one that it follows was deleted', async () => {
  await frozen({ name: 'One' })
  await refreeze({ baselineToRefreeze: 1 })
  advance()
  await remove(1)
  const { before, status, after } = await sendBack(2)
  expect([status, after]).toEqual([200, before])
})

test('a baseline is sent back as it is read after its page was deleted, and freezes nothing of it', async () => {
  const other = await writePage(client, {
    title: 'Other',
    spaceKey: 'OPS',
    content: [{ key: 'OPS-9', html: 'Nine' }],
  })
  await create({ name: 'One', pageId: page })
  await create({ name: 'Two', pageId: other })
  await client.post(`${wiki}/baseline/OPS/1/create-instant`, { name: 'Instant', fromCeo: page })
  await reset(3)
  await erasePage(client, page)
  for (const number of [1, 2, 3]) {
    const { before, status, after } = await sendBack(number)
    const { count: _counted, pageCount: _anew, ...kept } = before
    expect(status).toBe(200)
    expect(after).toMatchObject(kept)
    expect(before.pageId).toBe(number === 2 ? other : undefined)
  }
  expect(client.simulator.state('baseline', { name: 'Instant' })[0]?.fromPages).toEqual([])
  await freeze(3)
  advance()
  expect(await copies(3)).toEqual([])
})

test('the configuration of an Excel attachment names no page that was deleted', async () => {
  const excelAttachments = [
    { space: 'ENG', id: 9101, fileName: 'a.xlsx', page: 4002 },
    { space: 'ENG', id: 9102, fileName: 'b.xlsx', page: 4001 },
  ]
  await startDemo(demoWith({ world: { excelAttachments } }))
  const pageOf = async (id: number) => (await client.get(`${wiki}/excel/ENG/${id}/config`)).body.pageId
  expect([await pageOf(9101), await pageOf(9102)]).toEqual([4002, 4001])
  await erasePage(client, 4002)
  expect([await pageOf(9101), await pageOf(9102)]).toEqual([undefined, 4001])
})

describe('baselines that would follow themselves', () => {
  test('are refused over any number of parents, and nothing changes', async () => {
    await create({ name: 'One' })
    await create({ name: 'Two', parentBaseline: 1 })
    await create({ name: 'Three', parentBaseline: 2 })
    for (const parent of [2, 3]) {
      const reply = await setParent(1, parent)
      expect(reply.status).toBe(400)
      expect(reply.body.message).toBe(
        `parentBaseline '${parent}': that baseline follows baseline 1 itself: name one that does not`,
      )
    }
    expect(await baseline(1)).not.toHaveProperty('parentBaseline')
    expect((await setParent(3, 1)).status).toBe(200)
    expect((await setParent(2, 3)).status).toBe(200)
  })

  test('are refused in a scenario', async () => {
    const baselines = [
      { space: 'OPS', number: 1, name: 'One', parent: 3 },
      { space: 'OPS', number: 2, name: 'Two', parent: 1 },
      { space: 'OPS', number: 3, name: 'Three', parent: 2 },
      { space: 'OPS', number: 4, name: 'Four', parent: 3 },
    ]
    const scenario = { name: 'circle', extends: ['demo'], world: { baselines } }
    const message = await startClient({ scenario: scenario as never }).catch((error: Error) => error.message)
    expect(message).toContain('world.baselines[0].parent: baseline 3 follows baseline 1 itself')
    expect(message).toContain('world.baselines[2].parent: baseline 2 follows baseline 3 itself')
    expect(message).not.toContain('baselines[3]')
  })
})
