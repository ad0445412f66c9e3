// A proxy that validates by the description stands between all operations and a server: no response is outside of it.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { operations } from '../../../../src/api/operations.ts'
import { ADDRESSES } from '../../../../src/api/framework/interfaces.ts'
import { badRequests } from '../../../support/bad-input.ts'
import { type DescribedExample, describedExamples, requestOf } from '../../../support/described-examples.ts'
import { serveDemo, SURFACES, type Surface } from './served.ts'
import { startTool } from './tool.ts'

const demo = await serveDemo()
const byId = new Map(operations.map((operation) => [operation.id, operation]))
let proxy: ChildProcess | undefined

afterEach(stopProxy)
afterAll(() => demo.close())

async function stopProxy(): Promise<void> {
  if (proxy === undefined || proxy.exitCode !== null) return
  const ended = once(proxy, 'exit')
  proxy.kill('SIGKILL')
  await ended
}

/** Starts the proxy, on loopback alone; answers its address. */
async function startProxy(file: string, upstream: string): Promise<string> {
  const parameters = [
    'proxy',
    file,
    upstream,
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--validate-request',
    'false',
  ]
  const child = startTool('prism', parameters, demo.folder)
  proxy = child
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (data: Buffer) => {
      output += String(data)
      const address = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', (code) => reject(new Error(`The proxy ended with code ${code}: ${output}`)))
  })
}

interface Violation {
  readonly location: readonly string[]
}

interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The example of an operation by nobody, and wrong in a way for each status. */
function refusedCalls(example: DescribedExample, surface: Surface): Call[] {
  const right = rightCall(example, surface)
  // Further paths of an operation have ids with a number: `wiki.repair.list.path2`.
  const operation = byId.get(example.operationId.replace(/\.path\d+$/, ''))
  if (operation === undefined) throw new Error(`'${example.operationId}' is no operation.`)
  const base = ADDRESSES.find((address) => address.interface === operation.interface)?.path ?? ''
  const table = badRequests(operation).filter(({ path, status }) => !MENDED.test(path) && status !== 413)
  const wrong = [...new Map(table.map((bad) => [bad.status, bad])).values()].map((bad): Call => ({
    method: example.method,
    path: bad.path.slice(base.length),
    headers: { ...right.headers, ...bad.headers },
    ...(bad.body === undefined ? {} : { body: bad.body }),
  }))
  return [{ ...right, headers: example.headers }, ...wrong]
}

/** Broken percent-encoding: the proxy has no route for it, or mends it. */
const MENDED = /%E0%A4|%zz/

function rightCall(example: DescribedExample, surface: Surface): Call {
  const { url: _, body, ...right } = requestOf(example, surface)
  if (body === undefined) return { ...right, path: example.path }
  // The proxy forwards the text of a body that is one JSON string, without its quotes.
  return { ...right, path: example.path, body: body.startsWith('"') ? JSON.stringify(body) : body }
}

/** What is wrong with a response by the description; `undefined` where nothing is. */
async function send(through: string, { path, ...init }: Call): Promise<{ status: number; problem?: string }> {
  const response = await fetch(through + path, { ...init, signal: AbortSignal.timeout(30_000) })
  const { status, headers } = response
  const text = await response.text()
  // The proxy's own word, where it found no operation or no server.
  if (headers.get('content-type')?.includes('problem+json') === true) return { status, problem: text }
  const violations = JSON.parse(headers.get('sl-violations') ?? '[]') as readonly Violation[]
  // It judges the credential too, which is a matter of the request.
  const found = violations.filter(({ location }) => location[0] === 'response')
  return found.length === 0 ? { status } : { status, problem: JSON.stringify(found) }
}

/** Sends every operation through the proxy; answers what it complained of. */
async function sweep(
  surface: Surface,
  through: string,
): Promise<{ complaints: string[]; statuses: Set<number> }> {
  const { document, address } = demo.descriptions[surface]
  const examples = describedExamples(document)
  const complaints: string[] = []
  const statuses = new Set<number>()
  const check = async (call: Call, expected?: number) => {
    const { status, problem } = await send(through, call)
    statuses.add(status)
    const what = problem ?? (status === (expected ?? status) ? undefined : `not ${expected}`)
    if (what !== undefined) complaints.push(`${call.method} ${call.path} ${status}: ${what}`)
  }
  for (const example of examples) {
    await demo.reset()
    for (const call of refusedCalls(example, surface)) await check(call)
    await demo.reset()
    for (const { operation } of example.after) {
      const first = examples.find(({ operationId }) => operationId === operation)
      if (first === undefined) throw new Error(`'${operation}' is not in the description.`)
      const { url, ...init } = requestOf(first, surface, address)
      expect((await fetch(url, init)).status).toBe(first.status)
    }
    await check(rightCall(example, surface), example.status)
  }
  return { complaints, statuses }
}

describe.each(SURFACES)('the description of %s', (surface) => {
  const { file, address } = demo.descriptions[surface]

  test('has every response of every operation', { timeout: 600_000 }, async () => {
    const { complaints, statuses } = await sweep(surface, await startProxy(file, address))
    expect(complaints).toEqual([])
    expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 401, 404]))
  })
})

test('the proxy notices a response that is not described', async () => {
  const { document, address } = demo.descriptions.wiki
  const wrong = JSON.stringify(document).replaceAll('"type":"integer"', '"type":"boolean"')
  await writeFile(join(demo.folder, 'wrong.json'), wrong)
  const through = await startProxy('wrong.json', address)
  const example = describedExamples(document).find(({ operationId }) => operationId === 'wiki.baseline.read')
  if (example === undefined) throw new Error('The wiki has no such operation.')
  await demo.reset()
  const { status, problem } = await send(through, rightCall(example, 'wiki'))
  expect([status, problem]).toEqual([200, expect.stringContaining('boolean')])
})
