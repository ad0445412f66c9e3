import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openTrace, TraceError } from '../../src/adapters/trace.ts'
import { createSimulator } from '../../src/index.ts'
import { readTrace } from '../../src/trace/read.ts'

async function realTrace(): Promise<Record<string, unknown>> {
  const sim = await createSimulator()
  await sim.exchange({ method: 'GET', url: 'http://api.sim/api/applications/101', headers: {} })
  return JSON.parse(gunzipSync(await sim.trace()).toString()) as Record<string, unknown>
}

const packed = (data: unknown) => gzipSync(typeof data === 'string' ? data : JSON.stringify(data))

test.each([
  ['text', new TextEncoder().encode('hello'), 'not compressed with gzip'],
  ['nothing', new Uint8Array(), 'not compressed with gzip'],
  ['a string', 'hello' as unknown as Uint8Array, 'a Uint8Array, such as readFileSync(path)'],
  ['other JSON', packed({ log: {} }), "format is 'undefined', not 'reqsim.trace'"],
  ['a list', packed([]), 'not a trace of reqsim'],
  ['null', packed('null'), 'not a trace of reqsim'],
  ['no JSON', packed('{"format":'), 'its content is not JSON'],
  ['a cut file', packed('x'.repeat(5000)).subarray(0, 20), 'the trace is damaged'],
  [
    'a later format',
    packed({ format: 'reqsim.trace', version: 3, reqsim: '9.0.0' }),
    "format version '3', but this release reads versions 1 and 2. reqsim '9.0.0' wrote it: open it with that version.",
  ],
  ['missing fields', packed({ format: 'reqsim.trace', version: 1 }), 'not a valid trace: reqsim:'],
])('%s is refused with the reason', async (_what, bytes, message) => {
  const opening = openTrace(bytes)
  await expect(opening).rejects.toThrow(TraceError)
  await expect(opening).rejects.toThrow(message)
})

test('a file is unpacked up to a limit', () => {
  const large = gzipSync(Buffer.alloc(3 * 1024 * 1024))
  expect(() => readTrace(large, 1024 * 1024)).toThrow('the trace has more than 1 MB when it is unpacked')
})

test('names of prototypes change no prototype', async () => {
  const trace = await realTrace()
  const text = JSON.stringify(trace).replace('"headers":{}', '"headers":{"__proto__":{"polluted":"yes"}}')
  const opened = await openTrace(packed(text))
  expect(opened.step(1).request?.headers).toEqual({})
  const pollution = JSON.stringify(trace).replace('"format"', '"__proto__":{"polluted":true},"format"')
  await expect(openTrace(packed(pollution))).rejects.toThrow('not a valid trace')
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a step that cannot be computed names itself', async () => {
  const trace = await realTrace()
  const digest = '0123456789abcdef'
  const at = '2026-01-05T09:00:00.000Z'
  const steps = (step: object) => packed({ ...trace, steps: [{ at, digest, ...step }] })
  const request = { method: 'POST', url: 'http://sim.sim/_sim/reset', headers: {} }
  await expect(openTrace(steps({ kind: 'control', request }))).rejects.toThrow(
    'step 1 cannot be computed: POST /_sim/reset is no step of a past',
  )
  await expect(openTrace(steps({ kind: 'restore', step: 5, now: at }))).rejects.toThrow(
    "step 1 cannot be computed: no step '5'",
  )
  await expect(
    openTrace(steps({ kind: 'exchange', request: { ...request, url: 'junk:' } })),
  ).resolves.toBeDefined()
  const timeline = (fields: object) =>
    steps({ kind: 'timeline', timeline: { next: 0, saved: [], faults: [], ...fields } })
  await expect(openTrace(timeline({}))).resolves.toBeDefined()
  for (const [fields, field] of [
    [{ saved: 5 }, 'saved'],
    [{ results: [{ title: {} }] }, 'results'],
    [{ next: -1 }, 'next'],
    [{ more: 1 }, 'more'],
  ] as const)
    await expect(openTrace(timeline(fields))).rejects.toThrow(new RegExp(`^step 1 .*timeline: .*${field}`))
  await expect(openTrace(steps({ kind: 'other' }))).rejects.toThrow('not a valid trace: steps.0.kind')
})

test('an invalid scenario or world in a trace is refused', async () => {
  const trace = await realTrace()
  const scenario = { ...(trace['scenario'] as object), resolved: { name: 'x', worlds: {} } }
  await expect(openTrace(packed({ ...trace, scenario }))).rejects.toThrow("did you mean 'world'?")
  const begin = { step: 3, world: { format: 'reqsim.world', version: 1 } }
  await expect(openTrace(packed({ ...trace, begin }))).rejects.toThrow('begin.world:')
  await expect(openTrace(packed({ ...trace, begin: { step: 3 } }))).rejects.toThrow('begin.world is required')
  await expect(openTrace(packed({ ...trace, begin: { step: 2 ** 53 - 1 } }))).rejects.toThrow('begin.step')
})
