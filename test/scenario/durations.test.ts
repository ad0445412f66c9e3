// A number stands where a duration is expected: files, the library and the control API name the same mend.
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { startFaulty } from './faults/faulty.ts'
import { problemsOfText } from './support.ts'

const A_DURATION = "a duration such as '10s', '3m' or 'PT3M'"
const DELAY = `must be ${A_DURATION}, of at most 10 minutes, not '4'`
const LASTING = `must be ${A_DURATION}, of at least 1ms, not '4'`
const SPAN = `must be ${A_DURATION}, not '4'`
const BEGIN = `must be an instant such as 2026-01-05T09:00:00Z, or ${A_DURATION} from now, not '4'`

describe.each([
  ['latency', { status: 503, latency: 4 }, DELAY],
  ['slow', { slow: 4 }, DELAY],
  ['for', { outage: 102, for: 4 }, LASTING],
  ['from', { outage: 102, from: 4 }, BEGIN],
])('%s of a fault', (field, fault, message) => {
  test('in a file', async () => {
    const text = `extends: [demo]\nfaults:\n  - ${JSON.stringify(fault)}\n`
    const [problem, ...others] = await problemsOfText(text)
    expect(problem).toContain(` faults[0].${field}: ${message}`)
    expect(others).toEqual([])
  })

  test('in the library', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    expect(() => sim.faults.add(fault as never)).toThrow(`${field}: ${message}`)
  })

  test('in the control API', async () => {
    const { control } = await startFaulty()
    const { status, body } = await control('POST', '/faults', fault)
    expect([status, (body as { message: string }).message]).toEqual([400, `'${field}': ${message}`])
  })
})

test.each([
  ['{ advance: 4 }', `.advance: must be {to: instant}, {jobs: number}, or ${A_DURATION}, not '4'`],
  ['{ call: GET /api/applications/101, until: { every: 4 } }', `.until.every: ${SPAN}`],
  ['{ call: GET /api/applications/101, until: { atMost: 4 } }', `.until.atMost: ${SPAN}`],
  ['{ fault: { status: 503, latency: 4 } }', `.fault.latency: ${DELAY}`],
])('the step %s', async (step, problem) => {
  const found = await problemsOfText(`extends: [demo]\ntimeline:\n  - ${step}\n`)
  expect(found.map((line) => line.replace(/^test\.yaml:3:\d+ timeline\[0\]/, ''))).toEqual([problem])
})

test('an empty text is no duration', async () => {
  const text = "extends: [demo]\nfaults:\n  - { slow: '' }\n"
  expect(await problemsOfText(text)).toEqual([`test.yaml:3:7 faults[0].slow: ${DELAY.replace("'4'", "''")}`])
})

test('the library says it of the clock, of tokens and of worlds', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  expect(() => sim.clock.advance(true as never)).toThrow(
    `advance takes ${A_DURATION}, or milliseconds from 0, not 'true'`,
  )
  await expect(sim.tokens.create({ user: 'alice', expiresIn: 4 } as never)).rejects.toThrow(
    `'expiresIn': ${SPAN}`,
  )
  await expect(createSimulator({ worlds: { idle: 'soon' } })).rejects.toThrow(
    `worlds.idle must be ${A_DURATION}, or milliseconds from 1, not 'soon'`,
  )
})

test('the control API says it of the clock and of tokens', async () => {
  const { control } = await startFaulty()
  const messageOf = async (path: string, body: unknown) =>
    ((await control('POST', path, body)).body as { message: string }).message
  expect(await messageOf('/clock/advance', { by: true })).toBe(
    `'by': must be ${A_DURATION}, or milliseconds from 0, not 'true'`,
  )
  expect(await messageOf('/clock/advance', { by: 'soon' })).toBe(`by 'soon': must be ${A_DURATION}`)
  expect(await messageOf('/tokens', { user: 'alice', expiresIn: 4 })).toBe(`'expiresIn': ${SPAN}`)
})
