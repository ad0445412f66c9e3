// What a client sees of the MCP server: its tools, their errors, and results within their bounds.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { EXPECTATION_CRITERIA } from '../../src/gateway/journal/call-criteria.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { MAXIMUM_RESULT } from '../../src/mcp/bounded.ts'
import { createSimulator } from '../../src/index.ts'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
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
  {
    readTrace: largeTrace,
    pages: packagedPages(),
    exploreCommand: async ({ schedules }) => ({
      schedules,
      ended: 'schedules',
      failures: Array.from({ length: 3 }, (_, times) => ({
        sentence: 'a lost response of wiki.baseline.list breaks the client',
        message: 'expected 200',
        consequence: 'gave up',
        times,
        schedule: [],
        output: 'line\n'.repeat(3000),
      })),
    }),
  },
)
const { tools } = await client.listTools()
const toolOf = (name: string) => tools.find((tool) => tool.name === name)!

const SEARCH = { operation: 'wiki.requirement.search', as: 'alice', path: { spaceKey: 'ENG' } }

describe('the list of tools', () => {
  it('has twenty at most, named by verbs in snake_case', () => {
    expect(tools.length).toBeLessThanOrEqual(20)
    expect(tools.filter(({ name }) => !/^[a-z]+(?:_[a-z]+)?$/.test(name))).toEqual([])
  })

  it('takes at most 27,000 characters of a model’s context', () => {
    expect(JSON.stringify(tools).length).toBeLessThan(27_000)
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

  it.each(tools)(
    '$name says whether it changes anything, and whether it reaches anything outside',
    (tool) => {
      const reads = /^(?:get|search|describe|compare|verify|report|read)/.test(tool.name)
      const outside = tool.name === 'explore_command'
      expect(tool.annotations).toMatchObject({ readOnlyHint: reads, openWorldHint: outside })
      if (reads) expect(tool.annotations).toMatchObject({ destructiveHint: false, idempotentHint: true })
    },
  )

  it('has explore_command only where commands are allowed', async () => {
    const { client: other, call: callOther } = await connectInProcess()
    const names = (await other.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(tools.map(({ name }) => name).filter((name) => name !== 'explore_command'))
    await expect(callOther('explore_command', { command: ['true'] })).rejects.toThrow('explore_command')
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
    ['advance_clock', { bye: '3m' }, "advance_clock has no field 'bye': did you mean 'by'?"],
    [
      'advance_clock',
      { by: '3 minutes' },
      "by '3 minutes': must be a duration such as '10s', '3m' or 'PT3M'",
    ],
    ['advance_clock', {}, "the arguments: send exactly one of 'by', 'to' and 'jobs'"],
    [
      'advance_clock',
      { by: '1m', world: 'defualt' },
      "world: there is no 'defualt'; did you mean 'default'?",
    ],
    ['load_scenario', { name: 'outge' }, "name: there is no 'outge'; did you mean 'outage'?"],
    ['load_scenario', {}, "the arguments: 'name' or 'scenario' says what to load; give one of the two"],
    ['load_scenario', { scenario: { spaces: [] } }, "no field 'spaces': it takes"],
    ['load_scenario', { scenario: { extends: ['../etc/passwd'] } }, 'extends'],
    ['create_world', { name: 'a b' }, "name: world 'a b': a name is 1 to 64 letters, digits"],
    ['create_world', { name: 'a', from: 'b' }, "from: no world 'b': get_state lists those in use"],
    ['reset_world', { snapshot: 'nothing' }, "snapshot: no snapshot 'nothing': get_state lists them"],
    ['reset_world', { snapshot: null }, "snapshot: must be a name or a number, not 'null'; leave it out"],
    ['reset_world', { snapshot: 'x', worlds: 'all' }, "leave out 'worlds' or 'snapshot'"],
    ['search_operations', { query: 7 }, "query: must be text, not '7'"],
    ['search_operations', { limit: 500 }, "limit: must be a whole number from 1 to 50, not '500'"],
    ['search_operations', { interface: 'wikki' }, "interface: there is no 'wikki'; did you mean 'wiki'?"],
    ['describe_operation', {}, 'operation is required: The id, such as'],
    ['describe_operation', { operation: 'wiki.baseline.frieze' }, "did you mean 'wiki.baseline.freeze'?"],
    ['call_operation', { operation: 'wiki.baseline.frieze' }, "did you mean 'wiki.baseline.freeze'?"],
    ['call_operation', { ...SEARCH, as: 'alicia' }, "as: no user 'alicia': did you mean 'alice'?"],
    ['call_operation', { ...SEARCH, path: { spaceKy: 'ENG' } }, "'spaceKy': did you mean 'spaceKey'?"],
    ['call_operation', { ...SEARCH, path: {} }, "lacks 'spaceKey'"],
    ['call_operation', { ...SEARCH, path: 'ENG' }, "path: must be an object of names and values, not 'ENG'"],
    ['call_operation', { ...SEARCH, token: { value: 'x' } }, "token: must be text, not '(redacted)'"],
    ['call_operation', { ...SEARCH, token: 'tok-bob' }, 'leave one of them out'],
    ['call_operation', { ...SEARCH, region: 'uk' }, "region: there is no 'uk'; did you mean 'us'?"],
    ['run_timeline', { to: 'frozen' }, "scenario 'demo' has no timeline"],
    ['run_timeline', { count: 0 }, "count: must be a whole number from 1 to 1000000, not '0'"],
    ['add_fault', { operation: 'wiki.requirement.serch' }, "did you mean 'wiki.requirement.search'?"],
    ['add_fault', { status: 'bad' }, "status: must be a whole number from 200 to 599, not 'bad'"],
    ['clear_faults', { id: 7 }, "id: no fault '7'"],
    ['clear_faults', { id: { a: 1 } }, 'id: must be a whole number of at least 1, not'],
    ['get_state', { table: 'baselin' }, "table: no table 'baselin': did you mean 'baseline'?"],
    ['get_state', { table: 'baseline', where: { spacekey: 'ENG' } }, "did you mean 'spaceKey'?"],
    [
      'get_state',
      { table: 'baseline', where: 'ENG' },
      "where: must be an object of names and values, not 'ENG'",
    ],
    ['get_state', { limit: 3 }, "limit: needs 'table'; give both, or neither"],
    ['get_journal', { number: 9999 }, "number: no exchange '9999' in the journal"],
    ['get_journal', { pointer: '/answer' }, "pointer: needs 'number'; give both, or neither"],
    ['get_journal', { number: 1, operation: 'x' }, "operation: does not go with 'number'"],
    ['get_journal', { operation: 'wiki.requirement.serch' }, "did you mean 'wiki.requirement.search'?"],
    ['verify', {}, 'names an operation, or else a path'],
    ['verify', { operation: 'wiki.baseline.freeze', tymes: 1 }, "did you mean 'times'?"],
    ['report', { forbid: ['intern'] }, "forbid[0]: there is no 'intern'; did you mean 'internal'?"],
    ['report', { forbid: 7 }, "forbid: must be a list, not '7'"],
    ['report', { minExercised: -1 }, "minExercised: must be a whole number of at least 0, not '-1'"],
    ['report', { assumptionsBelow: 'likely' }, 'assumptionsBelow needs maxAssumptions'],
    ['take_snapshot', { name: 'x y' }, 'letters, digits'],
    ['compare_snapshots', {}, 'before is required: The earlier snapshot, by the id of take_snapshot.'],
    ['compare_snapshots', { before: 'nothing' }, "before: no snapshot 'nothing'"],
    ['compare_snapshots', { before: 0, after: 'nothing' }, ": no snapshot '"],
    ['open_trace', {}, 'path is required: The path of the file'],
    ['explore_command', {}, 'command is required: The program and its arguments'],
    ['explore_command', { command: 'npm test' }, "command: must be a list, not 'npm test'"],
    ['explore_command', { command: [] }, 'command: must be a program and its arguments, 100 at most'],
    [
      'explore_command',
      { command: ['true'], seconds: 900 },
      "seconds: must be a whole number from 1 to 300, not '900'",
    ],
    ['read_docs', {}, "the arguments: 'query' finds pages and 'page' reads one; give one of the two"],
    ['read_docs', { query: 'clock', offset: 5 }, "offset: '5' goes with 'page'"],
    ['call_control', {}, 'route is required: Method and path of the route.'],
    ['call_control', { route: 'GET /quees' }, "did you mean 'GET /queues'?"],
    [
      'call_control',
      { route: 'GET /events' },
      "route: must be one that resource reqsim://control describes, not 'GET /events'",
    ],
    ['call_control', { route: 'PATCH /sites/{id}', body: {} }, "path: lacks 'id'"],
    [
      'call_control',
      { route: 'GET /clock', body: {} },
      "body: GET /clock takes none, not '{}'; leave it out",
    ],
    ['call_control', { route: 'GET /journal', query: { limt: 1 } }, "query: 'limt' is not known here"],
    ['call_control', { route: 'POST /tokens', body: { usr: 'alice' } }, "did you mean 'user'?"],
    ['call_control', { route: 'GET /clock', query: [] }, 'query: must be an object of names and values'],
  ])('%s %j', async (name, toolArguments, message) => {
    const { isError, text } = await call(name, toolArguments)
    expect([isError, text]).toEqual([true, expect.stringContaining(message)])
  })

  /** Valid calls, into which one wrong value is put. */
  const VALID: Readonly<Record<string, object>> = {
    get_state: { table: 'baseline' },
    create_world: { name: 'walk' },
    reset_world: {},
    describe_operation: { operation: SEARCH.operation },
    call_operation: SEARCH,
    advance_clock: {},
    add_fault: { status: 503 },
    get_journal: {},
    verify: { operation: SEARCH.operation },
    compare_snapshots: { before: 'walk' },
    open_trace: { path: 'large.trace' },
    explore_command: { command: ['true'] },
    call_control: { route: 'GET /clock' },
  }
  const NO_STATUS = { status: undefined }
  /** Arguments that belong to another one, and with what they are wrong. */
  const WITHOUT: Readonly<Record<string, object>> = {
    'read_docs offset': { page: 'README.md' },
    'report assumptionsBelow': { maxAssumptions: 1 },
    'load_scenario name': {},
    'add_fault at': { ...NO_STATUS, freeze: 'ENG' },
    'add_fault service': { ...NO_STATUS, queue: 'outbound', answer: 'FAILED' },
    'add_fault messageOperation': { ...NO_STATUS, queue: 'outbound', answer: 'FAILED' },
    'add_fault from': { ...NO_STATUS, outage: 102 },
    'add_fault for': { ...NO_STATUS, outage: 102 },
    'add_fault drop': NO_STATUS,
    'add_fault field': { ...NO_STATUS, mutate: 'field-null' },
    'call_operation token': { as: undefined },
    'verify path': { operation: undefined },
  }
  const WRONG = ['no such value', -7, 7.5, { a: 1 }, ['x'], null, true]
  const walked = tools.flatMap((tool) =>
    Object.keys(tool.inputSchema.properties ?? {}).map((argument) => [tool.name, argument] as const),
  )

  it.each(walked)('%s %s, whatever is wrong with it', async (name, argument) => {
    await call('load_scenario', { name: name === 'run_timeline' ? 'release-freeze' : 'demo' })
    await call('take_snapshot', { name: 'walk' })
    const { data } = await call('call_operation', SEARCH)
    for (const wrong of WRONG) {
      const needed = argument === 'pointer' ? { number: data['exchange'] } : {}
      const given = { ...VALID[name], ...WITHOUT[`${name} ${argument}`], ...needed, [argument]: wrong }
      const { isError, text } = await call(name, given)
      // Free texts, bodies and settings take some of the values.
      if (!isError) continue
      const [first = ''] = text.split('\n')
      expect(first).toMatch(new RegExp(`^'?${argument}\\b|'${argument}'`))
      expect(text).not.toMatch(/query parameter|the control API has|is not a function|\[object/)
      // A credential is not repeated.
      if (argument === 'token') continue
      expect(text).toContain(typeof wrong === 'object' && wrong !== null ? '' : String(wrong).slice(0, 5))
    }
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
    expect((await broken.client.listTools()).tools).toHaveLength(tools.length - 1)
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
    expect(part.text).toContain(`has nothing at '${pointer}'`)
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
      explore_command: { command: ['true'] },
      read_docs: { page: 'troubleshooting.md' },
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
    expect(written.text).toContain(`wiki.requirement.write returned 200. It ignored: ${ignored}.`)
    const listed = await call('get_journal', { ignored: true, limit: 1 })
    expect(listed.text).toContain(` Ignored: ${ignored}.`)
    const [{ number }] = listed.data['items'] as [{ number: number }]
    expect((await call('get_journal', { number })).text).toContain(`→ 200, ignored: ${ignored}.`)
    expect((await call('report', {})).text).toContain('(did you mean htmlExcerpt?)')
  })

  it('is told of the transition and the assumptions of a call', async () => {
    await call('load_scenario', { name: 'demo' })
    const freeze = { operation: 'wiki.baseline.freeze', as: 'alice', path: { spaceKey: 'ENG', version: 2 } }
    const frozen = await call('call_operation', freeze)
    expect(frozen.text).toMatch(
      /^wiki\.baseline\.freeze returned 200\. Transition: baseline PREVIEW → \w+ \(\w+\).*\. Assumptions \(GET \/assumptions\): A\d+/,
    )
    expect(frozen.data).toMatchObject({
      transitions: expect.arrayContaining([
        expect.objectContaining({ machine: 'baseline', from: 'PREVIEW' }),
      ]),
      assumptions: expect.arrayContaining([expect.stringMatching(/^A\d+$/)]),
    })
  })

  it('runs steps of the timeline, and is told why one failed', async () => {
    await call('load_scenario', { name: 'release-freeze' })
    const first = await call('run_timeline', { count: 1 })
    expect(first.text).toMatch(/^Ran 1 step of release-freeze, \d+ left; the clock is at 2026-/)
    const rest = await call('run_timeline', {})
    expect(rest.text).toMatch(/^Ran \d+ steps of release-freeze, 0 left/)
    const wrong = { call: 'GET /wiki/rest/reqs/1/baseline/ENG', as: 'alice', expect: { status: 418 } }
    await call('load_scenario', { scenario: { extends: ['demo'], timeline: [wrong] } })
    const failed = await call('run_timeline', {})
    expect(failed.text).toMatch(/ Failed: .*baseline\/ENG.*: .*418.*\.$/)
    expect(failed.data).toMatchObject({ ok: false })
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
