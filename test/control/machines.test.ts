import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { machines } from '../../src/model/machine-list.ts'
import { startClient } from '../support/client.ts'
import { WRITE_HEADERS } from './client.ts'

const model = resolve(import.meta.dirname, '../../src/model')

test('every state machine of the model is in the list', () => {
  const declared = readdirSync(model, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      Array.from(
        readFileSync(resolve(model, file), 'utf8').matchAll(/^export const (\w+): Machine</gm),
        (match) => match[1],
      ),
    )
  expect(machines.length).toBe(declared.length)
  const list = readFileSync(resolve(model, 'machine-list.ts'), 'utf8')
  for (const name of declared) expect(list).toMatch(new RegExp(`list\\('[a-z-]+', ${name},`))
})

test('every table is whole: known states and events, no two ways for one event, every state reached', () => {
  for (const { id, machine, initial } of machines) {
    const { states, events, transitions } = machine
    const reached = new Set<string>(initial)
    const ways = new Set<string>()
    for (const { from, event, to } of transitions) {
      expect([id, from, [...states, 'none'].includes(from)]).toEqual([id, from, true])
      expect([id, to, [...states, 'none'].includes(to)]).toEqual([id, to, true])
      expect([id, event, events.includes(event)]).toEqual([id, event, true])
      expect([id, from, event, ways.has(`${from}/${event}`)]).toEqual([id, from, event, false])
      ways.add(`${from}/${event}`)
      reached.add(to)
    }
    expect([id, states.filter((state) => !reached.has(state))]).toEqual([id, []])
    expect([id, events.filter((event) => !transitions.some((way) => way.event === event))]).toEqual([id, []])
    const born = transitions.flatMap(({ from, to }) => (from === 'none' ? [to] : []))
    if (born.length > 0) expect([id, new Set(initial)]).toEqual([id, new Set(born)])
    expect([id, initial.length > 0]).toEqual([id, true])
  }
})

test('GET /machines lists them as data', async () => {
  const { get } = await startClient()
  const { status, body } = await get('/_sim/machines')
  expect([status, body.total, body.items.length]).toEqual([200, machines.length, machines.length])
  expect(body.items.find((item: { name: string }) => item.name === 'baseline')).toMatchObject({
    title: 'baseline',
    states: ['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR'],
    initial: ['PREVIEW'],
    transitions: expect.arrayContaining([
      expect.objectContaining({ from: 'PREVIEW', event: 'FREEZE', to: 'IN_CREATION', section: '3' }),
    ]),
  })
})

test('each transition to a mode of an application link has the effects of the mode', async () => {
  const { get } = await startClient()
  const { body } = await get('/_sim/machines/application-link-mode')
  const effects = body.transitions.map(({ to, effects }: Record<string, string>) => `${to}: ${effects}`)
  expect(new Set(effects)).toEqual(
    new Set([
      'AUTO: Messages are taken, and the version follows the wiki where it asks for an automatic upgrade.',
      'MANUAL: Messages are taken; the version changes by request only.',
      'DISABLED: Messages are refused, and synchronisation skips the integration.',
    ]),
  )
  expect(effects).toHaveLength(9)
})

test('GET /machines/{name} counts the records of the addressed world, frozen copies too', async () => {
  const { call, get, simulator } = await startClient()
  const active = simulator.state('requirement', { status: 'ACTIVE' }).length
  const records = async (name: string, query = '') =>
    (await get(`/_sim/machines/${name}${query}`)).body.records
  expect(await records('requirement')).toEqual({ ACTIVE: active, DELETED: 1, MOVED: 0, ARCHIVED: 6 })
  expect(active).toBeGreaterThan(12)
  expect((await records('requirement', '?region=us')).ACTIVE).toBe(
    simulator.state('requirement', { status: 'ACTIVE' }, 'us').length,
  )
  expect(await records('baseline')).toEqual({ PREVIEW: 1, IN_CREATION: 0, DONE: 1, ERROR: 1 })
  expect(await records('queue-message')).toEqual({ PENDING: 2, DONE: 0, FAILED: 0, NOT_EXECUTED: 0 })
  expect(await records('application-link-mode')).toEqual({ AUTO: 1, MANUAL: 0, DISABLED: 0 })

  const frozen = await call('POST', '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2')
  expect(frozen.status).toBe(200)
  expect(await records('baseline')).toEqual({ PREVIEW: 0, IN_CREATION: 1, DONE: 1, ERROR: 1 })
  const write = { headers: WRITE_HEADERS, token: null }
  await call('POST', '/_sim/clock/advance', { ...write, body: { by: '3m' } })
  expect(await records('baseline')).toEqual({ PREVIEW: 0, IN_CREATION: 0, DONE: 2, ERROR: 1 })
  expect(await records('requirement')).toEqual({ ACTIVE: active, DELETED: 1, MOVED: 0, ARCHIVED: 18 })
  // The two of the beginning, and the one that tells of the baseline.
  expect(await records('queue-message')).toEqual({ PENDING: 0, DONE: 3, FAILED: 0, NOT_EXECUTED: 0 })
  const elsewhere = await get('/_sim/machines/baseline', { headers: { 'x-sim-world': 'second' } })
  expect(elsewhere.body.records.PREVIEW).toBe(1)
})

test('counts are those of the tables', async () => {
  const { get, simulator } = await startClient()
  for (const { id } of machines) {
    const { records } = (await get(`/_sim/machines/${id}`)).body
    const table = {
      'account-link': 'accountLink',
      'bulk-job': 'bulkJob',
      'excel-attachment': 'excelAttachment',
      'import-job': 'importJob',
      'link-request': 'linkRequest',
      invitation: 'invitation',
      baseline: 'baseline',
    }[id]
    if (table === undefined) continue
    const sum = Object.values(records as Record<string, number>).reduce((a, b) => a + b, 0)
    expect([id, sum]).toEqual([id, simulator.state(table as 'baseline').length])
  }
})

test.each(['/_sim/machines/baselin', '/_sim/machines/__proto__', '/_sim/machines/constructor'])(
  '%s is 404',
  async (path) => {
    const { get } = await startClient()
    expect((await get(path)).status).toBe(404)
  },
)
