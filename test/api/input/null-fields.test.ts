/** In bodies, null for an optional field is no mistake: it is the absent field, or removes what the field holds (A21). */
import type * as z from 'zod'
import { expect, test } from 'vitest'
import { operations } from '../../../src/api/operations.ts'
import { clientOf, demoWith, startClient } from '../../support/client.ts'
import { exampleRequest, prepareExample } from '../../support/examples.ts'

const nulls = (await startClient(demoWith({ config: { strict: true, assumptions: { A21: 'null' } } })))
  .simulator

type Schema = z.core.$ZodTypes

/** The optional fields of a body. */
function optionalFieldsOf(schema: Schema): readonly string[] {
  const { def } = schema._zod
  if (def.type === 'union') return def.options.flatMap((option) => optionalFieldsOf(option as Schema))
  if (def.type === 'optional') return optionalFieldsOf(def.innerType as Schema)
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, field]) =>
    (field as Schema)._zod.def.type === 'optional' ? [name] : [],
  )
}

const places = operations.flatMap((operation) =>
  operation.body === undefined
    ? []
    : [...new Set(optionalFieldsOf(operation.body.schema() as unknown as Schema))].map(
        (name) => [`${operation.id}: ${name}`, operation, name] as const,
      ),
)

test('there are many of them', () => expect(places.length).toBeGreaterThan(300))

test.each(places)('%s', async (_name, operation, name) => {
  const { method, path, headers, body = '{}' } = exampleRequest(operation)
  const { [name]: _left, ...others } = JSON.parse(body)
  const statusWith = async (fields: object) => {
    const client = clientOf(nulls.fork())
    await prepareExample(client, operation)
    const { status, text } = await client.call(method, path, { token: null, headers, body: fields })
    return [status, text] as const
  }
  const [[status], [withNull, text]] = [
    await statusWith(others),
    await statusWith({ ...others, [name]: null }),
  ]
  expect(withNull, text).toBe(status)
})
