/** Several integrations in one world: each synchronises as if the others were not there (service §6.2). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { integrationsScenario } from '../../../bench/integrations-scenario.ts'
import { applications } from '../../../src/model/records/service/applications.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../src/model/records/tracker/outbound-messages.ts'
import { trackerTexts } from '../../../src/model/records/tracker/tracker.ts'
import { trackerMessages } from '../../../src/model/records/tracker/inbound-messages.ts'
import { jobs } from '../../../src/world/time/jobs.ts'
import { startClient } from '../../support/client.ts'
import { hostedClient } from '../../support/hosted.ts'

const WIKI = '/eu/wiki/rest/reqs/1'
const TRACKER = '/eu/tracker/rest/reqs/1'
const COUNT = 4

/** A world of four integrations, each called by the number that its names end in. */
async function startFour() {
  const hosted = hostedClient(await startClient({ scenario: integrationsScenario(COUNT) }))
  const { simulator } = hosted.client
  const store = simulator.world.region('eu')
  const wiki = (number: number, method: string, path: string, body?: unknown) =>
    hosted.call(
      method,
      `${WIKI}${path}`,
      { key: 'tok-admin', site: `https://wiki-${number}.test/wiki` },
      body,
    )
  const tracker = (number: number, method: string, path: string, body?: unknown) =>
    hosted.call(
      method,
      `${TRACKER}${path}`,
      { key: 'tok-admin', site: `https://tracker-${number}.test` },
      body,
    )
  const link = (number: number, relationship: string) => [
    { applinkId: `of-tracker-${number}`, spaceKey: `S${number}`, key: 'REQ-001', relationship },
  ]
  const sayOf = (message: { operation: string; status: string; attempts: number; lastResponse?: string }) =>
    [message.operation, message.status, message.attempts, message.lastResponse].join(' ')
  return {
    simulator,
    store,
    wiki,
    edit: (number: number, htmlExcerpt: string) =>
      wiki(number, 'PUT', `/requirement2/S${number}/REQ-001`, { htmlExcerpt }),
    link: (number: number, relationship: string) =>
      tracker(number, 'POST', `/issuelinks/P${number}-1`, link(number, relationship)),
    unlink: (number: number, relationship: string) =>
      tracker(number, 'DELETE', `/issuelinks/P${number}-1`, link(number, relationship)),
    setMode: (number: number, mode: string) =>
      tracker(number, 'PUT', `/api/of-tracker-${number}/mode`, JSON.stringify(mode)),
    setStatus: (number: number, status: string) =>
      wiki(number, 'POST', `/integration/svc-${number}/change-version?status=${status}`),
    setTracker: (number: number, status: 'ACTIVE' | 'DISABLED') =>
      void store.table(applications).update(200 + number, { status }),
    advance: (duration: string) => simulator.clock.advance(duration),
    /** Everything that one integration has come to, without the ids that all share. */
    cameTo: (number: number) => ({
      outbound: [...store.table(outboundMessages).range('service', [`svc-${number}`])]
        .toSorted((a, b) => a.id - b.id)
        .map(sayOf),
      inbound: [...store.table(trackerMessages).scan()]
        .filter(({ serviceId }) => serviceId === `svc-${number}`)
        .map(sayOf),
      texts: [...store.table(trackerTexts).scan()]
        .filter(({ applinkId }) => applinkId === `of-tracker-${number}`)
        .map(({ spaceKey, key, html }) => `${spaceKey}/${key} ${html}`),
      links: [...store.table(issueLinks).scan()]
        .filter(({ serviceId }) => serviceId === `svc-${number}`)
        .map((view) => [view.wiki?.relationship, view.tracker?.relationship].join(' ')),
    }),
  }
}

