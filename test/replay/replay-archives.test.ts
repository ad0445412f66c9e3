/** Archives as browsers, proxies and Playwright write them: what none of it may do is stop the rest, or stand for something else. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { ToolFailure } from '../../src/replay/failure.ts'
import { readArchive } from '../../src/replay/archive.ts'
import { isZip } from '../../src/model/input/zip.ts'
import { readZip, ZipProblem } from '../../src/replay/zip.ts'
import { archiveOf } from '../api/standalone/external-properties/spreadsheets.ts'
import { againstDemo, browserArchive, makeFolder } from './replaying.ts'

const folder = makeFolder()
afterAll(() => folder.remove())

const URL_OF_IT = 'http://api.sim/api/applications/101'
const read = (...entries: readonly object[]) =>
  readArchive(folder.write('odd.har', { log: { entries } })).exchanges
const entry = (request: object, response: unknown) => ({
  request: { method: 'GET', url: URL_OF_IT, ...request },
  response,
})
const withPostData = (postData: object) => entry({ method: 'POST', postData }, { status: 200 })
const answered = (content: object, headers: object[] = []) => entry({}, { status: 200, content, headers })

test('an aborted call without a response or status made the whole recording unreadable', () => {
  const exchanges = read(
    { request: { method: 'GET', url: URL_OF_IT } },
    entry({}, null),
    entry({}, {}),
    entry({}, { status: null }),
  )
  expect(exchanges.map(({ leftOut }) => leftOut)).toEqual(
    Array.from({ length: 4 }, () => 'without a response'),
  )
})

test('an address of another kind made the whole recording unreadable', () => {
  const urls = ['api.sim:443', 'file:///etc/hosts', 'chrome://newtab/', 'wss://api.sim/live', 'edge:x']
  for (const { leftOut } of read(...urls.map((url) => entry({ url }, { status: 200 }))))
    expect(leftOut).toBe('not of the service')
  expect(() => read(entry({ url: '/api/x' }, { status: 200 }))).toThrow(/url is not an http address/)
})

test('credentials behind the # of an address, and in the parts of a form, were kept', () => {
  const body = '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nc0rrect-horse\r\n--b--\r\n'
  const postData = { mimeType: 'multipart/form-data; boundary=b', text: body }
  const url = `${URL_OF_IT}?a=1#access_token=c0rrect-horse`
  const [exchange] = read(entry({ method: 'POST', url, postData }, { status: 200 }))
  expect(exchange?.url).toBe(`${URL_OF_IT}?a=1`)
  expect(exchange?.body).toBe(body.replace('c0rrect-horse', '(redacted)'))
})

test('a body whose media type stands beside it alone was sent without one', () => {
  const [exchange] = read(withPostData({ mimeType: 'application/json', text: '{}' }))
  expect(exchange?.headers).toEqual({ 'content-type': 'application/json' })
})

test('a compressed response, or one with a byte order mark, was not read as JSON', () => {
  const text = '{"a":"é"}'
  const base64 = (bytes: Buffer) => ({ text: bytes.toString('base64'), encoding: 'base64' })
  const coded = (value: string) => [{ name: 'Content-Encoding', value }]
  const exchanges = read(
    answered(base64(gzipSync(text)), coded('gzip')),
    answered(base64(brotliCompressSync(text)), coded('br')),
    answered(base64(Buffer.from(text)), coded('gzip')),
    answered({ text }, coded('gzip')),
    answered({ text: `\uFEFF${text}` }),
  )
  for (const { responseBody } of exchanges) expect(responseBody).toBe(text)
})

test('bodies that unpack to very much are not unpacked without end', () => {
  const bomb = gzipSync(Buffer.alloc(24 * 1024 * 1024, ' '))
  const content = { text: bomb.toString('base64'), encoding: 'base64' }
  const exchanges = read(
    ...Array.from({ length: 12 }, () => answered(content, [{ name: 'Content-Encoding', value: 'gzip' }])),
  )
  const lengths = exchanges.map(({ responseBody = '' }) => responseBody.length)
  expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(130 * 1024 * 1024)
})

test('a truncated response was compared', () => {
  const content = { mimeType: 'application/json', size: 900 }
  const exchanges = read(
    answered({ ...content, text: '{"a":"' }),
    answered({ ...content, text: '{"a":1}' }),
    answered({ mimeType: 'text/html', size: 900, text: '<p>' }),
  )
  expect(exchanges.map(({ responseBody }) => responseBody)).toEqual([undefined, '{"a":1}', undefined])
})

/** A ZIP archive of these files, packed or not. */
function zipOf(files: Readonly<Record<string, string>>, method = 8): Buffer {
  const entries = Object.entries(files).map(([name, data]) => ({ name, data, method, stored: method === 0 }))
  return Buffer.from(archiveOf(entries))
}

