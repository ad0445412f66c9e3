import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { controlRoutes } from '../../src/control/routes.ts'
import { createSimulator, Refusal } from '../../src/index.ts'

const demo = await createSimulator()

/** What does the same in process as each route, except routes of the clock, faults, the journal and snapshots. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  'GET /health': 'version, scenario, clock',
  'POST /reset': 'reset',
  'GET /scenario': 'scenario, timeline',
  'GET /scenarios': 'the type ScenarioName',
  'POST /scenario': 'load',
  'GET /worlds': 'worlds.list',
  'POST /worlds': 'worlds.create',
  'DELETE /worlds': 'worlds.delete, one by one',
  'GET /worlds/{name}/diff': 'state, of two simulators',
  'DELETE /worlds/{name}': 'worlds.delete',
  'POST /tokens': 'tokens.create',
  'POST /sessions': 'sessions.create',
  'DELETE /sessions/{sessionId}': 'sessions.delete',
  'DELETE /sessions': 'sessions.deleteAll',
  'POST /account-links': 'accountLinks.create',
  'DELETE /account-links': 'accountLinks.delete',
  'PATCH /sites/{id}': 'sites.update',
  'POST /pages': 'pages.create',
  'GET /pages/{id}': 'pages.get',
  'PUT /pages/{id}': 'pages.save',
  'DELETE /pages/{id}': 'pages.delete',
  'POST /pages/{id}/view': 'pages.view',
  'PUT /issues/{id}': 'issues.update',
  'POST /link-requests/{applicationId}/{organizationId}/approve': 'linkRequests.approve',
  'POST /link-requests/{applicationId}/{organizationId}/reject': 'linkRequests.reject',
  'GET /rules': 'rules.list',
  'POST /rules': 'rules.create',
  'PUT /rules/{ruleId}': 'rules.replace',
  'DELETE /rules/{ruleId}': 'rules.delete',
  'GET /export': 'exportWorld',
  'GET /export/scenario': 'saveScenario',
  'POST /import': 'importWorld',
  'GET /state': 'the type TableName',
  'GET /state/{table}': 'state',
  'GET /state/{table}/fields': 'the type TableRecords',
  'PUT /state/{table}': 'records.put',
  'DELETE /state/{table}': 'records.delete',
  'GET /queues': 'state',
  'GET /past': 'pastOf',
  'GET /past/{step}': 'pastOf',
  'GET /past/{step}/diff/{other}': 'fork, twice',
  'POST /past/{step}/restore': 'past.restore',
  'GET /trace': 'trace',
  'POST /trace': 'openTrace of reqsim/trace',
  'GET /timeline': 'timeline, and run',
  'GET /timeline/{step}': 'stage.step',
  'POST /timeline/run': 'run',
  'PUT /timeline/stage': 'stage.set',
}
const GROUPS = [
  'Worlds',
  'Credentials',
  'Sites',
  'Pages',
  'Issues',
  'Link requests',
  'Rules',
  'Export and import',
  'State',
  'Past',
  'Timeline',
]

test('every route that reads or changes a world has its counterpart in process', () => {
  const routes = controlRoutes.filter(({ group }) => GROUPS.includes(group))
  expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    Object.keys(COUNTERPARTS).toSorted(),
  )
  const named = Object.values(COUNTERPARTS).filter((name) => /^[\w.]+$/.test(name))
  for (const name of named) {
    const [head = '', tail] = name.split('.')
    const member = (demo as unknown as Record<string, Record<string, unknown>>)[head]
    expect(typeof (tail === undefined ? member : member?.[tail]), name).toBe('function')
  }
})

describe('in process, as the control API does', () => {
  test('a created token calls as its user until it expires', async () => {
    const sim = demo.fork()
    const { value, user, expiresAt } = await sim.tokens.create({ user: 'bob', name: 'CI', expiresIn: '1h' })
    expect([user, expiresAt]).toEqual(['bob', '2026-01-05T10:00:00.000Z'])
    const call = () => sim.call('standalone.application.list', { token: value, query: { organizationId: 1 } })
    expect((await call()).status).toBe(200)
    sim.clock.advance('1h')
    expect((await call()).status).toBe(401)
  })

  test('a session signs a user in to the embedded products', async () => {
    const sim = demo.fork()
    const { cookie } = await sim.sessions.create({ user: 'bob' })
    await sim.call('wiki.baseline.list', { headers: { cookie }, path: { spaceKey: 'ENG' } })
    expect(sim.journal.entries()).toMatchObject([{ user: 'bob', answer: { status: 200 } }])
  })

  test('a session ends when it expires, when it is deleted, and with all of its user', async () => {
    const sim = demo.fork()
    const one = await sim.sessions.create({ user: 'bob', expiresIn: '30m' })
    const other = await sim.sessions.create({ user: 'bob', expiresAt: '2026-01-05T10:00:00Z' })
    const lasting = await sim.sessions.create({ user: 'bob' })
    expect([one.expiresAt, other.expiresAt, lasting.expiresAt]).toEqual([
      '2026-01-05T09:30:00.000Z',
      '2026-01-05T10:00:00.000Z',
      undefined,
    ])
    const answer = async (cookie: string, world = sim) => {
      const options = { headers: { cookie }, path: { spaceKey: 'ENG' } }
      const { status, body } = await world.call('wiki.baseline.list', options)
      return status === 200 ? 200 : body
    }
    const answers = async (world = sim) =>
      Promise.all([one, other, lasting].map(({ cookie }) => answer(cookie, world)))
    const unknown = await answer('JSESSIONID=nobody')
    expect(unknown).toMatchObject({ 'status-code': 401 })
    sim.clock.advance(30 * 60_000 - 1)
    expect(await answers()).toEqual([200, 200, 200])
    sim.clock.advance(1)
    expect(await answers()).toEqual([unknown, 200, 200])
    await sim.sessions.delete(other.id)
    expect(await answers()).toEqual([unknown, unknown, 200])
    await expect(sim.sessions.delete(other.id)).rejects.toMatchObject({ kind: 'NOT_FOUND' })

    const imported = demo.fork()
    await imported.importWorld(await sim.exportWorld())
    expect(await answers(imported)).toEqual([unknown, unknown, 200])

    const before = sim.snapshot()
    expect(await sim.sessions.deleteAll({ user: 'bob' })).toBe(3)
    expect(await answers()).toEqual([unknown, unknown, unknown])
    expect(await answer('JSESSIONID=sess-bob')).toEqual(unknown)
    expect(await answer('JSESSIONID=sess-alice')).toBe(200)
    sim.restore(before)
    expect(await answers()).toEqual([unknown, unknown, 200])
  })

  test('an account is unlinked in two steps, and linked again', async () => {
    const sim = demo.fork()
    const link = { user: 'alice', applicationId: 101 } as const
    expect(await sim.accountLinks.delete(link)).toMatchObject({ linked: false, consented: true })
    expect(await sim.accountLinks.delete({ ...link, step: 'consent' })).toMatchObject({ consented: false })
    expect(await sim.accountLinks.create(link)).toMatchObject({
      user: 'alice',
      linked: true,
      consented: true,
    })
  })

  test('a disabled site keeps messages waiting', async () => {
    const sim = demo.fork()
    expect(await sim.sites.update(102, { status: 'DISABLED' })).toMatchObject({ id: 102, status: 'DISABLED' })
    sim.clock.advance('10m')
    expect(sim.state('outboundMessage', { status: 'DONE' })).toEqual([])
  })

  test('pages are created, saved, viewed, read and deleted', async () => {
    const sim = demo.fork()
    const page = await sim.pages.create({
      title: 'Landing gear',
      spaceKey: 'ENG',
      as: 'alice',
      content: [{ key: 'REQ-014', html: 'The drone shall land.', properties: { Priority: 'High' } }],
    })
    expect(page).toMatchObject({ version: 1, savedBy: 'alice', requirements: [{ key: 'REQ-014' }] })
    const saved = await sim.pages.save(page.id, { define: [{ key: 'REQ-015' }], undefine: ['REQ-014'] })
    expect([saved.version, sim.state('requirement', { key: 'REQ-014' })[0]?.status]).toEqual([2, 'DELETED'])
    expect((await sim.pages.view(page.id)).gathered).toEqual(['REQ-015'])
    expect((await sim.pages.get(page.id)).requirements).toMatchObject([
      { key: 'REQ-015', htmlNeedsUpdating: false },
    ])
    await sim.pages.delete(page.id, { as: 'alice' })
    await expect(sim.pages.get(page.id)).rejects.toMatchObject({ kind: 'NOT_FOUND' })
  })

  test('issues change at the tracker', async () => {
    const sim = demo.fork()
    expect(await sim.issues.update(30001, { key: 'DRN-77', as: 'alice' })).toMatchObject({ key: 'DRN-77' })
    expect(sim.state('issue', { key: 'DRN-77' })).toHaveLength(1)
  })

  test('rules are created, listed, replaced and deleted', async () => {
    const sim = demo.fork()
    const content = { name: 'Has a category', kind: 'MANDATORY_PROPERTY', property: 'Category' } as const
    const before = await sim.rules.list()
    const rule = await sim.rules.create({ containerId: 1001, ...content })
    const { id } = rule
    expect((await sim.rules.list({ containerId: 1001 })).at(-1)).toEqual(rule)
    expect(await sim.rules.replace(id, { ...content, severity: 'WARNING' })).toMatchObject({
      severity: 'WARNING',
    })
    await sim.rules.delete(id)
    expect(await sim.rules.list()).toEqual(before)
  })

  test('records are added with the next number, replaced and deleted', async () => {
    const sim = demo.fork()
    const last = sim.state('requirementType').at(-1)?.id ?? 0
    const type = { applicationId: 101, projectContainerId: 1001, name: 'Hazard', pattern: 'HAZ-{000}' }
    const added = await sim.records.put('requirementType', type)
    expect(added).toEqual({ id: last + 1, ...type })
    await sim.records.put('requirementType', { ...added, name: 'Risk' })
    expect(sim.state('requirementType', { name: 'Risk' })).toEqual([{ ...added, name: 'Risk' }])
    await sim.records.delete('requirementType', added.id)
    expect(sim.state('requirementType', { id: added.id })).toEqual([])

    const grant = { containerId: 1003, userId: 3, level: 'read' } as const
    await sim.records.put('grant', grant)
    expect(sim.state('grant', grant)).toEqual([grant])
    await sim.records.delete('grant', '1003:3')
    expect(sim.state('grant', grant)).toEqual([])

    const uma = sim.state('user', { name: 'uma' }, 'us')[0]
    if (uma === undefined) throw new Error('the demo has no uma')
    const { passwordHash, ...shown } = uma
    await sim.records.put('user', { ...shown, displayName: 'Uma B.' }, { region: 'us' })
    expect(sim.state('user', { name: 'uma' }, 'us')).toEqual([{ ...uma, displayName: 'Uma B.' }])
    expect(passwordHash).toMatch(/^[0-9a-f]{64}$/)
    const needed = sim.records.delete('user', uma.id, { region: 'us' })
    await expect(needed).rejects.toMatchObject({ kind: 'CONFLICT' })
  })

  test('a world goes back to the state after a step, and the steps stay', async () => {
    const sim = demo.fork()
    await sim.issues.update(30001, { summary: 'First' })
    await sim.issues.update(30001, { summary: 'Second' })
    sim.clock.advance('1h')
    await sim.past.restore(1)
    expect(sim.clock.now()).toBe('2026-01-05T09:00:00.000Z')
    expect(sim.pastOf('default').last).toBe(4)
    expect(await sim.issues.update(30001, {})).toMatchObject({ summary: 'First' })
    await expect(sim.past.restore(9)).rejects.toMatchObject({ kind: 'NOT_FOUND' })
  })

  test('the stage shows the slide that is set, and says what a step of the timeline did', async () => {
    const sim = await createSimulator({ scenario: 'release-freeze' })
    expect(await sim.stage.step(1)).toMatchObject({ name: 'morning', done: false })
    await sim.run({ count: 1 })
    expect(await sim.stage.step(1)).toMatchObject({
      done: true,
      past: { before: 0, after: 1 },
      result: { outcome: 'passed' },
      exchange: { operation: 'wiki.baseline.read', user: 'bob', answer: { status: 200 } },
    })
    const place = { slide: 1, since: '2026-01-05T09:00:00.000Z' }
    expect(await sim.stage.set(place)).toEqual(place)
    const { stage } = (await (await sim.fetch('/_sim/timeline')).json()) as { stage?: unknown }
    expect(stage).toEqual(place)
    await expect(sim.stage.step(99)).rejects.toMatchObject({ kind: 'NOT_FOUND' })
  })

  test('a world is saved as a scenario with a name and a description', async () => {
    const sim = demo.fork()
    await sim.worlds.create({ name: 'later' })
    await sim.exchange({
      method: 'PUT',
      url: '/_sim/issues/30001',
      headers: { 'content-type': 'application/json', 'x-sim-control': '1', 'x-sim-world': 'later' },
      body: '{"summary":"Only later"}',
    })
    const description = 'Monday: "before" the demo'
    const saved = await sim.saveScenario({ world: 'later', name: 'monday', description })
    expect(saved.name).toBe('monday')
    expect(saved.text).toContain('summary: Only later')
    expect(parse(saved.text)).toMatchObject({ name: 'monday', description })
    const unnamed = await sim.saveScenario()
    expect(unnamed.name).toBe('demo-saved')
    expect(unnamed.text).not.toContain('Only later')
    expect(Object.keys(parse(unnamed.text) as object)).not.toContain('description')
    await expect(sim.saveScenario({ name: '' })).rejects.toMatchObject({ kind: 'INVALID' })
    await expect(sim.saveScenario({ nmae: 'monday' } as never)).rejects.toThrow("'nmae'")
  })

  test('worlds are created, listed and deleted', async () => {
    const sim = demo.fork()
    sim.clock.advance('1h')
    await sim.worlds.create({ name: 'later', from: 'default' })
    await sim.worlds.create({ name: 'fresh' })
    const clocks = (await sim.worlds.list()).map(({ name, clock }) => [name, clock.now])
    expect(clocks).toEqual([
      ['default', '2026-01-05T10:00:00.000Z'],
      ['later', '2026-01-05T10:00:00.000Z'],
      ['fresh', '2026-01-05T09:00:00.000Z'],
    ])
    await sim.worlds.delete('later')
    expect((await sim.worlds.list()).map(({ name }) => name)).toEqual(['default', 'fresh'])
  })

  test('a world moves to another simulator', async () => {
    const [sim, other] = [demo.fork(), await createSimulator({ scenario: 'empty' })]
    await sim.issues.update(30001, { summary: 'Moved' })
    await other.importWorld(await sim.exportWorld())
    expect(await other.exportWorld()).toEqual(await sim.exportWorld())
    await other.importWorld(await demo.exportWorld(), 'second')
    expect(await other.exportWorld('second')).toEqual(await demo.exportWorld())
  })

  test('what is wrong is refused, and nothing changes', async () => {
    const sim = demo.fork()
    const before = await sim.exportWorld()
    const refused = sim.tokens.create({ user: 'alcie' })
    await expect(refused).rejects.toThrow(Refusal)
    await expect(refused).rejects.toMatchObject({
      kind: 'NOT_FOUND',
      message: expect.stringContaining('alcie'),
    })
    await expect(sim.pages.save(4001, { titel: 'x' } as never)).rejects.toThrow("'titel'")
    await expect(sim.importWorld({ format: 'other' } as never)).rejects.toMatchObject({ kind: 'INVALID' })
    expect(await sim.exportWorld()).toEqual(before)
  })
})
