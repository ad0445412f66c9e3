/** What each kind of mutant does to a client's view of the demo. */
import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { effectMutants } from '../../src/mutate/effects.ts'
import type { ServiceMutant } from '../../src/mutate/mutant.ts'
import { permissionMutants } from '../../src/mutate/permissions.ts'
import { timeMutants } from '../../src/mutate/times.ts'
import { operations } from '../../src/api/operations.ts'

const demo = await createSimulator()
await demo.preload()
const enforcing = await createSimulator({ scenario: 'demo', config: { rateLimit: 'enforce' } })

const all: readonly ServiceMutant[] = [
  ...operations.flatMap((operation) => [...effectMutants(operation), ...permissionMutants(operation)]),
  ...timeMutants(),
]

function withMutant(id: string, base: Simulator = demo): Simulator {
  const mutant = all.find((each) => each.id === id)
  if (mutant === undefined) throw new Error(`no mutant ${id}`)
  return base.fork({ mutant })
}

async function send(sim: Simulator, method: string, url: string, body?: unknown, token = 'tok-alice') {
  const { status, body: text } = await sim.exchange({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status, body: text === '' ? undefined : JSON.parse(text as string) }
}

const REQUIREMENT = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const OTHER = '/wiki/rest/reqs/1/requirement2/ENG/REQ-002'
const BASELINE = '/wiki/rest/reqs/1/baseline/ENG'
const LINKS = '/tracker/rest/reqs/1/issuelinks/DRN-1'

const owner = (name: string) => ({ properties: [{ key: 'Owner', value: name }] })
async function ownerOf(sim: Simulator, url = REQUIREMENT) {
  const { body } = await send(sim, 'GET', url)
  return body.properties?.find(({ key }: { key: string }) => key === 'Owner')?.value
}

test('every id and every sentence is used once', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ id, sentence }) => `${id.split(':')[0]} ${sentence}`)).size).toBe(all.length)
  for (const { sentence, hint } of all) expect(`${sentence} ${hint}`).not.toMatch(/\.$|undefined/)
})

describe('an effect', () => {
  test('is lost although the response shows it', async () => {
    const sim = withMutant('wiki.requirement.write:effect:lost-write')
    expect((await send(sim, 'PUT', REQUIREMENT, owner('alice'))).body.properties[0].value).toBe('alice')
    expect(await ownerOf(sim)).toBeUndefined()
    expect(sim.mutant).toEqual({
      id: 'wiki.requirement.write:effect:lost-write',
      sentence: 'PUT /rest/reqs/1/requirement2/{spaceKey}/{key} reported success and wrote nothing',
      reached: 1,
    })
    expect(demo.mutant).toBeUndefined()
  })

  test('is that on the neighbour', async () => {
    const sim = withMutant('wiki.requirement.write:effect:wrong-record')
    expect((await send(sim, 'PUT', REQUIREMENT, owner('alice'))).body.key).toBe('REQ-001')
    expect([await ownerOf(sim), await ownerOf(sim, OTHER)]).toEqual([undefined, 'alice'])
  })

  test('comes twice', async () => {
    const sim = withMutant('standalone.organization.create:effect:applied-twice')
    const { body } = await send(sim, 'POST', '/api/organizations', { name: 'Twice' })
    const twice = sim.state('organization', { name: 'Twice' }).map(({ id }) => id)
    expect(twice).toEqual([body.id, body.id + 1])
  })

  test('does not come twice where the service refuses the second time', async () => {
    const sim = withMutant('wiki.baseline.create:effect:applied-twice')
    expect((await send(sim, 'POST', BASELINE, { baseline: { name: 'Mine' } })).body.baseline).toBe(4)
    expect((await send(sim, 'GET', BASELINE)).body).toHaveLength(4)
    expect(sim.mutant?.reached).toBe(0)
  })

  test('undoes the write before it', async () => {
    const sim = withMutant('wiki.requirement.write:effect:undoes-previous')
    await send(sim, 'PUT', REQUIREMENT, owner('alice'))
    expect((await send(sim, 'PUT', OTHER, owner('bob'))).status).toBe(200)
    expect([await ownerOf(sim), await ownerOf(sim, OTHER)]).toEqual([undefined, 'bob'])
  })

  test('is not seen by the next read, until somebody else writes', async () => {
    const sim = withMutant('wiki.requirement.read:effect:stale-read')
    await send(sim, 'PUT', REQUIREMENT, owner('alice'))
    expect([await ownerOf(sim), await ownerOf(sim)]).toEqual([undefined, undefined])
    sim.reset()
    expect(await ownerOf(sim)).toBeUndefined()
    expect(sim.mutant?.reached).toBe(2)
  })
})

