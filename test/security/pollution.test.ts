// Names of prototypes, in every place where a name may stand: they are names like any other, or refused.

import { afterEach, describe, expect, test } from 'vitest'
import { operations } from '../../src/api/operations.ts'
import { loadScenarioFile } from '../../src/adapters/node.ts'
import { readArchive } from '../../src/replay/archive.ts'
import { createSimulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { exampleRequest } from '../support/examples.ts'
import { temporaryFolder } from '../support/folder.ts'

const PROTOTYPES = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp, Date]
const ownNames = () => PROTOTYPES.map(({ prototype }) => Reflect.ownKeys(prototype).map(String))
const clean = JSON.stringify(ownNames())

/** Whatever was done, no prototype has anything that it had not. */
afterEach(() => {
  if (JSON.stringify(ownNames()) !== clean) throw new Error('a prototype was polluted')
})

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
const EVIL =
  '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}'

/** The JSON text with names of prototypes in its first object, and in all of them. */
function poisoned(text: string): string[] {
  const into = (whole: string, begin: RegExp) =>
    whole.replace(
      begin,
      (brace, closing: string | undefined) => `{${EVIL}${closing === undefined ? ',' : '}'}`,
    )
  return [into(text, /\{(\})?/), into(text, /\{(\})?/g)]
}

const WRITE = { 'content-type': 'application/json', 'x-sim-control': '1' }
const demo = await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } })

describe('requests to every operation', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_id, operation) => {
      const simulator = demo.fork()
      const { method, path, headers, body } = exampleRequest(operation)
      const [place = '', query = ''] = path.split('?')
      const odd = NAMES.flatMap((name) => [`${name}=1`, `${name}[polluted]=1`, `${name}.polluted=1`]).join(
        '&',
      )
      const bodies = body?.startsWith('{') === true ? poisoned(body) : [body]
      const oddHeaders = Object.fromEntries([
        ...NAMES.map((name) => [name, '1'] as const),
        ...Object.entries(headers),
      ])
      const sent = [
        ...bodies.map((each) => ({ method, url: path, headers, body: each })),
        { method, url: `${place}?${query}&${odd}`, headers, body },
        { method, url: path, headers: oddHeaders, body },
        ...NAMES.map((name) => ({ method, url: place.replace(/[^/]+$/, name), headers, body })),
      ]
      for (const request of sent) {
        const { status } = await simulator.exchange(request)
        expect([request.url, request.body, status < 500]).toEqual([request.url, request.body, true])
      }
      simulator.report()
      simulator.journal.har()
      simulator.verify({ method, path: place, times: bodies.length })
    },
  )
})

test('parts of a form', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  for (const name of NAMES) {
    const part = (field: string) =>
      `--b\r\nContent-Disposition: form-data; name="${field}"\r\n${name}: 1\r\n\r\npolluted\r\n`
    const { status } = await simulator.exchange({
      method: 'PUT',
      url: '/api/files/3100/upload/blob?applicationId=103',
      headers: { authorization: 'Bearer tok-alice', 'content-type': `multipart/form-data; boundary=b` },
      body: `${part(name)}${part('file').replace('"file"', `"file"; filename="${name}"`)}--b--\r\n`,
    })
    expect([name, status]).toEqual([name, 200])
  }
})

describe('files', () => {
  const { write: file } = temporaryFolder()

  test.each([
    ['as a field', '__proto__: { polluted: 1 }'],
    ['within a record', 'world: { users: [{ name: zed, __proto__: { polluted: 1 } }] }'],
    ['by an alias', 'name: &a { polluted: 1 }\n__proto__: *a'],
    ['by a merge', '<<: { __proto__: { polluted: 1 } }'],
    ['as a key with quotation marks', '"__proto__": { polluted: 1 }'],
    ['as a key of its own', '? __proto__\n: { polluted: 1 }'],
  ])('a scenario in YAML: %s', async (_how, text) => {
    await expect(loadScenarioFile(file('evil.yaml', text))).rejects.toThrow(/__proto__|<</)
  })

  test('a recording', async () => {
    const entry = (name: string) => ({
      request: {
        method: 'GET',
        url: 'http://a.test/',
        headers: [{ name, value: 'polluted' }],
        postData: { text: `{${EVIL}}` },
      },
      response: { status: 200, headers: [{ name, value: 'polluted' }], content: { text: `{${EVIL}}` } },
    })
    const [text = ''] = poisoned(JSON.stringify({ log: { entries: NAMES.map(entry) } }))
    expect(readArchive(file('evil.har', text)).exchanges).toHaveLength(NAMES.length)
  })

  test('a description', async () => {
    const schema = `{"type":"object","properties":{${NAMES.map((name) => `"${name}":{"type":"string"}`).join()}}}`
    const document = `{"openapi":"3.0.3","info":{"title":"Mine","version":"9"},"paths":{"/constructor":{"get":{"responses":{"200":{"description":"x","content":{"application/json":{"schema":${schema}}}}}}}}}`
    const made = createSimulator({ openapi: [{ surface: 'standalone', document, file: 'mine.json' }] })
    await expect(made).rejects.toThrow("the name '__proto__' is not allowed: rename it")
    const borne = await createSimulator({
      openapi: [
        { surface: 'standalone', document: document.replace('"__proto__"', '"proto"'), file: 'mine.json' },
      ],
    })
    const { status } = await borne.exchange({ method: 'GET', url: '/api/constructor', headers: {} })
    expect(status).toBeLessThan(500)
  })

  test('an exported world', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const text = JSON.stringify(exportWorld(simulator.world))
    const send = async (body: string) => {
      const request = { method: 'POST', url: '/_sim/import', headers: WRITE, body }
      return (await simulator.exchange(request)).status
    }
    const [first = '', everywhere = ''] = poisoned(text)
    expect(await send(everywhere)).toBe(400)
    expect(await send(text.replace('"email":', `${EVIL},"email":`))).toBe(400)
    expect(await send(text.replace('"user":[', '"__proto__":['))).toBe(400)
    expect(await send(text.replace('"eu":{', '"__proto__":{},"eu":{'))).toBe(400)
    // Beside what a document is read for, nobody looks.
    expect(await send(first)).toBe(200)
    expect(JSON.stringify(exportWorld(simulator.world))).toBe(text)
  })
})

test('the library: options, filters and expectations', async () => {
  const evil = JSON.parse(`{${EVIL}}`) as object
  await expect(createSimulator({ scenario: { name: 'x', ...evil } as never })).rejects.toThrow(
    /constructor|prototype/,
  )
  await expect(createSimulator({ scenario: JSON.parse(`{"name":"x",${EVIL}}`) as never })).rejects.toThrow(
    '__proto__',
  )
  const simulator = await createSimulator({ scenario: 'demo' })
  expect(() => simulator.state('user', evil as never)).toThrow(/__proto__|constructor/)
  expect(() => simulator.state('__proto__' as never)).toThrow("no table '__proto__'")
  expect(() => simulator.state('constructor' as never)).toThrow("no table 'constructor'")
  expect(() => simulator.verify(evil as never)).toThrow(/__proto__|constructor/)
  expect(() => simulator.journal.entries(evil as never)).toThrow(/__proto__|constructor/)
})
