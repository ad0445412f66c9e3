/** What `reqsim serve` prints when it listens. */
import { describe, expect, test } from 'vitest'
import type { Served } from '../../../src/adapters/node.ts'
import { announcement } from '../../../src/cli/serving/announcement.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../src/index.ts'

const served: Served = {
  url: 'http://127.0.0.1:4010',
  console: 'http://127.0.0.1:4010/_sim/',
  host: '127.0.0.1',
  port: 4010,
  loopback: true,
  drain: () => undefined,
  close: async () => undefined,
}

function linesOf(simulator: Simulator, more: Partial<Served> = {}, hasToken = false): string[] {
  return announcement(simulator, { ...served, ...more }, { description: undefined, hasToken }).split('\n')
}

async function lines(
  options: SimulatorOptions,
  more?: Partial<Served>,
  hasToken?: boolean,
): Promise<string[]> {
  return linesOf(await createSimulator({ scenario: 'demo', ...options }), more, hasToken)
}

describe('the clock', () => {
  test.each([
    [{ mode: 'live', speed: 10 }, 'clock live at 10x from 2026-01-05T09:00:00Z'],
    [{ mode: 'live' }, 'clock live from 2026-01-05T09:00:00Z'],
    [{ mode: 'manual' }, 'clock manual from 2026-01-05T09:00:00Z'],
  ] as const)('%j is described as %s', async (clock, text) => {
    expect(await lines({ clock })).toContainEqual(expect.stringMatching(new RegExp(`, ${text}$`)))
  })
})

describe('tokens and sessions', () => {
  const credentials = (all: readonly string[]) => all.filter((line) => /^(?:Tokens|Sessions)/.test(line))

  test('are those of the scenario that are valid', async () => {
    const simulator = await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } })
    expect(credentials(linesOf(simulator))).toEqual([
      'Tokens: tok-admin, tok-alice, tok-bob, tok-eve, tok-dana',
      'Tokens scoped to one application: tok-app101',
      'Sessions: JSESSIONID=sess-admin, sess-alice, sess-bob, sess-eve, sess-dana',
    ])
    await simulator.records.delete('token', 3)
    await simulator.tokens.create({ user: 'bob', name: 'short', value: 'tok-bob', expiresIn: '1h' })
    expect(credentials(linesOf(simulator))[0]).toBe(
      'Tokens: tok-admin, tok-alice, tok-bob, tok-eve, tok-dana',
    )
    simulator.clock.advance('1h')
    expect(credentials(linesOf(simulator))[0]).toBe('Tokens: tok-admin, tok-alice, tok-eve, tok-dana')
  })
})

describe('the console', () => {
  const closed = /^The control API, except its health check, and the console are closed/
  test.each([
    [{}, false, true],
    [{ loopback: false }, true, true],
    [{ loopback: false }, false, false],
  ])('of a server with %j and a token %s is open: %s', async (more, hasToken, isOpen) => {
    const all = await lines({}, more, hasToken)
    expect(all.includes('console at http://127.0.0.1:4010/_sim/')).toBe(isOpen)
    expect(all.some((line) => closed.test(line))).toBe(!isOpen)
  })
})
