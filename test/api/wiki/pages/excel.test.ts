import { beforeEach, describe, expect, test } from 'vitest'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { client, startDemo, tableOf, refused } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const attachment = '/wiki/rest/reqs/1/excel/ENG/9001'
const state = (body: unknown, token = 'tok-alice') =>
  client.post(
    `${attachment}/config/integrationState`,
    typeof body === 'string' ? JSON.stringify(body) : body,
    {
      token,
    },
  )
async function imported(query = 'excel = 9001'): Promise<{ key: string; htmlNeedsUpdating: boolean }[]> {
  return (await client.get(`/wiki/rest/reqs/1/requirement2/ENG?q=${encodeURIComponent(query)}`)).body.results
}

describe('the configuration of an Excel attachment', () => {
  test('shows columns, state and how many requirements came from it', async () => {
    const { body } = await client.get(`${attachment}/config`, { token: 'tok-bob' })
    expect(body).toMatchObject({ attachmentId: 9001, spaceKey: 'ENG', integrationState: 'INTEGRATED' })
    expect(body.columns.map(({ role }: { role: string }) => role)).toContain('KEY')
    expect(body.requirementCount).toBe((await imported()).length)
    expect(body.requirementCount).toBeGreaterThan(0)
  })

  test('is found in its own space only', async () => {
    for (const path of ['OPS/9001', 'ENG/9002', 'ENG/9007199254740993', 'NONE/9001'])
      expect((await client.get(`/wiki/rest/reqs/1/excel/${path}/config`)).status, path).toBe(404)
    expect((await client.get('/wiki/rest/reqs/1/excel/ENG/9002/config')).body.message).toBe(
      "attachmentId: no Excel attachment '9002' in space 'ENG'",
    )
  })

  test('counts what is ACTIVE in the current variant', async () => {
    const count = async () => (await client.get(`${attachment}/config`)).body.requirementCount
    const [first, second] = (await imported()).map(({ key }) => key)
    const before = await count()
    expect((await client.delete(`/wiki/rest/reqs/1/requirement2/ENG/${first}`)).status).toBe(204)
    expect(await count()).toBe(before - 1)
    const table = tableOf(requirements)
    const [row] = client.simulator.state('requirement', { key: second as string })
    table.insert({ ...table.get(row?.id as number)!, id: 99_001, variantId: 5002 })
    expect(await count()).toBe(before - 1)
  })
})

