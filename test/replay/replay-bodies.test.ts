/** The forms in which archives say that they lack a body: such a request was sent without one, or with something else in its place. */
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { readArchive } from '../../src/replay/archive.ts'
import { againstDemo, makeFolder, ONLY_BODIES, replay } from './replaying.ts'

const folder = makeFolder()
afterAll(() => folder.remove())

const URL_OF_IT = 'http://api.sim/api/applications/101'
const JSON_TEXT = '{"formula":"SUM(@Cost)"}'
const LENGTH = JSON_TEXT.length
const CHROMIUM = 'WebInspector'

type Pairs = Readonly<Record<string, string>>
const pairs = (headers: Pairs) => Object.entries(headers).map(([name, value]) => ({ name, value }))

interface Form {
  readonly headers?: Pairs
  readonly bodySize?: number
  readonly postData?: object
  readonly creator?: string
  readonly method?: string
}

function read({ headers = {}, method = 'POST', creator = CHROMIUM, ...request }: Form) {
  const entry = {
    request: { method, url: URL_OF_IT, headers: pairs(headers), ...request },
    response: { status: 200 },
  }
  const log = { creator: { name: creator, version: '1' }, entries: [entry] }
  return readArchive(folder.write('form.har', { log })).exchanges[0]
}

/** How an archive gives the size of a body that was sent. */
const SIZES: Readonly<Record<string, Form>> = {
  'a length, and the size 0 as Chromium writes it': { bodySize: 0, headers: { 'Content-Length': '307' } },
  'a length, and an unknown size': { bodySize: -1, headers: { 'Content-Length': '307' } },
  'a length alone': { headers: { 'content-length': '307' } },
  'a size alone': { bodySize: 307 },
  'chunks, and the size 0': { bodySize: 0, headers: { 'Transfer-Encoding': 'chunked' } },
  'chunks, and an unknown size': { bodySize: -1, headers: { 'transfer-encoding': 'gzip, chunked' } },
}

/** How it gives the body that it lacks. */
const ABSENCES: Readonly<Record<string, Form>> = {
  'no postData': {},
  'postData without a text': { postData: { mimeType: 'application/json' } },
  'an empty text': { postData: { mimeType: 'application/json', text: '' } },
  'no text, and no parameters': { postData: { mimeType: 'multipart/form-data; boundary=b', params: [] } },
  'an empty text beside the parts of a form': {
    postData: {
      mimeType: 'multipart/form-data; boundary=b',
      text: '',
      params: [{ name: 'file', fileName: 'a.csv' }],
    },
  },
}

