// What a client sees of the MCP server: its tools, their errors, and results within their bounds.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { EXPECTATION_CRITERIA } from '../../src/gateway/journal/call-criteria.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { MAXIMUM_RESULT } from '../../src/mcp/bounded.ts'
import { createSimulator } from '../../src/index.ts'
import { connectInProcess } from './connect.ts'

/** A run with many suspicious steps, long names and a long error. */
async function largeTrace(): Promise<Uint8Array> {
  const sim = await createSimulator()
  for (let number = 0; number < 60; number++)
    await sim.fetch(`/wiki/rest/reqs/1/baseline/ENG?${'colour'.repeat(40)}${number}=red`)
  return sim.trace('default', { failure: { error: 'failed '.repeat(2000), output: 'line\n'.repeat(3000) } })
}

const { client, call, simulator, defects } = await connectInProcess(
  { scenario: 'demo' },
  { readTrace: largeTrace },
)
const { tools } = await client.listTools()
const toolOf = (name: string) => tools.find((tool) => tool.name === name)!

const SEARCH = { operation: 'wiki.requirement.search', as: 'alice', path: { spaceKey: 'ENG' } }

describe('the list of tools', () => {
  it('has seventeen at most, named by verbs in snake_case', () => {
    expect(tools.length).toBeLessThanOrEqual(17)
    expect(tools.filter(({ name }) => !/^[a-z]+(?:_[a-z]+)?$/.test(name))).toEqual([])
  })

  it('takes at most 24,000 characters of a model’s context', () => {
    expect(JSON.stringify(tools).length).toBeLessThan(24_000)
  })

  it.each(tools)(
    '$name has a title, a description and a valid schema, and each argument is described',
    (tool) => {
      expect(tool.title).toMatch(/^[A-Z]/)
      expect(tool.description?.length).toBeGreaterThan(30)
      expect(new Ajv2020({ strict: false }).validateSchema(tool.inputSchema)).toBe(true)
      const properties = Object.entries(tool.inputSchema.properties ?? {}) as [
        string,
        { description?: string },
      ][]
      expect(properties.filter(([, { description }]) => description === undefined)).toEqual([])
      expect(tool.inputSchema['additionalProperties']).toBe(false)
    },
  )

  it.each(tools)('$name says whether it changes anything, and that it reaches nothing outside', (tool) => {
    const reads = /^(?:get|search|describe|compare|verify|report)/.test(tool.name)
    expect(tool.annotations).toMatchObject({ readOnlyHint: reads, openWorldHint: false })
    if (reads) expect(tool.annotations).toMatchObject({ destructiveHint: false, idempotentHint: true })
  })

  it('takes the arguments from the declarations of the control API', () => {
    const names = (name: string) => Object.keys(toolOf(name).inputSchema.properties ?? {})
    expect(names('verify').toSorted()).toEqual(Object.keys(EXPECTATION_CRITERIA).toSorted())
    expect(names('advance_clock')).toEqual(['by', 'to', 'jobs', 'world'])
    expect(names('add_fault')).toEqual(
      expect.arrayContaining(['operation', 'outage', 'latency', 'probability']),
    )
    const routes = toolOf('call_control').inputSchema.properties?.['route'] as { enum: string[] }
    expect(routes.enum).toHaveLength(controlRoutes.length - 1)
  })

  it('a tool that only reads changes no record', async () => {
    await call('take_snapshot', { name: 'before-reading' })
    for (const { name, annotations } of tools)
      if (annotations?.readOnlyHint === true)
        await call(name, { describe_operation: { operation: SEARCH.operation } }[name] ?? {})
    const { data } = await call('compare_snapshots', { before: 'before-reading' })
    expect(data).toMatchObject({ items: [], total: 0 })
  })
})

