// `reqsim mcp` as a process: what it writes where, and how it ends.

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run, startProcess } from '../cli/cli.ts'

/** A message of the protocol, on a line of its own. */
const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
}

test('writes nothing but the protocol, survives what is none, and ends with the standard input', async () => {
  const command = startProcess(['mcp', 'demo', '--port', '0'])
  const { stdin } = command.process
  stdin?.write('this is no message\n{"jsonrpc":"2.0"}\n')
  stdin?.write(message(1, 'initialize', HELLO))
  await command.seen(/"id":1/)
  stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  stdin?.write(message(2, 'tools/call', { name: 'advance_clock', arguments: { by: '3m' } }))
  stdin?.write(message(3, 'tools/call', { name: 'nothing', arguments: {} }))
  await command.seen(/"id":3/)
  const [, url = ''] = /^reqsim listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(command.errors()) ?? []
  const health = (await (await fetch(`${url}/_sim/health`)).json()) as { clock: { now: string } }
  expect(health.clock.now).toBe('2026-01-05T09:03:00.000Z')
  stdin?.end()
  const { code, out } = await command.finished
  expect(code).toBe(0)
  expect(command.errors()).toMatch(/^reqsim: mcp: .{10,210}$/m)
  expect(command.errors()).not.toContain('defect')
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { jsonrpc: string; id?: number; error?: unknown })
  expect(lines.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
  expect(lines.filter(({ id, error }) => id === 3 && error !== undefined)).toHaveLength(1)
  await expect(fetch(`${url}/_sim/health`)).rejects.toThrow('fetch failed')
})

test('ends with SIGTERM, though the standard input stays open', async () => {
  const command = startProcess(['mcp'])
  command.process.stdin?.write(message(1, 'initialize', HELLO))
  await command.seen(/"id":1/)
  expect((await command.stop()).code).toBe(0)
})

test('refuses a scenario that does not exist, or has errors, and a port in use', async () => {
  expect(await run(['mcp', 'dmo'])).toEqual({
    code: 2,
    out: '',
    errors: "reqsim: no ready scenario 'dmo'; did you mean 'demo'?\n",
  })
  const file = join(mkdtempSync(join(tmpdir(), 'reqsim-mcp-')), 'wrong.yaml')
  writeFileSync(file, 'wrld: {}\n')
  const wrong = await run(['mcp', file])
  expect([wrong.code, wrong.out, wrong.errors]).toEqual([1, '', expect.stringContaining("'wrld'")])
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const taken = await run(['mcp', '--port', String(port)])
  expect([taken.code, taken.out, taken.errors]).toEqual([1, '', expect.stringContaining(String(port))])
})
