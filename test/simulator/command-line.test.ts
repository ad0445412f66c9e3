import { afterEach, describe, expect, test, vi } from 'vitest'
import { machines } from '../../src/model/machine-list.ts'
import { run, type Running, start, startProcess } from '../cli/cli.ts'

const running: Running[] = []

afterEach(async () => {
  for (const command of running.splice(0)) await command.stop()
})

async function serve(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const server = start(['serve', 'demo', '--port', '0', ...args], environment)
  running.push(server)
  const [, url = ''] = await server.seen(/listening on (\S+)/)
  const worlds = async (): Promise<number> => {
    const response = await fetch(`${url}/_sim/worlds`)
    return ((await response.json()) as { total: number }).total
  }
  return { url, worlds }
}

describe('serve --world-idle', () => {
  test.each([
    ['as a flag', ['--world-idle', '300ms'], {}],
    ['as a variable', [], { REQSIM_WORLD_IDLE: 'PT0.3S' }],
  ])('%s drops an idle world', async (_name, args, environment) => {
    const { url, worlds } = await serve(args, environment)
    await fetch(`${url}/_world/mine/wiki/x`)
    expect(await worlds()).toBe(2)
    await vi.waitFor(async () => expect(await worlds()).toBe(1), { timeout: 10_000, interval: 50 })
  })

  test.each(['soon', '0s', '-1m', ''])('%j is refused', async (value) => {
    const { code, errors } = await run(['serve', '--world-idle', value])
    expect([code, errors]).toEqual([
      2,
      expect.stringMatching(
        /--world-idle.*It must be a duration such as '10s', '3m' or 'PT3M', of at least 1ms\./s,
      ),
    ])
  })
})

test('serve ends within a second while somebody listens to its events', async () => {
  const server = startProcess(['serve', 'demo', '--port', '0'])
  running.push(server)
  const [, url = ''] = await server.seen(/listening on (\S+)/)
  const stream = await fetch(`${url}/_sim/events`)
  const reading = stream.text()
  const begin = performance.now()
  expect((await server.stop()).code).toBe(0)
  expect(performance.now() - begin).toBeLessThan(1000)
  expect(await reading).toMatch(/^retry: 1000\n\n/)
})

test('list machines tells every transition in a line', async () => {
  const { code, out } = await run(['list', 'machines'])
  const transitions = machines.flatMap(({ machine }) => machine.transitions)
  expect([code, out.trimEnd().split('\n').length]).toEqual([0, transitions.length])
  expect(out).toMatch(/^baseline +PREVIEW +FREEZE +IN_CREATION +A task starts/m)
})