function zipFile(files: Readonly<Record<string, string>>, method?: number): string {
  const file = join(folder.path, 'session.zip')
  writeFileSync(file, zipOf(files, method))
  return file
}

const NO_HEADERS = ['content-type', 'x-rate-limit-*'].flatMap((name) => ['--ignore', `header.${name}`])

test.each([0, 8])(
  'an archive of Playwright, with bodies in files of their own, packed by method %i',
  async (method) => {
    const attached = { _file: 'a1b2.json', mimeType: 'application/json', text: undefined }
    const har = browserArchive([{ url: URL_OF_IT, headers: { Authorization: 'Bearer x' }, answer: attached }])
    const run = (answer: string) =>
      againstDemo(
        zipFile({ 'a1b2.json': answer, 'har.har': JSON.stringify(har) }, method),
        '--as',
        'alice',
        ...NO_HEADERS,
      )
    expect((await run('{"id":"x"}')).out).toContain('body.id: number instead of text')
    const { exchanges } = readArchive(
      zipFile({ 'a1b2.json': '{"id":1}', 'har.har': JSON.stringify(har) }, method),
    )
    expect(exchanges[0]?.responseBody).toBe('{"id":1}')
  },
)

test('an archive names no file outside of it', () => {
  const har = browserArchive([{ url: URL_OF_IT, answer: { _file: '../../etc/hosts', text: undefined } }])
  expect(readArchive(zipFile({ 'har.har': JSON.stringify(har) })).exchanges[0]?.responseBody).toBeUndefined()
  expect(readArchive(folder.write('a.har', har)).exchanges[0]?.responseBody).toBeUndefined()
})

test.each([
  [{ 'a.json': '{}' }, 8, /none ends in \.har/],
  [{ 'a.har': '{}', 'b.har': '{}' }, 8, /several end in \.har/],
  [{ 'a.har': 'x' }, 8, /is not JSON/],
  [{ 'a.har': '{}' }, 12, /the entry 'a\.har' in its archive has an unsupported compression method/],
  [{ 'a.har': ' '.repeat(65 * 1024 * 1024) }, 8, /the entry 'a\.har' in its archive is too large/],
])('refuses the ZIP archive %#', (files, method, message) => {
  expect(() => readArchive(zipFile(files, method))).toThrow(message)
})

test(
  'a ZIP archive is refused when its files together are too large, although each alone is not',
  { timeout: 120_000 },
  () => {
    const large = '"'.padEnd(60 * 1024 * 1024)
    // A file that is read a second time is unpacked a second time.
    const readTimes = (times: number) => {
      const answer = { _file: 'large.json', text: undefined }
      const har = browserArchive(Array.from({ length: times }, () => ({ url: URL_OF_IT, answer })))
      return readArchive(zipFile({ 'large.json': large, 'har.har': JSON.stringify(har) })).exchanges.length
    }
    expect(readTimes(4)).toBe(4)
    expect(() => readTimes(5)).toThrow(/'large\.json' in its archive is too large: .* for all files/)
  },
)

test('a ZIP archive that is cut or changed anywhere is read or refused', () => {
  const whole = zipOf({ 'har.har': '{"log":{"entries":[]}}', 'a.json': '{"a":1}' })
  fc.assert(
    fc.property(
      fc.nat(whole.length - 1),
      fc.integer({ min: 0, max: 255 }),
      fc.boolean(),
      (at, byte, isCut) => {
        const bytes = Buffer.from(isCut ? whole.subarray(0, at) : whole)
        if (!isCut) bytes[at] = byte
        if (!isZip(bytes)) return
        try {
          const zipped = readZip(bytes)
          for (const name of zipped.names) zipped.read(name)
        } catch (error) {
          expect(error).toBeInstanceOf(ZipProblem)
        }
      },
    ),
    { numRuns: 75 },
  )
  const file = join(folder.path, 'cut.zip')
  writeFileSync(file, whole.subarray(0, 80))
  expect(() => readArchive(file)).toThrow(ToolFailure)
})
