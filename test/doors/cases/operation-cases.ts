/**
 * A case for each declared operation, made of its declaration: how it is asked for without a credential and wrongly, for
 * its head and its methods alone, with the bytes that it takes, and by its example.
 */
import { ANY_TYPE, type Operation } from '../../../src/api/framework/operation.ts'
import { operations } from '../../../src/api/operations.ts'
import { badRequests } from '../../support/bad-input.ts'
import { anonymousRequest, EXAMPLE_NEEDS, exampleRequest } from '../../support/examples.ts'
import type { DoorBody, DoorCase, DoorRequest } from './cases.ts'

type Step = DoorCase['steps'][number]

const byId = new Map(operations.map((operation) => [operation.id, operation]))

const EVERY_BYTE: DoorBody = { bytes: Array.from({ length: 256 }, (_, byte) => byte) }
const FORM =
  '--edge\r\nContent-Disposition: form-data; name="file"; filename="costs.csv"\r\n\r\nKey,Cost\nREQ-001,7\r\n--edge--\r\n'

/** One case for each operation, in their order. */
export const operationCases: readonly DoorCase[] = operations.map((operation) => ({
  name: operation.id,
  steps: [
    ...(EXAMPLE_NEEDS[operation.id] ?? []).map((need) => example(byId.get(need) as Operation)),
    ...methods(operation),
    ...wrong(operation),
    ...head(operation),
    anonymous(operation),
    example(operation),
    ...sentBytes(operation),
  ],
}))

function example(operation: Operation): Step {
  return { request: exampleRequest(operation), expect: { status: operation.success.status } }
}

/** What the first operation of each group answers about its methods: the rest is the same for every path. */
function methods(operation: Operation): Step[] {
  const { group, interface: surface } = operation
  if (operations.find((other) => other.group === group && other.interface === surface) !== operation)
    return []
  const { path } = anonymousRequest(operation)
  return [{ request: { method: 'OPTIONS', path }, expect: { status: 204, text: '' } }]
}

function anonymous(operation: Operation): Step {
  const status = operation.anonymous ? operation.success.status : 401
  return { request: anonymousRequest(operation), expect: { status } }
}

function head(operation: Operation): Step[] {
  if (operation.method !== 'GET') return []
  const request: DoorRequest = { ...exampleRequest(operation), method: 'HEAD' }
  return [{ request, expect: { status: operation.success.status, text: '' } }]
}

/** A badly formed body, else query, else path; nothing where an operation takes none of these. */
function wrong(operation: Operation): Step[] {
  const table = badRequests(operation).filter(({ status }) => status === 400 || status === 404)
  const bad = table.findLast(({ name }) => !name.startsWith('path ')) ?? table[0]
  if (bad === undefined) return []
  const { method, headers } = exampleRequest(operation)
  const request = { method, path: bad.path, headers: { ...headers, ...bad.headers } }
  return [
    {
      request: bad.body === undefined ? request : { ...request, body: bad.body },
      expect: { status: bad.status },
    },
  ]
}

/** Every byte as each content type that is taken as bytes, and a form with a file. */
function sentBytes(operation: Operation): Step[] {
  const { body, success } = operation
  return (body?.bytes ?? []).map((type): Step => {
    const example = exampleRequest(operation)
    const form = type === 'multipart/form-data'
    const sent = type === ANY_TYPE ? 'application/octet-stream' : form ? `${type}; boundary=edge` : type
    return {
      request: {
        ...example,
        headers: { ...example.headers, 'content-type': sent },
        body: form ? FORM : EVERY_BYTE,
      },
      // A spreadsheet is more than any bytes.
      expect: { status: form || type === ANY_TYPE ? success.status : 400 },
    }
  })
}
