/** Limits of texts count characters: a text of letters with two UTF-16 units each is as long as the description allows. */
import type * as z from 'zod'
import { expect, test } from 'vitest'
import type { Operation } from '../../../src/api/framework/operation.ts'
import { operations } from '../../../src/api/operations.ts'
import { clientOf, startClient } from '../../support/client.ts'
import { exampleRequest, prepareExample } from '../../support/examples.ts'

const base = (await startClient()).simulator
/** A letter of one unit, and one of two. */
const LETTERS = ['x', '\u{10400}'] as const
/** Longer texts would need bodies of megabytes. */
const MAXIMUM_LENGTH = 20_000

type Schema = z.core.$ZodTypes

/** The maximum of a text, whatever it is wrapped in. */
function maximumOf(schema: Schema): number | undefined {
  const { def } = schema._zod
  if (def.type === 'string')
    return def.checks?.flatMap(({ _zod }) => ('maximum' in _zod.def ? [_zod.def.maximum as number] : []))[0]
  if (def.type === 'optional' || def.type === 'nullable') return maximumOf(def.innerType as Schema)
  const found = def.type === 'union' ? def.options.map((option) => maximumOf(option as Schema)) : []
  return found.find((maximum) => maximum !== undefined)
}

function fieldsOf(schema: Schema): readonly (readonly [name: string, maximum: number])[] {
  const { def } = schema._zod
  if (def.type === 'union') return def.options.flatMap((option) => fieldsOf(option as Schema))
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, field]) => {
    const maximum = maximumOf(field as Schema)
    return maximum === undefined || maximum > MAXIMUM_LENGTH ? [] : [[name, maximum] as const]
  })
}

const places = operations.flatMap((operation) => [
  ...Object.entries(operation.query).flatMap(([name, { maximumLength }]) =>
    maximumLength === undefined ? [] : [['query', operation, name, maximumLength] as const],
  ),
  ...(operation.body === undefined ? [] : fieldsOf(operation.body.schema() as unknown as Schema)).map(
    ([name, maximum]) => ['body', operation, name, maximum] as const,
  ),
])

function withText(operation: Operation, place: 'query' | 'body', name: string, value: string) {
  const { method, path, headers, body } = exampleRequest(operation)
  const [address = '', query] = path.split('?')
  const parameters = new URLSearchParams(query)
  if (place === 'query') parameters.set(name, value)
  const url = parameters.size === 0 ? address : `${address}?${parameters}`
  const fields = body === undefined || place === 'query' ? body : { ...JSON.parse(body), [name]: value }
  return [method, url, { token: null, headers, ...(fields === undefined ? {} : { body: fields }) }] as const
}

test('there are many of them', () => expect(places.length).toBeGreaterThan(240))

test.each(places.map((place) => [`${place[1].id}: ${place[0]} ${place[2]}`, place] as const))(
  '%s',
  async (_name, [place, operation, name, maximum]) => {
    const [one, two] = await Promise.all(
      LETTERS.map(async (letter) => {
        const client = clientOf(base.fork())
        await prepareExample(client, operation)
        return client.call(...withText(operation, place, name, letter.repeat(maximum)))
      }),
    )
    expect(two?.status, two?.text).toBe(one?.status)
  },
)
