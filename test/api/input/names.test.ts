/**
 * Names that users give have one rule in every operation (A265). The places are read from the declarations: each text whose
 * field is called like a name is one, or is listed with the reason why not.
 */
import type * as z from 'zod'
import { expect, test } from 'vitest'
import { type NamePlaces, namePlaces } from '../../../src/api/framework/given-names.ts'
import { operations } from '../../../src/api/operations.ts'
import { clientOf, startClient } from '../../support/client.ts'
import { type ExampleRequest, exampleRequest, prepareExample } from '../../support/examples.ts'

const base = (await startClient()).simulator

type Schema = z.core.$ZodTypes
/** A place in a body: fields, and `[]` for the items of a list. */
type Path = readonly string[]

const CALLED_LIKE_NAMES = /(?:name|title|label|relationship)$/i
const text = (path: Path) => path.join('.').replaceAll('.[]', '[]')

/** Texts that are called like a name and are none, by the end of their path. */
const NO_NAMES: Readonly<Record<string, string>> = {
  fileName: 'the name of a file on the computer of the sender, which is only shown',
  username: 'the name of a user who exists',
  suggestName: 'an operation',
  title: 'the title of a message of the other product, or of one to it, which is only shown',
  relationship:
    'the relationship of a message of the other product, or of a dependency as a response showed it',
}
/** Operations whose titles and relationships are those of messages and of shown dependencies. */
const REPEATING =
  /^(?:wiki\.queue\.receive|tracker\.api\.post|tracker\.queue\.add|wiki\.issueLink\.\w+|wiki\.baseline\.(?:refreeze|preRefreezeSummary))$/
/** Parameters that filter by a part of a name, and columns that are rendered and not kept. */
const FILTERS =
  /^(?:query (?:name|fileName|displayName|relationship|settingsName|title)|.*columns\[\]\.label|.*\.name)$/

function* texts(schema: Schema, path: Path): Generator<Path> {
  const { def } = schema._zod
  if (def.type === 'string') yield path
  else if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    yield* texts(def.innerType as Schema, path)
  else if (def.type === 'array') yield* texts(def.element as Schema, [...path, '[]'])
  else if (def.type === 'union') for (const option of def.options) yield* texts(option as Schema, path)
  else if (def.type === 'object')
    for (const [name, field] of Object.entries(def.shape)) yield* texts(field as Schema, [...path, name])
}

function* marked(places: NamePlaces | undefined, path: Path): Generator<Path> {
  if (places === undefined) return
  if (places.name !== undefined) yield path
  yield* marked(places.items, [...path, '[]'])
  for (const [name, inner] of places.fields) yield* marked(inner, [...path, name])
}

const inBodies = operations.flatMap((operation) =>
  operation.body === undefined
    ? []
    : [...marked(namePlaces(operation.body.schema()), [])].map((path) => ({ operation, path })),
)
const inQueries = operations.flatMap((operation) =>
  Object.entries(operation.query).flatMap(([name, { isName }]) =>
    isName === true ? [{ operation, parameter: name }] : [],
  ),
)

test('every text that is called like a name is one, or says why not', () => {
  const missing = operations.flatMap((operation) => {
    const { id, body } = operation
    const known = new Set(inBodies.flatMap((one) => (one.operation === operation ? [text(one.path)] : [])))
    const fields = body === undefined ? [] : [...texts(body.schema() as unknown as Schema, [])]
    return fields
      .filter((path) => {
        const field = path.at(-1) ?? ''
        if (!CALLED_LIKE_NAMES.test(field) || known.has(text(path))) return false
        const isRepeated = field !== 'title' && field !== 'relationship' ? true : REPEATING.test(id)
        return !(Object.hasOwn(NO_NAMES, field) && isRepeated) && !FILTERS.test(text(path))
      })
      .map((path) => `${id} ${text(path)}`)
  })
  expect(missing).toEqual(['hosted-wiki.savedMatrix.search name'])
  expect(inBodies.length + inQueries.length).toBeGreaterThan(70)
})

/** Items of lists that examples leave out, by the end of the path. */
const ITEMS: Readonly<Record<string, readonly object[]>> = {
  'properties[]': [{ key: 'Owner', label: 'Owner', name: 'Owner', value: 'Ada' }],
  'dependencies[]': [{ relationship: 'refines', key: 'REQ-001' }],
  'widgets[]': [{ type: 'TEXT', title: 'Notes', text: 'None' }],
  'columns[]': [
    { label: 'Key', step: { type: 'FIRST_COLUMN', value: '' }, columnIndex: 0, parentColumnIndex: 0 },
    { label: 'Text', step: { type: 'DESCRIPTION', value: '' }, columnIndex: 1, parentColumnIndex: 0 },
  ],
  'links[]': [{ spaceKey: 'ENG', key: 'REQ-001', relationship: 'implements' }],
}
/** Usual values of fields that examples leave out; `key` is the property that the path of an example names. */
const USUAL: Readonly<Record<string, string>> = {
  relationship: 'implements',
  key: 'Cost',
  'popup-on-click': 'true',
  'collapse-excerpts': 'true',
}
const valueFor = (field: string) => USUAL[field] ?? 'Some name'

