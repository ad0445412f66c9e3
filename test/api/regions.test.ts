/** Both regions answer every operation alike, each about what it holds itself, and neither touches the other. */
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { type Client, clientOf, type Reply, startClient } from '../support/client.ts'
import { EXAMPLE_NEEDS, type ExampleRequest } from '../support/examples.ts'
import { recordsOf } from '../support/hosted.ts'
import { permissionOf } from '../support/permissions.ts'
import { exampleAt, otherRegion, type Region, REGIONS, startSwapped } from '../support/regions.ts'

const worlds: Readonly<Record<Region, Client>> = { eu: await startClient(), us: await startSwapped() }
/** What each world holds of the other region, which nothing changes. */
const elsewhere: Readonly<Record<Region, string>> = {
  eu: recordsOf(worlds.eu.simulator, 'us'),
  us: recordsOf(worlds.us.simulator, 'eu'),
}
const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** Whose answers are drawn at random as a whole: for each region others. */
const DRAWN = new Set(['tracker.randomData.create', 'tracker.randomData.issues'])

/** What an address of a region is issued for; the examples of tickets are those of the first. */
const TICKETS: Readonly<Record<string, string>> = {
  'standalone.fileTransfers.download': 'standalone.files.downloadUrl',
  'standalone.fileTransfers.upload': 'standalone.files.uploadUrl',
}

interface Outcome {
  readonly reply: Reply
  readonly records: string
}

/** The example at one region of the world that holds what it is about there, and nothing of the other region changes. */
async function outcomeAt(operation: Operation, region: Region): Promise<Outcome> {
  const client = clientOf(worlds[region].simulator.fork())
  let taskId: string | undefined
  for (const need of EXAMPLE_NEEDS[operation.id] ?? []) {
    const first = byId.get(need) as Operation
    taskId = (await send(client, exampleAt(first, region))).body.taskId
  }
  let request = exampleAt(operation, region)
  const issuing = byId.get(TICKETS[operation.id] ?? '')
  if (issuing !== undefined) {
    const { body } = await send(client, exampleAt(issuing, region, 'tok-alice'))
    request = { ...request, path: body.url }
  }
  if (taskId !== undefined) request = { ...request, path: request.path.replace(UUID, taskId) }
  const reply = await send(client, request)
  expect(recordsOf(client.simulator, otherRegion(region))).toBe(elsewhere[region])
  return { reply, records: recordsOf(client.simulator, region) }
}

function send(client: Client, { method, path, ...options }: ExampleRequest): Promise<Reply> {
  return client.call(method, path, { token: null, ...options })
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/

/** Without what is drawn for a region (identifiers, tickets) and without its address. */
function alike(text: string): string {
  return text
    .replaceAll(new RegExp(UUID, 'g'), '(drawn)')
    .replaceAll(/\b[0-9a-f]{32}\b/g, '(drawn)')
    .replaceAll('/us/', '/eu/')
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('is answered alike in both regions', async () => {
    const [eu, us] = await Promise.all(REGIONS.map((region) => outcomeAt(operation, region)))
    expect([eu?.reply.status, us?.reply.status]).toEqual(Array(2).fill(operation.success.status))
    expect(us?.reply.headers).toEqual(eu?.reply.headers)
    if (DRAWN.has(id)) return
    expect(alike(us?.reply.text ?? '')).toBe(alike(eu?.reply.text ?? ''))
    expect(alike(us?.records ?? '')).toBe(alike(eu?.records ?? ''))
  })

  test('knows nothing of the other region', async () => {
    const client = clientOf(worlds.eu.simulator.fork())
    const there = await send(client, exampleAt(operation, 'us'))
    if (operation.anonymous !== true) expect(there.status, there.text).toBe(401)
    expect(recordsOf(client.simulator, 'us')).toBe(elsewhere.eu)
    // Somebody who may do everything in the other region finds there nothing of what the example is about.
    const own = await send(client, exampleAt(operation, 'us', 'tok-uma'))
    if (permissionOf(operation)?.outsider === 'refused') {
      expect(own.status, own.text).toBe(operation.interface === 'standalone' ? 404 : 403)
      expect(recordsOf(client.simulator, 'us')).toBe(elsewhere.eu)
    }
    // Descriptions have examples of their own.
    if (!id.endsWith('.openapi.read')) expect(own.text).not.toMatch(/Northwind|REQ-\d|The drone/)
  })
})