/** Forms that say it by themselves, whatever the size. */
const ALONE: Readonly<Record<string, Form>> = {
  'the parts of a form': {
    postData: { mimeType: 'multipart/form-data', params: [{ name: 'file', fileName: 'a.csv' }] },
  },
  'a file that is not in the archive': { postData: { mimeType: 'text/csv', _file: 'a1b2.csv' } },
  'a digest of the body': { postData: { mimeType: 'text/csv', _sha1: 'a1b2' } },
  'a content coding, and the size 0': { bodySize: 0, headers: { 'Content-Encoding': 'gzip' } },
  'a comment in its place, and the size 0': {
    bodySize: 0,
    postData: { mimeType: 'application/json', comment: 'too large to record' },
  },
  'a media type, without text and size': { postData: { mimeType: 'application/json' } },
  'a media type among the headers, with an unknown size': {
    bodySize: -1,
    headers: { 'Content-Type': 'application/json' },
  },
  'a multipart type among the headers': {
    bodySize: 0,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  },
  'a comment in place of the text': { postData: { comment: 'Request bodies are not included.' } },
  'an encoding that nobody knows': { postData: { mimeType: 'a/b', text: 'eJw', encoding: 'snappy' } },
  'a text that is cut': {
    bodySize: 307,
    postData: { mimeType: 'application/json', text: '{"formula":"SUM(' },
  },
  'a text shorter than its length': {
    bodySize: 0,
    headers: { 'Content-Length': '307' },
    postData: { mimeType: 'text/csv', text: 'Key,Cost' },
  },
  'a form that breaks off': {
    headers: { 'Content-Length': '307', 'Content-Type': 'multipart/form-data; boundary=b' },
    postData: { text: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx' },
  },
  'base64 that breaks off': {
    bodySize: 307,
    postData: { mimeType: 'application/json', text: btoa('{"formula"'), encoding: 'base64' },
  },
}

const PLACEHOLDERS = [
  '[postData.text redacted]',
  '[application/json redacted]',
  '(redacted)',
  '[REDACTED]',
  '<binary data>',
  '<<body omitted>>',
  '{{ not captured }}',
  '********',
]

const SKIPPED = 'with a body that is not in the archive'

describe('a body that the archive lacks leaves the request out', () => {
  const sized = Object.entries(SIZES).flatMap(([size, one]) =>
    Object.entries(ABSENCES).map(
      ([absence, other]) => [`${size}, and ${absence}`, { ...one, ...other }] as const,
    ),
  )
  test.each([...sized, ...Object.entries(ALONE)])('if it says so by %s', (_name, form) => {
    expect(read(form)?.leftOut).toBe(SKIPPED)
  })

  test.each(PLACEHOLDERS)('if a tool wrote %s in its place', (text) => {
    expect(read({ postData: { mimeType: 'application/json', text } })?.leftOut).toBe(SKIPPED)
  })

  test('and stands in the last line', async () => {
    const entries = Object.values(SIZES).map((form) => ({
      request: { method: 'POST', url: URL_OF_IT, ...form, headers: pairs(form.headers ?? {}) },
      response: { status: 200 },
    }))
    const { out } = await againstDemo(folder.write('lacking.har', { log: { entries } }))
    expect(out).toContain(`0 replayed, 0 different, ${entries.length} skipped: ${entries.length} ${SKIPPED}`)
  })
})

describe('a body that is there, or never was, is replayed', () => {
  test.each<[string, Form, string | undefined]>([
    ['no body, and nothing said about one', {}, undefined],
    [
      'a GET with a media type',
      { method: 'GET', bodySize: -1, headers: { 'Content-Type': 'application/json' } },
      undefined,
    ],
    [
      'a POST of length 0',
      { headers: { 'Content-Length': '0', 'Content-Type': 'application/json' } },
      undefined,
    ],
    ['a POST of size 0', { bodySize: 0, headers: { 'Content-Type': 'application/json' } }, undefined],
    ['an empty text of size 0', { bodySize: 0, postData: { mimeType: 'text/plain', text: '' } }, ''],
    ['a text of its size', { bodySize: LENGTH, postData: { text: JSON_TEXT } }, JSON_TEXT],
    ['JSON that somebody shortened', { bodySize: 307, postData: { text: JSON_TEXT } }, JSON_TEXT],
    ['a text that reads like a placeholder', { postData: { text: '["redacted"]' } }, '["redacted"]'],
    [
      'a text in base64',
      { bodySize: LENGTH, postData: { text: btoa(JSON_TEXT), encoding: 'Base64' } },
      JSON_TEXT,
    ],
    [
      'the fields of a form',
      {
        bodySize: 9,
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          text: '',
          params: [{ name: 'a', value: 'ä' }],
        },
      },
      'a=%C3%A4',
    ],
    [
      'a body without a credential, as reqsim record writes it',
      { creator: 'reqsim record', bodySize: 40, postData: { text: 'a=(redacted)' } },
      'a=(redacted)',
    ],
    [
      'chunks without a byte, as reqsim record writes them',
      { creator: 'reqsim record', bodySize: 0, headers: { 'transfer-encoding': 'chunked' } },
      undefined,
    ],
  ])('%s', (_name, form, body) => {
    expect(read(form)).toMatchObject({ leftOut: undefined })
    expect(read(form)?.body).toBe(body)
  })

  test('a binary body keeps its bytes, and one that was read as text is left out', () => {
    const bytes = Buffer.from([0x50, 0x4b, 0, 0xff, 0xfe])
    const postData = {
      mimeType: 'application/octet-stream',
      text: bytes.toString('base64'),
      encoding: 'base64',
    }
    const exchange = read({ bodySize: 5, postData })
    expect([exchange?.leftOut, Buffer.from(exchange?.body as Uint8Array)]).toEqual([undefined, bytes])
    expect(read({ bodySize: 6, postData })?.leftOut).toBe(SKIPPED)
    expect(read({ postData: { text: bytes.toString() } })?.leftOut).toBe('with a binary body')
  })

  test.each([
    ['gzip', gzipSync(JSON_TEXT)],
    ['deflate', deflateSync(JSON_TEXT)],
    ['br', brotliCompressSync(JSON_TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(JSON_TEXT))],
  ])('a body with the coding %s is sent without it, and without the header', (coding, bytes) => {
    const headers = { 'Content-Encoding': coding, 'Content-Length': String(bytes.length) }
    for (const postData of [{ text: JSON_TEXT }, { text: bytes.toString('base64'), encoding: 'base64' }]) {
      const exchange = read({ headers, postData })
      expect([exchange?.body, exchange?.headers, exchange?.leftOut]).toEqual([JSON_TEXT, {}, undefined])
    }
  })
})

