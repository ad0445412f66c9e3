import { describe, expect, it } from 'vitest'
import { descriptionOperations } from '../../../src/api/openapi/description.ts'
import type { Context, Operation } from '../../../src/api/framework/operation.ts'
import { INTERFACES } from '../../../src/api/framework/surface.ts'
import { madeUp } from './made-up.ts'

const all: readonly Operation[] = [
  ...madeUp.filter(({ path }) => path !== '/v3/api-docs'),
  ...descriptionOperations(() => all),
]

function read(name: string, hostedEmbedded = 'on') {
  const operation = all.find(({ id }) => id === `${name}.openapi.read`)!
  const leanedOn = new Set<string>(operation.leansOn)
  const context = {
    baseUrl: 'http://here.test',
    assume(id: string) {
      leanedOn.add(id)
      return id === 'A48' ? hostedEmbedded : 'as-described'
    },
  } as unknown as Context
  const body = operation.handle(
    { path: {}, query: {}, body: undefined, sent: undefined, prepared: () => undefined },
    context,
    undefined,
  )
  return { operation, leanedOn, body: body as { paths: Record<string, object>; servers: object } }
}

describe.each(INTERFACES)('the description of %s', (name) => {
  it('is served without a credential, at the address of the caller', () => {
    const { operation, body } = read(name)
    expect(operation.success.status).toBe(200)
    expect(operation).toMatchObject({ anonymous: true, stability: 'internal', rate: 'normal', method: 'GET' })
    expect(body.servers).toEqual([{ url: 'http://here.test' }])
  })

  it('lists itself and fits its own schema', () => {
    const { operation, body } = read(name)
    expect(JSON.stringify(body.paths)).toContain(`"operationId":"${name}.openapi.read"`)
    expect(operation.success.shape!.schema().safeParse(body).success).toBe(true)
  })

  it('leans only on the assumptions it declares', () => {
    const { operation, leanedOn } = read(name)
    expect(operation.assumptions).toEqual([...leanedOn])
  })
})

it('hosted descriptions list the embedded operations only while they are answered', () => {
  expect(Object.keys(read('hosted-wiki').body.paths)).toContain('/rest/reqs/1/openapi')
  expect(Object.keys(read('hosted-wiki', 'off').body.paths)).toEqual(['/rest/search', '/v3/api-docs'])
})
