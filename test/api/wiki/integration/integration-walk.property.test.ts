/** Random walks over the life of one integration, against a model of what wiki and tracker say. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Simulator } from '../../../../src/index.ts'
import { type Client, clientOf, startClient } from '../../../support/client.ts'

const base = '/wiki/rest/reqs/1/integration'
const link = '/tracker/rest/reqs/1/api/99999999-8888-4777-8666-555555555555'
const applinkId = '11111111-2222-4333-8444-555555555555'
const trackerUrl = 'https://tracker.northwind.test'
const admin = { token: 'tok-admin' }

interface Model {
  serviceId: string | undefined
  wiki: number
  tracker: number
  mode: string
  active: boolean
  /** The descriptor has the address of the tracker. */
  addressed: boolean
  waiting: boolean
}

/** Answers what it saw and what the model says of it, where there is something to compare. */
type Step = (client: Client, model: Model) => Promise<readonly [unknown, unknown] | undefined | void>

const answers = ({ addressed, mode }: Model) => addressed && mode !== 'DISABLED'
const version = fc.integer({ min: 1, max: 12 })
const put = (client: Client, { serviceId }: Model, query: string, body: object) =>
  client.call('PUT', `${base}/${serviceId}?fields=${query}`, { ...admin, body })

const steps: fc.Arbitrary<Step>[] = [
  fc.constantFrom('AUTO', 'MANUAL', 'DISABLED').map((mode) => async (client, model) => {
    await client.call('PUT', `${link}/mode`, { ...admin, body: JSON.stringify(mode) })
    model.mode = mode
  }),
  version.map((wanted) => async (client, model) => {
    const { body } = await client.call('PUT', `${link}/version`, { ...admin, body: String(wanted) })
    model.tracker = Math.min(wanted, 9)
    if (model.serviceId !== undefined) model.wiki = model.tracker
    return [
      [body.acceptedVersion, body.notified],
      [model.tracker, model.serviceId !== undefined],
    ]
  }),
  version.map((wanted) => async (client, model) => {
    if (model.serviceId === undefined) return
    const { body } = await client.post(`${base}/${model.serviceId}/change-version?version=${wanted}`)
    model.wiki = Math.min(wanted, 9)
    if (answers(model)) model.tracker = model.wiki
    return [body.notified, answers(model)]
  }),
  fc.boolean().map((active) => async (client, model) => {
    if (model.serviceId === undefined) return
    await put(client, model, 'status', { status: active ? 'ACTIVE' : 'DISABLED' })
    model.active = active
  }),
  fc.boolean().map((addressed) => async (client, model) => {
    if (model.serviceId === undefined) return
    await put(client, model, 'rpcUrl', { rpcUrl: addressed ? trackerUrl : 'https://gone.test' })
    model.addressed = addressed
  }),
  fc.boolean().map((always) => async (client, model) => {
    if (model.serviceId === undefined) return
    const wish = always ? { performUpgrade: true } : { performUpgradeIfAuto: true }
    const reply = await client.post(`${base}/${model.serviceId}/authenticate-user`, wish)
    if (answers(model) && Math.min(model.wiki, model.tracker) < 9 && (always || model.mode === 'AUTO')) {
      model.wiki = 9
      model.tracker = 9
    }
    return [reply.status, answers(model) ? 200 : 409]
  }),
  fc.constant(async (client, model) => {
    if (model.serviceId === undefined) return
    const { body } = await client.post(`${base}/${model.serviceId}/check-applinks`)
    model.addressed = true
    model.wiki = model.tracker
    const [checked] = body
    return [
      [checked.applinkId, checked.serviceId, checked.reachable, body.length],
      [applinkId, model.serviceId, true, 1],
    ]
  }),
  fc.constant(async (client, model) => {
    const { serviceId } = model
    if (serviceId === undefined) {
      const { body } = await client.post(base, { applinkId, version: 7 }, admin)
      Object.assign(model, { serviceId: body.serviceId, wiki: 7, active: true, addressed: true })
      if (answers(model)) model.tracker = 7
      return [body.version, 7]
    }
    const { status } = await client.delete(`${base}/${serviceId}`)
    model.serviceId = undefined
    return [status, 204]
  }),
  fc.constant(async (client, model) => {
    if (model.serviceId === undefined) return
    const { body } = await client.post(`/wiki/rest/reqs/1/sync?from=${applinkId}`, '"DRN-1"', admin)
    model.waiting = body.queued > 0 || model.waiting
  }),
  fc.constant(async (client, model) => {
    client.simulator.clock.advance('3m')
    if (model.serviceId !== undefined && model.active && answers(model)) model.waiting = false
  }),
]

/** What both products say agrees with the model. */
async function compare(client: Client, model: Model): Promise<void> {
  const { simulator } = client
  const [known, another] = simulator.state('integration')
  expect(another).toBeUndefined()
  expect([known?.version, known?.trackerVersion ?? known?.version, known?.mode]).toEqual([
    model.serviceId === undefined ? known?.version : model.wiki,
    model.tracker,
    model.mode,
  ])
  const waiting = simulator.state('outboundMessage').filter(({ status }) => status !== 'DONE')
  expect(waiting.length > 0).toBe(model.waiting)
  expect(waiting.every(({ serviceId }) => serviceId === known?.serviceId)).toBe(true)
  const listed = (await client.get(base, admin)).body
  expect(listed.map(({ serviceId }: { serviceId: string }) => serviceId)).toEqual(
    model.serviceId === undefined ? [] : [model.serviceId],
  )
}

test('wiki and tracker say what the model says, whatever happens to their integration', async () => {
  const { simulator } = await startClient()
  const links = linkIdentities(simulator)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 20 }), async (walk) => {
      const client = clientOf(simulator.fork())
      const model: Model = {
        serviceId: 'svc-0001-demo',
        wiki: 8,
        tracker: 8,
        mode: 'AUTO',
        active: true,
        addressed: true,
        waiting: true,
      }
      for (const step of walk) {
        const [seen, expected] = (await step(client, model)) ?? []
        expect(seen).toEqual(expected)
        await compare(client, model)
      }
      expect(linkIdentities(client.simulator)).toEqual(links)
    }),
    { numRuns: 25, seed: 5 },
  )
})

/** The links, without the integration that they go through. */
function linkIdentities(simulator: Simulator) {
  return simulator.state('issueLink').map(({ serviceId: _serviceId, ...faces }) => faces)
}