describe('an error names the argument, its value and the correction:', () => {
  it.each([
    [
      'advance_clock',
      { bye: '3m' },
      "the arguments of advance_clock must not have 'bye': did you mean 'by'?",
    ],
    [
      'advance_clock',
      { by: '3 minutes' },
      "by '3 minutes': must be a duration such as '10s', '3m' or 'PT3M'",
    ],
    ['advance_clock', {}, "body: send exactly one of 'by', 'to' and 'jobs'"],
    [
      'advance_clock',
      { by: '1m', world: 'defualt' },
      "world: there is no 'defualt'; did you mean 'default'?",
    ],
    ['load_scenario', { name: 'outge' }, "scenario: no ready scenario 'outge'; did you mean 'outage'?"],
    ['load_scenario', {}, "load_scenario takes 'name' or 'scenario': give one of the two"],
    ['load_scenario', { scenario: { spaces: [] } }, "unknown field 'spaces'; known here:"],
    ['load_scenario', { scenario: { extends: ['../etc/passwd'] } }, 'extends'],
    ['create_world', { name: 'a b' }, 'letters, digits'],
    ['reset_world', { snapshot: 'nothing' }, "no snapshot 'nothing'"],
    ['reset_world', { snapshot: 'x', worlds: 'all' }, "leave out 'worlds'"],
    ['search_operations', { query: 7 }, "query is text, not '7'"],
    ['search_operations', { limit: 500 }, "limit is a whole number from 1 to 50, not '500'"],
    ['search_operations', { interface: 'wikki' }, "'interface' must be one of"],
    ['describe_operation', {}, "'operation' is missing: search_operations finds ids"],
    ['describe_operation', { operation: 'wiki.baseline.frieze' }, "did you mean 'wiki.baseline.freeze'?"],
    ['call_operation', { operation: 'wiki.baseline.frieze' }, "did you mean 'wiki.baseline.freeze'?"],
    ['call_operation', { ...SEARCH, as: 'alicia' }, "no user 'alicia': did you mean 'alice'?"],
    ['call_operation', { ...SEARCH, path: { spaceKy: 'ENG' } }, "'spaceKy': did you mean 'spaceKey'?"],
    ['call_operation', { ...SEARCH, path: {} }, "lacks 'spaceKey'"],
    ['call_operation', { ...SEARCH, path: 'ENG' }, 'is an object of names and values'],
    ['call_operation', { ...SEARCH, token: 'tok-bob' }, 'leave one of them out'],
    ['call_operation', { ...SEARCH, region: 'uk' }, "no region 'uk'"],
    ['add_fault', { operation: 'wiki.requirement.serch' }, "did you mean 'wiki.requirement.search'?"],
    ['add_fault', { status: 'bad' }, "'status'"],
    ['clear_faults', { id: 7 }, "no fault '7'"],
    ['clear_faults', { id: { a: 1 } }, 'id is text or a number'],
    ['get_state', { table: 'baselin' }, "no table 'baselin': did you mean 'baseline'?"],
    ['get_state', { table: 'baseline', where: { spacekey: 'ENG' } }, "did you mean 'spaceKey'?"],
    ['get_state', { table: 'baseline', where: 'ENG' }, "where is an object of fields and values, not 'ENG'"],
    ['get_state', { limit: 3 }, "limit needs 'table': give both, or neither"],
    ['get_journal', { number: 9999 }, "no exchange '9999' in the journal"],
    ['get_journal', { pointer: '/answer' }, "pointer needs 'number': give both, or neither"],
    ['get_journal', { number: 1, operation: 'x' }, "number selects one request: leave out 'operation'"],
    ['get_journal', { operation: 'wiki.requirement.serch' }, "did you mean 'wiki.requirement.search'?"],
    ['verify', {}, 'names an operation, or else a path'],
    ['verify', { operation: 'wiki.baseline.freeze', tymes: 1 }, "did you mean 'times'?"],
    ['report', { forbid: ['intern'] }, "forbid: no class 'intern'"],
    ['report', { minExercised: -1 }, 'minExercised must be a whole number of at least 0'],
    ['take_snapshot', { name: 'x y' }, 'letters, digits'],
    ['compare_snapshots', {}, "'before' is missing: give the id of take_snapshot"],
    ['compare_snapshots', { before: 'nothing' }, "no snapshot 'nothing'"],
    ['open_trace', {}, "path is the path of a trace such as 'reqsim-traces/a.trace'"],
    ['call_control', {}, "route: there is no 'undefined'"],
    ['call_control', { route: 'GET /quees' }, "did you mean 'GET /queues'?"],
    ['call_control', { route: 'GET /events' }, "route: there is no 'GET /events'"],
    ['call_control', { route: 'PATCH /sites/{id}', body: {} }, "'id' is missing"],
    ['call_control', { route: 'GET /clock', body: {} }, 'takes no body: leave it out'],
    ['call_control', { route: 'POST /tokens', body: { usr: 'alice' } }, "did you mean 'user'?"],
    ['call_control', { route: 'GET /clock', query: [] }, 'query is an object of names and values'],
  ])('%s %j', async (name, toolArguments, message) => {
    const { isError, text } = await call(name, toolArguments)
    expect([isError, text]).toEqual([true, expect.stringContaining(message)])
  })

  it('and nothing of this was a defect', () => expect(defects).toEqual([]))

  it('a misspelt world is not made', async () => {
    await call('get_state', { world: 'defualt' })
    expect((await simulator.worlds.list()).map(({ name }) => name)).toEqual(['default'])
  })

  it('a defect of the simulator is reported as one, and the server goes on', async () => {
    const broken = await connectInProcess()
    broken.simulator.catchUp = () => {
      throw new Error('lost a screw')
    }
    const { isError, text } = await broken.call('get_state')
    expect([isError, text]).toEqual([true, 'a defect of the simulator, not of the call: lost a screw'])
    expect(broken.defects).toEqual([expect.objectContaining({ message: 'lost a screw' })])
    expect((await broken.client.listTools()).tools).toHaveLength(tools.length)
  })
})

