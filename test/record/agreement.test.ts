/** What `reqsim record` writes is replayed without a difference, and nothing of it is skipped, however a body was sent. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { rowOf, workbookOf } from '../api/standalone/external-properties/spreadsheets.ts'
import { replay } from '../replay/replaying.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serveForTest } from '../support/serve.ts'
import { record, send, upstream } from './recording.ts'

const folder = temporaryFolder()
const ALICE = { authorization: 'Bearer tok-alice' }
const PARSE = '/api/aggregations/parse?applicationId=101'
const IMPORT = '/api/external-properties/import?applicationId=101'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const workbook = Buffer.from(workbookOf({ Costs: rowOf(['Key', 'Cost']) + rowOf(['REQ-001', 'much']) }))
const form = Buffer.concat([
  Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'),
  workbook,
  Buffer.from('\r\n--b--\r\n'),
])

/** Bodies by kind: where they go, and with which type. */
const BODIES: Readonly<Record<string, readonly [path: string, type: string, body: Buffer]>> = {
  JSON: [PARSE, 'application/json', Buffer.from('{"formula":"SUM(@Größe)"}')],
  'text that is no JSON': [PARSE, 'application/json', Buffer.from('{"formula":')],
  'bytes that are no UTF-8': [PARSE, 'application/json', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  'a workbook': [IMPORT, XLSX, workbook],
  'a form with a workbook': [IMPORT, 'multipart/form-data; boundary=b', form],
}

/** How they are sent: the header, and what becomes of the bytes. */
const CODINGS: Readonly<
  Record<string, readonly [coding: string | undefined, encode: (bytes: Buffer) => Buffer]>
> = {
  'as they are': [undefined, (bytes) => bytes],
  'with gzip': ['gzip', (bytes) => gzipSync(bytes)],
  'with deflate': ['deflate', (bytes) => deflateSync(bytes)],
  'with br': ['br', (bytes) => brotliCompressSync(bytes)],
  'with gzip and br': ['gzip, br', (bytes) => brotliCompressSync(gzipSync(bytes))],
  'with identity': ['identity', (bytes) => bytes],
  'with zstd, which nothing reads': ['zstd', (bytes) => bytes],
  'with a header that is not true': ['gzip', (bytes) => bytes],
  'with gzip that breaks off': ['gzip', (bytes) => gzipSync(bytes).subarray(0, -6)],
}

const cases = Object.entries(BODIES).flatMap(([kind, [path, type, body]]) =>
  Object.entries(CODINGS).map(([how, [coding, encode]]) => {
    const named = coding === undefined ? {} : { 'content-encoding': coding }
    return {
      name: `${kind} ${how}`,
      path,
      headers: { ...ALICE, 'content-type': type, ...named },
      body: encode(body),
    }
  }),
)

describe('a recording of a simulator', () => {
  test('with every kind of body, sent in every way, is replayed as it was', async () => {
    const simulator = await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } })
    const { url } = await serveForTest(simulator)
    const recording = await record(folder, url)
    const statuses: number[] = []
    for (const { path, headers, body } of cases)
      statuses.push((await send(recording.url, path, { method: 'POST', headers, body })).status)
    const requirement = '/wiki/rest/reqs/1/requirement2/ENG/REQ-005'
    for (const [method, path] of [
      ['HEAD', '/api/applications/101'],
      ['HEAD', '/api/applications/4'],
      ['PUT', `${requirement}/link/issue/DRN-3`],
      ['DELETE', `${requirement}/link/issue/DRN-3`],
      ['OPTIONS', '/api/applications/101'],
      ['GET', '/api/applications/101/projects/1001/variants'],
    ] as const)
      statuses.push((await send(recording.url, path, { method, headers: ALICE })).status)
    // Read, refused, and refused for its coding: the table is worth its name.
    expect(new Set(statuses)).toEqual(new Set([200, 201, 204, 400, 404, 415]))
    await recording.stop()
    const flags = ['--as', '1=alice', '--values', '--ignore', 'header.x-rate-limit-*']
    const expected = { code: 0, out: `${statuses.length} replayed, 0 different\n`, error: '' }
    expect(await replay(recording.file, '--against', 'demo', ...flags)).toEqual(expected)

    const again = await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } })
    const server = (await serveForTest(again)).url
    const header = ['--header', 'Authorization: Bearer tok-alice']
    expect(
      await replay(
        recording.file,
        '--against',
        server,
        '--values',
        ...header,
        '--ignore',
        'header.x-rate-limit-*',
      ),
    ).toEqual(expected)
    const har = folder.write('own.har', JSON.stringify(simulator.journal.har()))
    const own = await replay(har, '--against', 'demo', '--values')
    expect({ code: own.code, error: own.error }).toEqual({ code: 0, error: '' })
  })
})

test('responses without a body, compressed and binary ones are replayed as they were', async () => {
  const { url } = await upstream((request, response) => {
    const at = request.url?.split('/').at(-1) ?? ''
    if (at === 'none') return void response.writeHead(204).end()
    if (at === 'same') return void response.writeHead(304, { ETag: '"a"' }).end()
    if (at === 'binary')
      return void response.writeHead(200, { 'Content-Type': 'a/b' }).end(Buffer.from([0, 255, 254]))
    const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
    const encode = codings[at as keyof typeof codings]
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': at, 'X-Length': 5 })
    return void response.end(encode('{"a":1}'))
  })
  const recording = await record(folder, url)
  const paths = ['none', 'same', 'binary', 'gzip', 'deflate', 'br'].map(
    (name) => `/rest/reqs/1/requirement2/ENG/${name}`,
  )
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'POST']) await send(recording.url, path, { method })
  await recording.stop()
  const flags = ['--base', `wiki=${url}`, '--header', 'x-a: b', '--values']
  expect(await replay(recording.file, '--against', url, ...flags)).toMatchObject({
    out: '15 replayed, 0 different, 3 skipped: 3 from a cache\n',
  })
})