describe('four integrations in one world', () => {
  test('a tracker that is down, a DISABLED one, a MANUAL one and a healthy one each go their own way', async () => {
    const four = await startFour()
    four.setTracker(1, 'DISABLED')
    expect((await four.setStatus(2, 'DISABLED')).status).toBe(200)
    expect((await four.setMode(3, 'MANUAL')).status).toBe(200)
    for (const number of [1, 2, 3, 4]) {
      expect((await four.edit(number, `Text ${number}.`)).status).toBe(200)
      if (number > 1) expect((await four.link(number, 'tests')).status).toBe(200)
    }
    expect(four.advance('3m')).toHaveLength(COUNT)
    const stays = { outbound: ['REQUIREMENT_UPDATED PENDING 0 '] }
    const texts = (number: number) => [`S${number}/REQ-001 Text ${number}.`]
    expect(four.cameTo(1)).toMatchObject({ ...stays, inbound: [], links: ['implements implements'] })
    expect(four.cameTo(1).texts).not.toEqual(texts(1))
    expect(four.cameTo(2)).toMatchObject({
      ...stays,
      inbound: ['ADD_LINK PENDING 0 '],
      links: ['implements implements', ' tests'],
    })
    for (const number of [3, 4]) {
      expect(four.cameTo(number)).toEqual({
        outbound: [expect.stringMatching(/^REQUIREMENT_UPDATED DONE 1 /)],
        inbound: ['ADD_LINK DONE 1 link added'],
        texts: texts(number),
        links: ['implements implements', 'tests tests'],
      })
    }
    four.setTracker(1, 'ACTIVE')
    await four.setStatus(2, 'ACTIVE')
    four.advance('3m')
    for (const number of [1, 2, 3, 4]) {
      expect(four.cameTo(number).texts).toEqual(texts(number))
      expect(four.cameTo(number).outbound).toEqual([expect.stringMatching(/^REQUIREMENT_UPDATED DONE 1 /)])
    }
  })

  test('queues do not mix: a wiki lists, sends and flushes its own messages alone', async () => {
    const four = await startFour()
    for (const number of [1, 2]) await four.edit(number, 'Both.')
    const queue = (number: number) => `/integration/svc-${number}/queue`
    const { body: own } = await four.wiki(1, 'GET', `${queue(1)}/outbound`)
    const { body: other } = await four.wiki(2, 'GET', `${queue(2)}/outbound`)
    expect([own, other]).toMatchObject([[{ spaceKey: 'S1' }], [{ spaceKey: 'S2' }]])
    expect((await four.wiki(1, 'GET', `${queue(2)}/outbound`)).status).toBe(404)
    for (const method of ['PUT', 'DELETE'])
      expect((await four.wiki(1, method, `${queue(1)}/outbound/${other[0].id}`)).status).toBe(404)
    expect((await four.wiki(1, 'GET', '/common-queue')).body).toHaveLength(1)
    expect((await four.wiki(1, 'GET', `${queue(1)}/flush`)).status).toBe(200)
    expect(four.cameTo(1).outbound).toEqual([expect.stringContaining('DONE 1')])
    expect(four.cameTo(2).outbound).toEqual(['REQUIREMENT_UPDATED PENDING 0 '])
  })

  test('runs of one instant go in the order in which the integrations were made', async () => {
    const four = await startFour()
    const order = () => {
      const services = new Map(
        [...four.simulator.world.system.table(jobs).scan()].map((job) => [
          job.id,
          job.payload?.['serviceId'],
        ]),
      )
      return four.advance('3m').map(({ id }) => services.get(id))
    }
    expect(order()).toEqual(['svc-1', 'svc-2', 'svc-3', 'svc-4'])
    expect((await four.wiki(2, 'DELETE', '/integration/svc-2')).status).toBe(204)
    four.advance('1m')
    const made = await four.wiki(2, 'POST', '/integration', { applinkId: 'of-wiki-2' })
    expect(made.status).toBe(200)
    four.advance('2m')
    for (let run = 0; run < 3; run++)
      expect(order()).toEqual(['svc-1', 'svc-3', 'svc-4', made.body.serviceId])
  })
})

type Step = readonly [kind: string, number: number]

const TRAFFIC = ['edit', 'link', 'unlink', 'run'] as const
const CONDITIONS = ['down', 'up', 'off', 'on', 'manual', 'disabled', 'auto', 'minute'] as const

// Mostly traffic, so that something waits where a condition changes.
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.oneof(
      { arbitrary: fc.constantFrom(...TRAFFIC), weight: 2 },
      { arbitrary: fc.constantFrom(...CONDITIONS), weight: 1 },
    ),
    fc.integer({ min: 1, max: COUNT }),
  ),
  { minLength: 20, maxLength: 40 },
)

/** Takes the steps of these integrations; the clock moves for all. */
async function take(taken: readonly Step[], numbers: readonly number[]) {
  const four = await startFour()
  for (const [position, [kind, number]] of taken.entries()) {
    if (kind === 'minute') four.advance('1m')
    else if (kind === 'run') four.advance('3m')
    else if (!numbers.includes(number)) continue
    else if (kind === 'edit') await four.edit(number, `Text ${position}.`)
    else if (kind === 'link') await four.link(number, position % 2 === 0 ? 'tests' : 'verifies')
    else if (kind === 'unlink') await four.unlink(number, position % 2 === 0 ? 'tests' : 'verifies')
    else if (kind === 'down' || kind === 'up') four.setTracker(number, kind === 'up' ? 'ACTIVE' : 'DISABLED')
    else if (kind === 'on' || kind === 'off')
      await four.setStatus(number, kind === 'on' ? 'ACTIVE' : 'DISABLED')
    else await four.setMode(number, kind.toUpperCase())
  }
  return four
}

test('whatever happens to four integrations, each comes to what it would have come to alone', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const together = await take(taken, [1, 2, 3, 4])
      for (const number of [1, 2, 3, 4]) {
        const alone = await take(taken, [number])
        expect(together.cameTo(number)).toEqual(alone.cameTo(number))
      }
    }),
    { numRuns: 8 },
  )
})