describe('a permission', () => {
  test('is not asked for', async () => {
    const sim = withMutant('wiki.baseline.read:permission:allowed')
    expect((await send(sim, 'GET', `${BASELINE}/1`, undefined, 'tok-eve')).status).toBe(200)
    expect((await send(sim, 'GET', REQUIREMENT, undefined, 'tok-eve')).status).toBe(403)
    // The rights are those of one exchange.
    expect(sim.state('administrator')).toEqual(demo.state('administrator'))
  })

  test('is refused to whom it is given', async () => {
    const sim = withMutant('wiki.baseline.create:permission:refused')
    expect(await send(sim, 'POST', BASELINE, { baseline: { name: 'Mine' } })).toEqual({
      status: 403,
      body: {
        'status-code': 403,
        message: "user 'alice' may not call 'wiki.baseline.create'",
        'sub-code': -1,
      },
    })
    expect((await send(sim, 'GET', BASELINE)).body).toHaveLength(3)
  })
})

const FREEZE = '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'
const statusOfBaseline = async (sim: Simulator) => (await send(sim, 'GET', `${BASELINE}/2`)).body.status

describe('time', () => {
  test.each([
    ['never-ends', 'IN_CREATION', 'IN_CREATION'],
    ['ends-at-once', 'DONE', 'DONE'],
    ['ends-in-error', 'IN_CREATION', 'ERROR'],
  ])('makes freezing so that it %s', async (kind, atOnce, later) => {
    const sim = withMutant(`baseline.freeze:time:${kind}`)
    const { now } = sim.world
    expect((await send(sim, 'POST', FREEZE)).status).toBeLessThan(300)
    expect(sim.world.now).toBe(now)
    expect(await statusOfBaseline(sim)).toBe(atOnce)
    sim.clock.advance('1h')
    expect(await statusOfBaseline(sim)).toBe(later)
    expect(sim.mutant?.reached).toBeGreaterThan(0)
  })

  const rename = (html: string) => ({ htmlExcerpt: `<p>${html}</p>` })
  const linkedText = async (sim: Simulator) => (await send(sim, 'GET', LINKS)).body[0].html

  test.each([
    ['never-ends', 'take off', 'take off'],
    ['message-late', 'take off', 'Second'],
    ['message-reordered', 'Second', 'Second'],
  ])('makes messages so that a change arrives: %s', async (kind, afterOne, afterTwo) => {
    const sim = withMutant(`integration.synchronise:time:${kind}`)
    await send(sim, 'PUT', REQUIREMENT, rename('First'))
    await send(sim, 'PUT', REQUIREMENT, rename('Second'))
    sim.clock.advance('3m')
    expect(await linkedText(sim)).toContain(afterOne)
    sim.clock.advance('3m')
    expect(await linkedText(sim)).toContain(afterTwo)
  })

  test('makes limits never come', async () => {
    const sim = withMutant('rate.normal:time:limit-never', enforcing)
    for (let call = 1; call <= 200; call++) await send(sim, 'GET', LINKS)
    expect((await send(sim, 'GET', LINKS)).status).toBe(200)
    expect(sim.mutant?.reached).toBe(1)
  })

  test('makes limits come after half of the requests', async () => {
    const sim = withMutant('rate.normal:time:limit-early', enforcing)
    for (let call = 1; call <= 100; call++) expect((await send(sim, 'GET', LINKS)).status).toBe(200)
    expect((await send(sim, 'GET', LINKS)).status).toBe(429)
  })

  test('does not end a token', async () => {
    const sim = withMutant('token:time:outlives-expiry')
    expect((await send(sim, 'GET', REQUIREMENT, undefined, 'tok-old')).status).toBe(200)
    expect((await send(sim, 'GET', REQUIREMENT, undefined, 'tok-none')).status).toBe(401)
    expect(sim.state('token')).toEqual(demo.state('token'))
  })
})