describe('a result', () => {
  it('is data, and the same as text after a summary', async () => {
    const { texts, data } = await call('call_control', { route: 'GET /clock' })
    expect(texts[0]).toBe('GET /clock: 200.')
    expect(JSON.parse(texts[1] ?? '')).toEqual(data)
    expect(data).toMatchObject({ mode: 'manual' })
  })

  it('is cut to its bound, and says where and how to get the rest', async () => {
    await call('load_scenario', { name: 'demo' })
    const { texts, data } = await call('get_state', { table: 'requirement', limit: 1000, members: 1000 })
    expect(data['total']).toBe(18)
    const many = await call('call_control', { route: 'GET /assumptions' })
    for (const each of [texts, many.texts]) expect(each[1]?.length).toBeLessThanOrEqual(MAXIMUM_RESULT)
    expect(many.text).toBe('GET /assumptions: 200. Shortened at /items: narrow it with the query.')
    expect(many.texts[1]).toMatch(/"… \d+ more"\],/)
  })

  it('of a long response can be read in parts, by a pointer', async () => {
    await call('load_scenario', { name: 'demo' })
    const long = await call('call_operation', { operation: 'wiki.openapi.read' })
    expect(long.text).toMatch(
      /Shortened at .+: get_journal with number \d+ and a pointer below \/answer\/body/,
    )
    const number = long.data['exchange']
    const pointer = '/answer/body/paths/~1rest~1reqs~11~1api/get/operationId'
    const part = await call('get_journal', { number, pointer })
    const other = await call('get_journal', { number, pointer: '/answer/body/openapi' })
    expect(other.data).toEqual({ pointer: '/answer/body/openapi', value: '3.0.3' })
    expect(part.text).toContain(`has nothing at pointer '${pointer}'`)
  })

  it.each(tools.map(({ name }) => name))('of %s stays within its bound', async (name) => {
    const large: Record<string, object> = {
      load_scenario: { name: 'outage' },
      create_world: { name: 'large' },
      search_operations: { limit: 50 },
      describe_operation: { operation: 'wiki.traceability.render' },
      call_operation: {
        operation: 'wiki.requirement.search',
        as: 'alice',
        path: { spaceKey: '*' },
        query: { limit: 200 },
      },
      advance_clock: { by: '30d' },
      add_fault: { interface: 'wiki', latency: '1s' },
      get_state: { table: 'outboundMessage', limit: 10_000, members: 10_000 },
      get_journal: { limit: 10_000 },
      open_trace: { path: 'large.trace' },
      verify: { operation: 'wiki.requirement.search' },
      call_control: { route: 'GET /export' },
    }
    const { isError, texts } = await call(name, large[name])
    const needs = name === 'compare_snapshots'
    expect([isError, texts.join('').length < MAXIMUM_RESULT + 1000]).toEqual([needs, true])
  })
})

