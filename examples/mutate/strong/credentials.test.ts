import { describe, expect } from 'vitest'
import { changesOf } from './changes.ts'
import { details, RELEASE_2 } from './demo.ts'
import { API, apiRefusal, hostedKey, refusal, SEARCH, test, TRACKER, WIKI, apiError } from './service.ts'

const BASELINE = `${WIKI}/baseline/ENG/2`
const LINKS = `${TRACKER}/issuelinks/DRN-3`
const RELEASE = { status: 200, body: { ...RELEASE_2, ...details(12, 2) } }
const NO_LINKS = { status: 200, body: [] }
const ALICE = { id: 2, name: 'alice', displayName: 'Alice Engineer', email: 'alice@example.test' }

const UNKNOWN =
  "no such token: the users are 'admin', 'alice', 'bob', 'eve' and 'dana'; 'reqsim serve' prints tokens, docs/demo-world.md lists those of the demo, POST /_sim/tokens creates one"

const bearer = (value: string) => ({ Authorization: `Bearer ${value}` })
const none = `${SEARCH}?query=${encodeURIComponent("key = 'REQ-777'")}`

describe('a token', () => {
  test('is good everywhere until the instant at which it expires', async ({ request, sim }) => {
    const { value } = await sim.tokens.create({ user: 'alice', name: 'short', expiresIn: '1h' })
    sim.clock.advance('3599999ms')
    expect(await request(bearer(value), 'GET', BASELINE)).toEqual(RELEASE)
    expect(await request(bearer(value), 'GET', LINKS)).toEqual(NO_LINKS)
    expect(await request(bearer(value), 'GET', `${API}/users/me`)).toEqual({ status: 200, body: ALICE })
    expect(await request(hostedKey(value), 'GET', none)).toMatchObject({ status: 200, body: { total: 0 } })
    sim.clock.advance('1ms')
    const expired = "the token 'short' expired at 2026-01-05T10:00:00.000Z"
    const refused = refusal(401, `Authorization: ${expired}`)
    expect(await request(bearer(value), 'GET', BASELINE)).toEqual(refused)
    expect(await request(bearer(value), 'GET', LINKS)).toEqual(refused)
    expect(await request(bearer(value), 'GET', `${API}/users/me`)).toEqual(
      apiRefusal(401, `Authorization: ${expired}`),
    )
    expect(await request(hostedKey(value), 'GET', none)).toEqual(apiRefusal(401, `X-Api-Key: ${expired}`))
  })

  test('that nobody made is refused', async ({ request }) => {
    const refused = refusal(401, `Authorization: ${UNKNOWN}`)
    expect(await request('nobody', 'GET', BASELINE)).toEqual(refused)
    expect(await request('nobody', 'GET', LINKS)).toEqual(refused)
    expect(await request('nobody', 'GET', `${API}/users/me`)).toEqual(
      apiRefusal(401, `Authorization: ${UNKNOWN}`),
    )
    expect(await request(hostedKey('tok-nobody'), 'GET', none)).toEqual(
      apiRefusal(401, `X-Api-Key: ${UNKNOWN}`),
    )
  })

  test('of one application names it', async ({ request }) => {
    const wiki = {
      id: 101,
      name: 'Northwind Wiki',
      type: 'CONFLUENCE',
      status: 'ACTIVE',
      baseUrl: 'https://wiki.northwind.test/wiki',
      organizationId: 1,
    }
    expect(await request('app101', 'GET', `${API}/applications/current`)).toEqual({ status: 200, body: wiki })
    const message =
      'this token is not scoped to an application: use a scoped one, or name the application in the path'
    expect(await request('alice', 'GET', `${API}/applications/current`)).toEqual(apiRefusal(400, message))
  })
})

describe('the tokens of the demo', () => {
  test.override({ simulatorOptions: { clock: { start: '2027-01-05T08:59:59.999Z' } } })

  test('expire after a year', async ({ request, sim }) => {
    const names = { admin: 'default', alice: 'default', bob: 'default', app101: 'wiki only' }
    for (const name of Object.keys(names)) expect(await request(name, 'GET', BASELINE)).toEqual(RELEASE)
    sim.clock.advance('1ms')
    for (const [name, token] of Object.entries(names))
      expect(await request(name, 'GET', BASELINE)).toEqual(
        refusal(401, `Authorization: the token '${token}' expired at 2027-01-05T09:00:00.000Z`),
      )
  })
})