test('bytes in a coding that is not decoded keep its header, so that the difference names it', async () => {
  const bytes = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00, 0xff])
  const form = {
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' },
    postData: { mimeType: 'application/json', text: bytes.toString('base64'), encoding: 'base64' },
  }
  expect(read(form)?.headers).toMatchObject({ 'content-encoding': 'zstd' })
  const url = 'http://api.sim/api/organizations'
  const request = { method: 'POST', url, ...form, headers: pairs(form.headers) }
  const file = folder.write('zstd.har', { log: { entries: [{ request, response: { status: 200 } }] } })
  const { out } = await againstDemo(file, '--as', 'admin', '--ignore', 'header', '--ignore', 'body')
  expect(out).toContain('415 instead of 200')
})

describe('a response whose body the archive lacks is compared without it', () => {
  const answered = (response: object) => ({
    request: { method: 'GET', url: URL_OF_IT, headers: pairs({ Authorization: 'Bearer x' }) },
    response: { status: 200, ...response },
  })
  const length = (value: number) => pairs({ 'Content-Length': String(value) })

  test.each<[string, object]>([
    ['no content', {}],
    ['content without a text', { content: { size: 307, mimeType: 'application/json' } }],
    ['an empty text of some size', { content: { size: 307, text: '' } }],
    ['the size 0, and a length', { content: { size: 0 }, headers: length(307) }],
    ['the size 0, and bytes that were received', { content: { size: 0, text: '' }, bodySize: 307 }],
    ['a placeholder', { content: { size: 307, text: '[application/json redacted]' } }],
    ['a text that is cut', { content: { size: 307, text: '{"id":101,' } }],
    ['a file that is not there', { content: { size: 0, _file: 'a1b2.json' } }],
    ['an encoding that nobody knows', { content: { size: 3, text: 'abc', encoding: 'snappy' } }],
  ])('if it says so by %s', async (_name, response) => {
    const file = folder.write('response.har', { log: { entries: [answered(response)] } })
    const flags = [...ONLY_BODIES, '--as', 'alice']
    expect(await againstDemo(file, ...flags)).toMatchObject({
      code: 0,
      out: '1 replayed, 0 different, 1 body not in the archive and not compared\n',
    })
    const { out } = await againstDemo(file, ...flags, '--reporter', 'json')
    expect(JSON.parse(out).exchanges[0].uncompared).toBe('the body of the response is not in the archive')
  })

  test('and an empty response is compared with an empty one', async () => {
    const file = folder.write('empty.har', {
      log: { entries: [answered({ content: { size: 0, text: '' } })] },
    })
    const { out } = await replay(file, '--against', 'demo', ...ONLY_BODIES, '--as', 'alice')
    expect(out).toContain('body: JSON instead of none')
  })
})

test('an archive of Chromium replays the calls whose bodies it has, and names what it lacks', async () => {
  const file = join(import.meta.dirname, 'kept/chromium-upload.har')
  const { exchanges } = readArchive(file)
  expect(exchanges.map(({ leftOut }) => leftOut)).toEqual([undefined, undefined, SKIPPED, SKIPPED])
  const { out, error } = await againstDemo(file, '--as', 'alice', '--ignore', 'body', '--ignore', 'header')
  expect(error + out).toContain(
    '2 replayed, 0 different, 1 body not in the archive and not compared, 2 skipped: 2 with a body that is not in the archive',
  )
})
