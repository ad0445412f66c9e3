/** Sessions of a scenario: their ids, when they expire, and who then stands for their user. */
import { expect, test } from 'vitest'
import { createSimulator, type ScenarioObject } from '../../src/index.ts'

const scenario: ScenarioObject = {
  name: 'sessions',
  extends: ['demo'],
  world: {
    users: [{ name: 'zoe', password: 'secret-of-zoe', organizations: [{ organization: 1 }] }],
    sessions: [
      { user: 'zoe', value: 'sess-over', expires: '2026-01-01' },
      { id: 90, user: 'zoe', value: 'sess-zoe', expires: '2026-01-05T10:00:00Z' },
    ],
  },
}

test('a session of a scenario expires, and its user then signs in with the password', async () => {
  const sim = await createSimulator({ scenario })
  const call = async (settings: object) => (await sim.call('wiki.settings.readAll', settings)).status
  const sent = () => sim.journal.entries().at(-1)?.request.headers
  const ids = sim.state('session').map(({ id }) => id)
  expect(ids).toContain(90)
  expect(new Set(ids).size).toBe(ids.length)
  expect(await call({ headers: { cookie: 'JSESSIONID=sess-over' } })).toBe(401)
  expect(await call({ headers: { cookie: 'JSESSIONID=sess-zoe' } })).toBe(200)
  expect([await call({ as: 'zoe' }), Object.keys(sent() ?? {})]).toEqual([200, ['cookie']])
  sim.clock.advance('1h')
  expect(await call({ headers: { cookie: 'JSESSIONID=sess-zoe' } })).toBe(401)
  expect([await call({ as: 'zoe' }), Object.keys(sent() ?? {})]).toEqual([200, ['authorization']])
})

test('an expiry that is no instant is an error of its session', async () => {
  const sessions = [{ user: 'alice', value: 'sess-more', expires: 'soon' }]
  await expect(
    createSimulator({ scenario: { name: 'bad', extends: ['demo'], world: { sessions } } }),
  ).rejects.toThrow('world.sessions[0].expires: must be an instant such as 2026-01-05T09:00:00Z')
})
