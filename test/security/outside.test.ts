// No value of any request is ever fetched, looked up or opened: every operation and every route, with addresses and paths
// in the place of every text, in a process that notes whatever leaves it.

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { operations } from '../../src/api/operations.ts'
import type { JsonObject } from '../../src/api/openapi/json.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { argumentsSchema } from '../../src/mcp/arguments.ts'
import { tools } from '../../src/mcp/tools.ts'
import { compileCache } from '../support/compile-cache.ts'
import { exampleRequest } from '../support/examples.ts'
import type { Noted, SealedCall, SealedRequest } from './sealed.ts'

/** What would be noticed if it were followed. */
const LURES = [
  'http://127.0.0.1:59999/lure',
  'https://lure.invalid/x',
  'file:///etc/hostname',
  '../../../../etc/hostname',
]

const HEADERS = (lure: string) => ({
  'x-base-url': lure,
  referer: lure,
  origin: lure,
  'x-forwarded-host': lure,
  'x-webhook-url': lure,
})

/** The same value with another text in the place of each text. */
function withTexts(value: unknown, lure: string): unknown {
  if (typeof value === 'string') return lure
  if (Array.isArray(value)) return value.map((each) => withTexts(each, lure))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, lure)]))
}

function ofOperations(): SealedRequest[] {
  return operations.flatMap((operation) => {
    const { method, path, headers, body } = exampleRequest(operation)
    const own = { method, url: path, headers, body }
    return [
      own,
      ...LURES.map((lure) => {
        const [place = '', query = ''] = path.split('?')
        const pairs = new URLSearchParams(query)
        for (const [name, parameter] of Object.entries(operation.query)) {
          const isText = parameter.decode(lure)
          if ('value' in isText) pairs.set(name, lure)
        }
        const isJson = headers['content-type']?.startsWith('application/json') === true
        const sent = body !== undefined && isJson ? JSON.stringify(withTexts(JSON.parse(body), lure)) : body
        return {
          method,
          url: `${place}?${String(pairs)}`,
          headers: { ...headers, ...(headers['x-base-url'] === undefined ? HEADERS(lure) : {}) },
          body: sent,
        }
      }),
    ]
  })
}

function ofControl(): SealedRequest[] {
  const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
  return controlRoutes.flatMap(({ method, path, body, query }) =>
    LURES.flatMap((lure) => {
      const place = `/_sim${path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(lure))}`
      const pairs = Object.keys(query).map((name) => `${name}=${encodeURIComponent(lure)}`)
      const bodies =
        body === undefined
          ? [undefined]
          : [withTexts(body.example, lure), ...(path === '/scenario' ? scenarios(lure) : [])]
      return [place, `${place}?${pairs.join('&')}`].flatMap((url) =>
        bodies.map((each) => ({
          method,
          url,
          headers: { ...headers, 'last-event-id': lure },
          body: each === undefined ? undefined : JSON.stringify(each),
        })),
      )
    }),
  )
}

function scenarios(lure: string): unknown[] {
  return [
    { name: lure },
    { name: 'x', extends: [lure] },
    { name: 'x', extends: ['demo', { file: lure }] },
    { name: 'x', extends: ['./demo.yaml', 'scenarios/demo.yaml', '/etc/hostname'] },
    { name: 'x', extends: ['demo'], $ref: lure, include: lure },
  ]
}

/** Every argument of every tool with an address or a path in the place of its texts. */
function ofTools(): SealedCall[] {
  return tools
    .flatMap(({ name: tool, input }) =>
      LURES.flatMap((lure) => {
        const all = Object.entries(argumentsSchema(input())['properties'] as Record<string, JsonObject>).map(
          ([name, { type, enum: values }]) => [
            name,
            type === 'object' ? { [name]: lure } : values === undefined ? lure : values,
          ],
        )
        const one = all.map(([name, value]) => ({ tool, toolArguments: { [String(name)]: value } }))
        return [{ tool, toolArguments: Object.fromEntries(all) as Record<string, unknown> }, ...one]
      }),
    )
    .concat(
      LURES.flatMap((lure) => [
        ...scenarios(lure).map((scenario) => ({ tool: 'load_scenario', toolArguments: { scenario } })),
        {
          tool: 'call_operation',
          toolArguments: {
            operation: 'wiki.integration.create',
            as: 'admin',
            body: { rpcUrl: lure },
            headers: HEADERS(lure),
          },
        },
        {
          tool: 'call_control',
          toolArguments: { route: 'POST /scenario', body: { name: lure } },
        },
      ]),
    )
}

test('nothing leaves the process', { timeout: 120_000 }, async () => {
  const requests = [...ofOperations(), ...ofControl()]
  const calls = ofTools()
  const sealed = spawn(process.execPath, ['test/security/sealed.ts'], {
    env: { ...process.env, ...compileCache },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  sealed.stdin.end(JSON.stringify({ requests, calls }))
  const { statuses, results, outside, proof } = JSON.parse(await text(sealed.stdout)) as Noted

  expect(proof).toEqual([
    expect.stringMatching(/^socket\.connect .*59999/),
    expect.stringMatching(/^socket\.connect .*outside\.invalid/),
    expect.stringMatching(/^dns\.lookup .*outside\.invalid/),
    expect.stringContaining('/etc/hostname'),
  ])
  expect(outside).toEqual([])
  expect(statuses).toHaveLength(requests.length)
  expect(statuses.filter((status) => status === 500 || status === 429)).toEqual([])
  expect(Object.keys(results).toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
  expect(results['call_operation']).toBe(LURES.length)
  // Most of them are carried out, not refused at the door.
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(operations.length)
})