/** The body of an example with `change` of the text at a place; the text has a usual value if the example leaves it out. */
function changed(body: unknown, path: Path, change: (name: string) => string, done: Path = []): unknown {
  const [step, ...rest] = path
  const last = done.at(-1) ?? ''
  if (step === undefined) return change(typeof body === 'string' ? body : valueFor(last))
  if (step === '[]') {
    const list = Array.isArray(body) && body.length > 0 ? body : (ITEMS[`${last}[]`] ?? [{}])
    return list.map((item, index) => (index === 0 ? changed(item, rest, change, [...done, step]) : item))
  }
  // Of a body that is one item or a list of them, the example is a list.
  if (Array.isArray(body)) return changed(body[0], path, change, done)
  const record = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
  return { ...record, [step]: changed(record[step], rest, change, [...done, step]) }
}

function withBody(request: ExampleRequest, path: Path, change: (name: string) => string): ExampleRequest {
  const { body = '' } = request
  if (path.length === 0 && !request.headers['content-type']?.includes('json'))
    return { ...request, body: change(body) }
  return { ...request, body: JSON.stringify(changed(JSON.parse(body), path, change)) }
}

function withParameter(
  request: ExampleRequest,
  name: string,
  change: (name: string) => string,
): ExampleRequest {
  const [address = '', query] = request.path.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set(name, change(parameters.get(name) ?? valueFor(name)))
  return { ...request, path: `${address}?${parameters}` }
}

async function outcome(prepared: typeof base, { method, path, headers, body }: ExampleRequest) {
  const client = clientOf(prepared.fork())
  const reply = await client.call(method, path, {
    token: null,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const { stores } = (await client.get('/_sim/export')).body
  return { status: reply.status, body: reply.body, message: reply.body?.message, stores }
}

const cases = [
  ...inBodies.map(({ operation, path }) => ({
    title: `${operation.id}: ${text(path) || 'the body'}`,
    operation,
    place: path.length === 0 ? 'body' : path[0] === '[]' ? 'body field' : `body field '${path[0]}`,
    vary: (request: ExampleRequest, change: (name: string) => string) => withBody(request, path, change),
  })),
  ...inQueries.map(({ operation, parameter }) => ({
    title: `${operation.id}: parameter ${parameter}`,
    operation,
    place: `query parameter '${parameter}'`,
    vary: (request: ExampleRequest, change: (name: string) => string) =>
      withParameter(request, parameter, change),
  })),
]

test.each(cases)('$title is trimmed, and has no control characters', async ({ operation, place, vary }) => {
  const client = clientOf(base.fork())
  await prepareExample(client, operation)
  const example = exampleRequest(operation)
  // The example changes a setting that is a number.
  const request = { ...example, path: example.path.replace('limitForPages', 'defaultRelationship') }
  const plain = await outcome(
    client.simulator,
    vary(request, (name) => name),
  )
  expect(plain.status, plain.message).toBeLessThan(300)
  const surrounded = await outcome(
    client.simulator,
    vary(request, (name) => `\t ${name}\u00a0\r\n`),
  )
  expect(surrounded).toEqual(plain)
  for (const [character, code] of [
    ['\n', 'U+000A'],
    ['\u0007', 'U+0007'],
    ['\u2028', 'U+2028'],
  ] as const) {
    const refused = await outcome(
      client.simulator,
      vary(request, (name) => `${name}${character}x`),
    )
    expect([refused.status, refused.message]).toEqual([400, expect.stringContaining(`leave out ${code}`)])
    expect(refused.message).toContain(place)
  }
})

test('the alternative as-sent of A265 takes a property of a requirement with blanks around its name', async () => {
  const client = await startClient({
    scenario: { name: 'as-sent', extends: ['demo'], config: { assumptions: { preset: 'reqsim-0.2' } } },
  })
  const wiki = '/wiki/rest/reqs/1'
  const requirement = `${wiki}/requirement2/ENG/REQ-001`
  const outside = { key: ' Weight\n', value: '7' }
  expect((await client.put(`${wiki}/external-properties/ENG/REQ-001`, outside)).status).toBe(200)
  expect((await client.put(requirement, { properties: [{ key: ' Colour\n', value: 'red' }] })).status).toBe(
    200,
  )
  const properties = [{ label: ' Colour ', value: 'blue' }]
  expect((await client.put('/api/requirements/6002?applicationId=101', { properties })).status).toBe(200)
  const found = async (query: string) =>
    (await client.get(`${wiki}/requirement2/ENG?q=${encodeURIComponent(query)}`)).body.results.map(
      ({ key }: { key: string }) => key,
    )
  expect(await found("ext@Weight = '7' OR @Colour = 'blue'")).toEqual(['REQ-001', 'REQ-002'])
})
