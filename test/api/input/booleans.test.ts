/** Booleans of query strings, as clients of other languages spell them (A252, A253). */
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/api/framework/operation.ts'
import { operations } from '../../../src/api/operations.ts'
import { INTERFACE_DESCRIPTIONS } from '../../../src/api/framework/interfaces.ts'
import { readConfig, writeConfig } from '../../../src/model/records/world/config.ts'
import { FALSE_WORDS, OTHER_WORDS, TRUE_WORDS } from '../../support/boolean-words.ts'
import { type Client, clientOf, type Reply, startClient } from '../../support/client.ts'
import { exampleRequest, prepareExample } from '../../support/examples.ts'
import { hostedHeaders, SITES } from '../../support/hosted.ts'
import { refused } from '../../support/demo.ts'

const demo = (await startClient()).simulator
const isEmbedded = (operation: Operation) =>
  INTERFACE_DESCRIPTIONS[operation.interface].errorShape === 'embedded'

const parameters = operations.flatMap((operation) =>
  Object.entries(operation.query)
    .filter(([, { kind }]) => kind === 'boolean')
    .map(([name]) => ({ id: operation.id, name, operation })),
)

/** The answer to an example that sends the parameter so; without a value, to the example as it is. */
async function sent(operation: Operation, name: string, value?: string, strict = false): Promise<unknown> {
  const client = clientOf(demo.fork())
  const { system } = client.simulator.world
  const assumptions = strict ? { A252: 'strict', A253: 'strict' } : {}
  writeConfig(system, { ...readConfig(system), assumptions })
  await prepareExample(client, operation)
  const { method, path, ...options } = exampleRequest(operation)
  const pair =
    value === undefined ? '' : `${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
  const { status, text } = await client.call(method, `${path}${pair}`, { token: null, ...options })
  return strict ? status : [status, text]
}

describe.each(parameters)('$name of $id', ({ operation, name }) => {
  test('means the same however it is spelled', async () => {
    const [yes, no, absent] = [
      await sent(operation, name, 'true'),
      await sent(operation, name, 'false'),
      await sent(operation, name),
    ]
    expect(yes).toEqual([operation.success.status, expect.any(String)])
    const embedded = isEmbedded(operation)
    expect(await sent(operation, name, 'True')).toEqual(yes)
    expect(await sent(operation, name, '1')).toEqual(embedded ? no : yes)
    for (const word of ['FALSE', 'off']) expect(await sent(operation, name, word)).toEqual(no)
    expect(await sent(operation, name, '')).toEqual(embedded ? no : absent)
    const refused = [400, expect.stringContaining('must be true or false')]
    expect(await sent(operation, name, 'maybe')).toEqual(embedded ? no : refused)
  })

  test('is true or false alone in a strict reading', async () => {
    expect(await sent(operation, name, 'true', true)).toBe(operation.success.status)
    for (const word of ['True', '0', '']) expect(await sent(operation, name, word, true)).toBe(400)
  })
})

describe('what a client gets', () => {
  const row = '/api/requirements/6001?applicationId=101'
  const keys = ({ body }: Reply) => Object.keys(body)
  const leaning = async (client: Client, path: string, headers = {}) =>
    (await client.get(path, { headers: { 'x-sim-explain': '1', ...headers } })).headers['X-Sim-Assumptions']

  test.each(TRUE_WORDS)('%s asks for a part', async (word) => {
    const client = await startClient()
    expect(keys(await client.get(row))).not.toContain('fromDependencies')
    expect(keys(await client.get(`${row}&includeFromDependencies=${word}`))).toContain('fromDependencies')
  })

  test.each(FALSE_WORDS)('%s leaves a part out, and an empty value does not', async (word) => {
    const client = await startClient()
    expect(keys(await client.get(`${row}&includeOriginLinks=${word}`))).not.toContain('originLinks')
    expect(keys(await client.get(`${row}&includeOriginLinks=`))).toContain('originLinks')
    expect(keys(await client.get(`${row}&includeOriginLinks`))).toContain('originLinks')
  })

  test.each(OTHER_WORDS)('%j is refused', async (word) => {
    const { status, body } = await (
      await startClient()
    ).get(`${row}&includeOriginLinks=${encodeURIComponent(word)}`)
    expect([status, body.message]).toEqual([
      400,
      `query parameter 'includeOriginLinks' must be true or false, not '${word}'`,
    ])
  })

  const deleted = '/wiki/rest/reqs/1/requirement2/ENG?limit=200&includeArchived='
  test.each([
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
    ['1', false],
    ['yes', false],
    ['', false],
    ['maybe', false],
  ])('the embedded wiki reads %j as %j', async (word, included) => {
    const { status, body } = await (await startClient()).get(`${deleted}${word}`)
    expect(status).toBe(200)
    const found = body.results.map(({ key }: { key: string }) => key)
    expect(found.includes('REQ-099')).toBe(included)
  })

  test('embedded operations read them alike at hosted addresses', async () => {
    const client = await startClient()
    const options = { token: null, headers: hostedHeaders('tok-alice', SITES.wiki) }
    const count = async (word: string) =>
      (await client.get(`/eu${deleted}${word}`, options)).body.count as number
    expect(await count('1')).toBe(await count('false'))
    expect(await count('True')).toBe(await count('true'))
    expect(await count('true')).toBeGreaterThan(await count('false'))
  })

  test('a value that is sent twice is still one too many, unless it is empty', async () => {
    const client = await startClient()
    const twice = await client.get(`${row}&includeOriginLinks=1&includeOriginLinks=Yes`)
    expect(twice).toMatchObject(refused(400, "'Yes' is one too many"))
    const once = await client.get(`${row}&includeOriginLinks=&includeOriginLinks=no&includeOriginLinks=`)
    expect([once.status, keys(once).includes('originLinks')]).toEqual([200, false])
  })

  test('only other spellings lean on the choice', async () => {
    const client = await startClient()
    expect(await leaning(client, `${row}&includeOriginLinks=true`)).not.toContain('A252')
    for (const word of ['TRUE', '0', '', 'maybe'])
      expect(await leaning(client, `${row}&includeOriginLinks=${word}`)).toContain('A252')
    expect(await leaning(client, `${deleted}false`)).not.toContain('A253')
    for (const word of ['True', '1', '']) expect(await leaning(client, `${deleted}${word}`)).toContain('A253')
  })
})
