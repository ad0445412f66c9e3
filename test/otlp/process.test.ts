// `reqsim serve --otlp` as a process, with a collector on the loopback address.

import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { type RunningProcess, startProcess } from '../cli/cli.ts'
import { type Collector, startCollector } from './collector.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const ALICE = { Authorization: 'Bearer tok-alice' }
const FREEZE = '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'

const running: RunningProcess[] = []
const collectors: Collector[] = []

afterEach(async () => {
  for (const command of running.splice(0)) {
    command.process.kill('SIGKILL')
    await command.finished
  }
  for (const collector of collectors.splice(0)) await collector.close()
})

async function collect(): Promise<Collector> {
  const collector = await startCollector()
  collectors.push(collector)
  return collector
}

async function serve(...args: readonly string[]) {
  const command = startProcess(['serve', 'demo', '--port', '0', ...args])
  running.push(command)
  const [, url = ''] = await command.seen(/^reqsim listening on (\S+)\n/)
  await command.seen(/Try: .*\n/)
  return { url, command }
}

const advance = (url: string, by: string) =>
  fetch(`${url}/_sim/clock/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1' },
    body: JSON.stringify({ by }),
  })

describe('a span', () => {
  test('of an exchange has the parent, the attributes and the times of its request', async () => {
    const collector = await collect()
    const { url } = await serve('--clock', 'manual', '--otlp', collector.url)
    const began = Date.now()
    await fetch(`${url}/_world/mine${FREEZE}?x=secret`, {
      method: 'POST',
      headers: {
        ...ALICE,
        traceparent: `00-${TRACE}-${CALLER}-01`,
        tracestate: 'vendor=1',
        'User-Agent': 'test/1',
      },
    })
    const ended = Date.now()
    const span = await collector.seen('wiki.baseline.freeze')
    const { host, hostname, port } = new URL(url)
    expect(span).toMatchObject({
      kind: 2,
      traceId: TRACE,
      parentSpanId: CALLER,
      traceState: 'vendor=1',
      status: { code: 0 },
      resource: { 'service.name': 'reqsim', 'service.version': VERSION },
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'http.route': '/wiki/rest/reqs/1/baseline-actions/{spaceKey}/freeze/{version}',
        'url.path': `/_world/mine${FREEZE}`,
        'url.scheme': 'http',
        'server.address': hostname,
        'server.port': Number(port),
        'user_agent.original': 'test/1',
        'user.name': 'alice',
        'reqsim.operation': 'wiki.baseline.freeze',
        'reqsim.interface': 'wiki',
        'reqsim.region': 'eu',
        'reqsim.world': 'mine',
        'reqsim.time': '2026-01-05T09:00:00.000Z',
        'reqsim.request_id': '1',
        'reqsim.permission': 'allowed',
        'reqsim.stateful': true,
      },
    })
    expect(host).toContain('127.0.0.1')
    expect(span.start).toBeGreaterThan(began - 50)
    expect(span.end).toBeGreaterThan(span.start)
    expect(span.end).toBeLessThan(ended + 50)
    expect(JSON.stringify(span)).not.toContain('secret')
    expect(JSON.stringify(span)).not.toContain('tok-alice')
  })

  test('begins a trace without a valid traceparent, and is named after the method without an operation', async () => {
    const collector = await collect()
    const { url } = await serve('--otlp', collector.url)
    await fetch(`${url}/wiki/nowhere`, { headers: { traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` } })
    const span = await collector.seen('GET')
    expect(span.parentSpanId ?? '').toBe('')
    expect(span.traceId).not.toBe('0'.repeat(32))
    expect(span.attributes).not.toHaveProperty('http.route')
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 404 })
    expect(span.status.code).toBe(0)
  })

  test('is left out if the caller does not sample its trace', async () => {
    const collector = await collect()
    const { url } = await serve('--clock', 'manual', '--otlp', collector.url)
    await fetch(`${url}/wiki/nowhere`, { headers: { traceparent: `00-${TRACE}-${CALLER}-00` } })
    await fetch(url + FREEZE, { method: 'POST', headers: ALICE })
    await collector.seen('wiki.baseline.freeze')
    expect(collector.spans.map(({ name }) => name)).toEqual(['wiki.baseline.freeze'])
  })

  test('of a fault has an error, and lasts as long as the delay', async () => {
    const collector = await collect()
    const faults = [
      'operation=wiki.baseline.list status=503 latency=300ms times=1',
      'operation=wiki.baseline.freeze drop=true times=1',
    ].flatMap((fault) => ['--fault', fault])
    const { url } = await serve('--clock', 'live', '--otlp', collector.url, ...faults)
    await fetch(`${url}/wiki/rest/reqs/1/baseline/ENG`, { headers: ALICE })
    await fetch(url + FREEZE, { method: 'POST', headers: ALICE }).catch(() => undefined)
    const failed = await collector.seen('wiki.baseline.list')
    expect(failed.status.code).toBe(2)
    expect(failed.attributes).toMatchObject({ 'error.type': '503', 'reqsim.fault': 1 })
    expect(failed.end - failed.start).toBeGreaterThanOrEqual(300)
    const dropped = await collector.seen('wiki.baseline.freeze')
    expect(dropped.attributes).toMatchObject({ 'error.type': 'connection_dropped' })
    expect(dropped.attributes).not.toHaveProperty('http.response.status_code')
  })

  test('of a job is a child of the exchange that moved the clock, and alone otherwise', async () => {
    const collector = await collect()
    const { url } = await serve('--clock', 'auto', '--otlp', collector.url)
    const freezing = await fetch(url + FREEZE, { method: 'POST', headers: ALICE })
    const { taskId } = (await freezing.json()) as { taskId: string }
    await fetch(`${url}/wiki/rest/reqs/1/tasks/status/${taskId}`, { headers: ALICE })
    const poll = await collector.seen('wiki.task.read')
    const job = await collector.seen('job baseline.freeze')
    expect(job).toMatchObject({ kind: 1, traceId: poll.traceId, parentSpanId: poll.spanId })
    expect(job.attributes).toMatchObject({ 'reqsim.world': 'default', 'reqsim.job.kind': 'baseline.freeze' })
    await advance(url, '3m')
    const alone = await collector.seen('job integration.synchronise')
    expect(alone.parentSpanId ?? '').toBe('')
    expect(alone.attributes).toMatchObject({ 'reqsim.time': '2026-01-05T09:03:00.000Z' })
  })
})