describe('a session', () => {
  it('freezes a baseline in one world and sees what that changed', async () => {
    await call('load_scenario', { name: 'demo' })
    await call('create_world', { name: 'other', from: 'default' })
    await call('take_snapshot', { name: 'start' })
    const path = { spaceKey: 'ENG', version: 2 }
    const frozen = await call('call_operation', { operation: 'wiki.baseline.freeze', as: 'alice', path })
    expect(frozen.data).toMatchObject({ status: 200, body: { taskId: expect.any(String) } })
    const moved = await call('advance_clock', { by: '3m' })
    expect(moved.text).toBe('The clock is at 2026-01-05T09:03:00.000Z; 2 jobs ran.')
    const { data } = await call('compare_snapshots', { before: 'start', table: 'baseline' })
    expect(data['items']).toMatchObject([{ changed: ['status', 'frozenAt'], after: { status: 'DONE' } }])
    const other = await call('get_state', { table: 'baseline', where: { number: 2 }, world: 'other' })
    expect(other.data['items']).toMatchObject([{ status: 'PREVIEW' }])
    const restored = await call('reset_world', { snapshot: 'start' })
    expect(restored.text).toBe('Restored start into world default.')
    const again = await call('get_state', { table: 'baseline', where: { number: 2 } })
    expect(again.data['items']).toMatchObject([{ status: 'PREVIEW' }])
  })

  it('is told of names that nothing read, which looked like a success', async () => {
    const write = { operation: 'wiki.requirement.write', as: 'alice' }
    const path = { spaceKey: 'ENG', key: 'REQ-001' }
    const written = await call('call_operation', { ...write, path, body: { html: 'x' } })
    const ignored = 'body html (did you mean htmlExcerpt?)'
    expect(written.text).toBe(`wiki.requirement.write returned 200. It ignored: ${ignored}.`)
    const listed = await call('get_journal', { ignored: true, limit: 1 })
    expect(listed.text).toContain(` Ignored: ${ignored}.`)
    const [{ number }] = listed.data['items'] as [{ number: number }]
    expect((await call('get_journal', { number })).text).toContain(`→ 200, ignored: ${ignored}.`)
    expect((await call('report', {})).text).toContain('(did you mean htmlExcerpt?)')
  })

  it('finds an operation by words, and calls it by the example of its description', async () => {
    const found = await call('search_operations', { query: 'freezing baselines' })
    expect(found.data['items']).toMatchObject({ 0: { operation: 'wiki.baseline.freeze' } })
    const none = await call('search_operations', { query: 'wiki.baseline.frieze' })
    expect(none.text).toContain('None has all of the words. Did you mean wiki.baseline.freeze')
    const { data } = await call('describe_operation', { operation: 'wiki.baseline.freeze' })
    expect(data).toMatchObject({
      method: 'POST',
      permission: { words: 'space edit' },
      response: { status: 200, schema: { properties: { taskId: { type: 'string' } } } },
      errors: { 409: 'The baseline is not in PREVIEW.' },
    })
    const called = await call('call_operation', data['exampleCall'] as object)
    expect(called.data).toMatchObject({ status: 200 })
  })

  it('gets refusals and dropped connections of the service as results', async () => {
    await call('reset_world')
    const refused = await call('call_operation', { ...SEARCH, as: 'eve' })
    expect([refused.isError, refused.data['status']]).toEqual([false, 403])
    await call('add_fault', { operation: SEARCH.operation, drop: true, times: 1 })
    const dropped = await call('call_operation', SEARCH)
    expect(dropped.data).toMatchObject({ status: 0, connection: 'closed without a response' })
    const cleared = await call('clear_faults')
    expect(cleared.data).toEqual({ left: 0 })
    expect((await call('call_operation', SEARCH)).data).toMatchObject({ status: 200 })
  })

  it('judges what was called', async () => {
    await call('reset_world', { worlds: 'all' })
    await call('call_operation', SEARCH)
    const good = await call('verify', { operation: SEARCH.operation, user: 'alice', times: 1 })
    expect([good.text, good.data['ok']]).toEqual(['ok: 1 request.', true])
    const bad = await call('verify', { operation: SEARCH.operation, user: 'bob' })
    expect(bad.text).toMatch(/^expected at least 1 call of .+ by bob; 0 matched; nearest: #/)
    const report = await call('report', { minExercised: 2 })
    expect(report.text).toBe('1 request, 1 operation used, 1 problem.')
    expect(report.data).toMatchObject({ problems: [expect.stringContaining('fewer than the minimum of 2')] })
  })

  it('does not see the credentials of a request', async () => {
    await call('reset_world')
    await call('call_operation', { operation: 'standalone.user.readSelf', token: 'tok-alice' })
    const { data } = await call('get_journal', { limit: 1 })
    const [{ number }] = data['items'] as [{ number: number }]
    const read = await call('get_journal', { number })
    expect(read.texts.join()).not.toContain('tok-alice')
    expect(read.texts.join()).toContain('(redacted)')
  })

  it('on an automatic clock polls a task to its end', async () => {
    const auto = await connectInProcess({ scenario: 'demo', clock: { mode: 'auto' } })
    const { data } = await auto.call('call_operation', {
      operation: 'wiki.baseline.freeze',
      as: 'alice',
      path: { spaceKey: 'ENG', version: 2 },
    })
    const { taskId } = data['body'] as { taskId: string }
    const poll = { operation: 'wiki.task.read', as: 'alice', path: { taskId } }
    let status: unknown
    for (let tries = 0; tries < 5 && status !== 'DONE'; tries++)
      status = ((await auto.call('call_operation', poll)).data['body'] as { status: string }).status
    expect(status).toBe('DONE')
  })
})