describe('the state of integration', () => {
  test('goes from INTEGRATED to PAUSED and back; reading anew flags requirements until the page is viewed', async () => {
    expect((await state('PAUSED')).body).toMatchObject({ integrationState: 'PAUSED' })
    expect((await imported()).some(({ htmlNeedsUpdating }) => htmlNeedsUpdating)).toBe(false)
    const resumed = await state({ integrationState: 'INTEGRATED' })
    expect(resumed.body).toMatchObject({ integrationState: 'INTEGRATED' })
    expect((await imported()).every(({ htmlNeedsUpdating }) => htmlNeedsUpdating)).toBe(true)
    const { key } = (await imported())[0] as { key: string }
    const history = await client.get(`/wiki/rest/reqs/1/misc/ENG/history?reqs=${key}`)
    expect(history.body[0].events.at(-1)).toMatchObject({ event: 'REINDEXED', by: 'alice' })
    await client.get(`/wiki/rest/reqs/1/misc/ENG/${resumed.body.pageId}`)
    expect((await imported()).some(({ htmlNeedsUpdating }) => htmlNeedsUpdating)).toBe(false)
  })

  test('flags what has a page and is not flagged yet', async () => {
    await state('PAUSED')
    const table = tableOf(requirements)
    const [other, flagged] = (await imported()).map(({ key }) => {
      const [row] = client.simulator.state('requirement', { key })
      return row?.id as number
    }) as [number, number]
    table.update(flagged, { htmlNeedsUpdating: true })
    const { pageId: _none, ...row } = table.get(other)!
    const bare = table.insert({ ...row, id: 99_001, key: 'REQ-901' }).id
    const eventsOf = (id: number) =>
      client.simulator
        .state('historyEntry', { requirementId: id })
        .filter(({ event }) => event === 'REINDEXED')
    await state('INTEGRATED')
    expect([bare, flagged, other].map((id) => table.get(id)?.htmlNeedsUpdating)).toEqual([false, true, true])
    expect([eventsOf(bare), eventsOf(flagged), eventsOf(other)].map(({ length }) => length)).toEqual([
      0, 0, 1,
    ])
  })

  test('is what its machine says', async () => {
    const { body } = await client.get('/_sim/machines/excel-attachment', { token: null })
    const excerpts =
      "its requirements are flagged 'needs excerpt' and gathered at the next view of their page"
    const effects = 'its requirements stay and no longer name the attachment'
    expect(body).toMatchObject({
      states: ['NOT_INTEGRATED', 'INTEGRATED', 'PAUSED'],
      events: ['integrate', 'pause', 'disconnect', 'delete'],
    })
    expect(body.transitions).toEqual([
      { from: 'NOT_INTEGRATED', event: 'integrate', to: 'INTEGRATED', effects: excerpts },
      { from: 'PAUSED', event: 'integrate', to: 'INTEGRATED', effects: excerpts },
      { from: 'INTEGRATED', event: 'pause', to: 'PAUSED' },
      { from: 'INTEGRATED', event: 'disconnect', to: 'NOT_INTEGRATED' },
      { from: 'PAUSED', event: 'disconnect', to: 'NOT_INTEGRATED' },
      { from: 'NOT_INTEGRATED', event: 'delete', to: 'none', effects },
      { from: 'INTEGRATED', event: 'delete', to: 'none', effects },
      { from: 'PAUSED', event: 'delete', to: 'none', effects },
    ])
    await state('PAUSED')
    expect((await state('PAUSED')).body.message).toBe(
      "Excel attachment '9001' is PAUSED and cannot become PAUSED: it can become INTEGRATED, become NOT_INTEGRATED or be deleted",
    )
    expect((await state('NOT_INTEGRATED')).status).toBe(200)
    expect((await state('PAUSED')).body.message).toBe(
      "Excel attachment '9001' is NOT_INTEGRATED and cannot become PAUSED: it can become INTEGRATED or be deleted",
    )
  })

  test('refuses what its state does not lead to', async () => {
    expect((await state('INTEGRATED')).status).toBe(409)
    expect((await state('NOT_INTEGRATED')).status).toBe(200)
    const paused = await state('PAUSED')
    expect(paused).toMatchObject(refused(409, 'NOT_INTEGRATED'))
    const headers = { 'content-type': 'text/plain' }
    const bare = await client.post(`${attachment}/config/integrationState`, 'INTEGRATED', { headers })
    expect(bare.status).toBe(200)
    expect((await state('OTHER')).status).toBe(400)
    expect((await client.get(`${attachment}/config`)).body.integrationState).toBe('INTEGRATED')
  })
})

describe('deleting an Excel attachment', () => {
  test('leaves the requirements, which no longer name it; frozen copies still do', async () => {
    const rows = await imported()
    expect((await client.post('/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2')).status).toBe(200)
    client.simulator.clock.advance('1m')
    expect((await client.delete(attachment)).status).toBe(204)
    expect(await imported()).toEqual([])
    for (const { key } of rows) {
      const reply = await client.get(`/wiki/rest/reqs/1/requirement2/ENG/${key}`)
      expect(reply.body).toMatchObject({ key, status: 'ACTIVE' })
    }
    const frozen = await imported('excel = 9001 AND baseline = 2')
    expect(frozen.map(({ key }) => key)).toEqual(rows.map(({ key }) => key))
    expect(client.simulator.state('excelAttachment')).toEqual([])
    const report = client.simulator.report().machines.find(({ machine }) => machine === 'excel-attachment')
    expect(report?.transitions.filter(({ times }) => times > 0)).toMatchObject([
      { from: 'INTEGRATED', event: 'delete', times: 1 },
    ])
    expect((await client.get(`${attachment}/config`)).status).toBe(404)
    expect((await client.delete(attachment)).status).toBe(404)
  })
})