describe('SIGTERM', () => {
  test('exports what waits, and ends within a second', async () => {
    const collector = await collect()
    const { url, command } = await serve('--clock', 'manual', '--otlp', collector.url)
    await fetch(url + FREEZE, { method: 'POST', headers: ALICE })
    const began = performance.now()
    const { code, errors } = await command.stop()
    expect([code, errors]).toEqual([0, ''])
    expect(performance.now() - began).toBeLessThan(1000)
    expect(collector.spans.map(({ name }) => name)).toEqual(['wiki.baseline.freeze'])
  })

  test('ends within a second although the collector does not respond', async () => {
    const collector = await collect()
    collector.answer = 'never'
    const { url, command } = await serve('--otlp', collector.url)
    await fetch(url + FREEZE, { method: 'POST', headers: ALICE })
    await expect.poll(() => collector.calls.length).toBe(1)
    await fetch(url + FREEZE, { method: 'POST', headers: ALICE })
    const began = performance.now()
    const { code } = await command.stop()
    expect(code).toBe(0)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

describe('a collector', () => {
  test('that is not there is reported once, and the server goes on', async () => {
    const gone = await startCollector()
    await gone.close()
    const { url, command } = await serve('--otlp', gone.url)
    for (let call = 0; call < 3; call++) {
      const { status } = await fetch(`${url}/wiki/rest/reqs/1/baseline/ENG`, { headers: ALICE })
      expect(status).toBe(200)
      await delay(1200)
    }
    const { code, errors } = await command.stop()
    expect(code).toBe(0)
    expect(errors.match(/--otlp/g)).toHaveLength(1)
    expect(errors).toContain(`cannot export 1 span to ${gone.url}/v1/traces: connect ECONNREFUSED`)
  })

  test('is the only address that is contacted: neither a redirect nor a request leads elsewhere', async () => {
    const elsewhere = await collect()
    const collector = await collect()
    collector.answer = { status: 307, headers: { Location: `${elsewhere.url}/v1/traces` } }
    const { url, command } = await serve('--otlp', `${collector.url}/v1/traces/`)
    await fetch(`${url}/wiki/nowhere?url=${encodeURIComponent(elsewhere.url)}`, {
      headers: { 'X-Base-Url': elsewhere.url, baggage: `url=${elsewhere.url}` },
    })
    await expect.poll(() => collector.calls).toEqual(['POST /v1/traces'])
    const { errors } = await command.stop()
    expect(errors).toContain('cannot export 1 span')
    expect(elsewhere.calls).toEqual([])
  })

  test('gets the name of the service and the headers that the operator sets', async () => {
    const collector = await collect()
    const command = startProcess(['serve', 'demo', '--port', '0'], {
      REQSIM_OTLP: `${collector.url}/base`,
      OTEL_SERVICE_NAME: 'double',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    })
    running.push(command)
    const [, url = ''] = await command.seen(/^reqsim listening on (\S+)\n/)
    await fetch(`${url}/wiki/nowhere`)
    const span = await collector.seen('GET')
    expect(span.resource).toMatchObject({ 'service.name': 'double' })
    expect(collector.calls).toEqual(['POST /base/v1/traces'])
    expect(collector.headers[0]).toMatchObject({ 'x-team': 'blue' })
  })
})