describe('the credentials of a user', () => {
  const CREDENTIALS = `${API}/users/me/credentials`
  const valid = { createdAt: '2026-01-05T09:00:00.000Z', expiresAt: '2027-01-05T09:00:00.000Z' }
  const own = { id: 2, name: 'default', ...valid }
  const scoped = { id: 6, name: 'wiki only', ...valid, applicationId: 101 }
  const past = { createdAt: '2025-01-05T09:00:00.000Z', expiresAt: '2025-12-31T00:00:00.000Z' }
  const old = { id: 7, name: 'expired', ...past }

  test('are listed without their values', async ({ request }) => {
    expect(await request('alice', 'GET', CREDENTIALS)).toEqual({ status: 200, body: [own, scoped, old] })
    expect(await request('bob', 'GET', CREDENTIALS)).toEqual({
      status: 200,
      body: [{ id: 3, name: 'default', ...valid }],
    })
  })

  test('are no longer good once they are deleted', async ({ request, sim }) => {
    expect(await request('app101', 'GET', BASELINE)).toEqual(RELEASE)
    const changes = await changesOf(sim, async () => {
      expect(await request('alice', 'DELETE', `${CREDENTIALS}/7`)).toEqual({ status: 204, body: undefined })
      expect(await request('alice', 'DELETE', `${CREDENTIALS}/6`)).toEqual({ status: 204, body: undefined })
    })
    expect(changes).toEqual({ 'token 6': 'removed', 'token 7': 'removed' })
    expect(await request('app101', 'GET', BASELINE)).toEqual(refusal(401, `Authorization: ${UNKNOWN}`))
    expect(await request('alice', 'GET', CREDENTIALS)).toEqual({ status: 200, body: [own] })
  })

  test('are not deleted by others', async ({ request, sim }) => {
    const changes = await changesOf(sim, async () => {
      expect(await request('bob', 'DELETE', `${CREDENTIALS}/6`)).toEqual(
        apiRefusal(404, "no credential '6' in your account"),
      )
    })
    expect(changes).toEqual({})
  })
})

describe('a session', () => {
  test('is good in wiki and tracker until it expires', async ({ request, sim }) => {
    const { cookie } = await sim.sessions.create({ user: 'alice', expiresIn: '30m' })
    sim.clock.advance('1799999ms')
    expect(await request({ Cookie: cookie }, 'GET', BASELINE)).toEqual(RELEASE)
    expect(await request({ Cookie: cookie }, 'GET', LINKS)).toEqual(NO_LINKS)
    sim.clock.advance('1ms')
    const message =
      "JSESSIONID: no such session; sign in again: the users are 'admin', 'alice', 'bob', 'eve' and 'dana'; 'reqsim serve' prints sessions, docs/demo-world.md lists those of the demo, POST /_sim/sessions creates one"
    expect(await request({ Cookie: cookie }, 'GET', BASELINE)).toEqual(refusal(401, message))
    expect(await request({ Cookie: cookie }, 'GET', LINKS)).toEqual(refusal(401, message))
  })

  test('of the demo has the permissions of its user', async ({ request }) => {
    expect(await request({ Cookie: 'JSESSIONID=sess-bob' }, 'GET', BASELINE)).toEqual(RELEASE)
    expect(await request({ Cookie: 'JSESSIONID=sess-bob' }, 'DELETE', BASELINE)).toEqual(
      refusal(403, "user 'bob' may not edit space 'ENG'"),
    )
  })
})

describe('a client whose token expires', () => {
  test('exchanges it once, and goes on with the new one', async ({ connect, calls, sim }) => {
    const { value: token } = await sim.tokens.create({ user: 'alice', expiresIn: '10m' })
    let renewed = 0
    const renewToken = async () => {
      renewed += 1
      return (await sim.tokens.create({ user: 'alice', expiresIn: '10m' })).value
    }
    const client = connect({ token, renewToken })
    expect(await client.whoAmI()).toEqual(ALICE)
    sim.clock.advance('10m')
    expect(await client.whoAmI()).toEqual(ALICE)
    sim.clock.advance('599999ms')
    expect(await client.whoAmI()).toEqual(ALICE)
    expect(renewed).toBe(1)
    expect(calls.map((call) => call.slice(-3))).toEqual(['200', '401', '200', '200'])
  })

  test('fails if the new one is refused too, or if there is none', async ({ connect, calls }) => {
    const expired = "Authorization: the token 'expired' expired at 2025-12-31T00:00:00.000Z"
    const again = connect({ token: 'tok-old', renewToken: async () => 'tok-old' })
    await expect(again.whoAmI()).rejects.toEqual(apiError(401, expired))
    await expect(connect({ token: 'tok-old' }).whoAmI()).rejects.toEqual(apiError(401, expired))
    expect(calls).toEqual(Array(3).fill('GET /api/users/me 401'))
  })
})
