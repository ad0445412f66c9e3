/**
 * The operations that clients of the service were seen to call, each in every table that all operations share: bad input,
 * permissions, regions, rate limits, descriptions of answers, and the cases of all doors. The tables are run by the tests
 * that they belong to; here stands that nobody is missing from one, or in it without anything being asked.
 */
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/api/openapi/document.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { operationCases } from '../doors/cases/operation-cases.ts'
import { badRequests } from '../support/bad-input.ts'
import { exampleRequest } from '../support/examples.ts'
import { permissionOf } from '../support/permissions.ts'
import { exampleAt, REGIONS } from '../support/regions.ts'

const observed = operations.filter(({ provenance }) => provenance === 'observed')

test('there are 109 of the standalone interface, 7 of the hosted wiki, and two more spellings of the wiki', () => {
  const count = (name: string) => observed.filter((operation) => operation.interface === name).length
  expect(['standalone', 'hosted-wiki', 'wiki'].map(count)).toEqual([109, 7, 2])
  expect(observed).toHaveLength(118)
})

/** What the table of bad input asks of each parameter and of the body. */
function badInputCases(operation: Operation): Record<string, boolean> {
  const names = badRequests(operation).map(({ name }) => name)
  const asks = (beginning: string) => names.some((name) => name.startsWith(beginning))
  return Object.fromEntries([
    ...Object.keys(operation.pathParameters).map((name) => [`path ${name}`, asks(`path ${name}=`)]),
    ...Object.keys(operation.query).map((name) => [name, asks(`${name}=`) || asks(`${name} `)]),
    ...(operation.body === undefined ? [] : [['body', asks('an oversized body')]]),
  ])
}

const listed = new Map(
  (['standalone', 'wiki', 'hosted-wiki'] as const).map((name) => {
    const { paths } = openApiDocument(name, operations, { baseUrls: ['/'], version: '1.2.3' })
    return [name as string, JSON.stringify(paths)]
  }),
)

describe.each(observed.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('bad input: every parameter and the body', () => {
    const cases = badInputCases(operation)
    expect(Object.entries(cases).filter(([, found]) => !found)).toEqual([])
  })

  test('permissions: others are refused, or see their own data', () => {
    const everyone = ['standalone.user.read', 'standalone.telemetry.send']
    expect(permissionOf(operation)?.outsider).toBeOneOf(
      everyone.includes(id) ? ['answered'] : ['refused', 'own'],
    )
    expect(operation.anonymous).toBeUndefined()
  })

  test('regions: an address in both', () => {
    const paths = REGIONS.map((region) => exampleAt(operation, region).path)
    expect(paths).toEqual(REGIONS.map((region) => expect.stringMatching(`^/${region}/`)))
    expect(new Set(paths.map((path) => path.slice('/eu'.length))).size).toBe(1)
  })

  test('rate limits: the class of most operations, or that of the other spelling', () => {
    expect(operation.rate).toBe(id === 'wiki.page.read' ? 'high' : 'normal')
  })

  test('descriptions: listed, with a shape wherever there is an answer', () => {
    expect(listed.get(operation.interface)).toContain(`"operationId":"${id}"`)
    const { status, shape, bytes } = operation.success
    expect(status === 204).toBe(shape === undefined && bytes !== true)
    expect(shape?.example === undefined).toBe(shape === undefined)
  })

  test('doors: its example, without a credential, and asked wrongly', () => {
    const steps = operationCases.find(({ name }) => name === id)?.steps ?? []
    const example = exampleRequest(operation)
    const statuses = steps.map(({ expect: { status } }) => status)
    expect(
      steps.some(({ request }) => request.path === example.path && request.method === example.method),
    ).toBe(true)
    expect(statuses).toEqual(expect.arrayContaining([operation.success.status, 401]))
    expect(statuses.some((status) => status === 400 || status === 404)).toBe(true)
  })
})
