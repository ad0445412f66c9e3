// The snippets that the console copies: each is run, and sends what it is written from.

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snippetOf, type SnippetLanguage } from '../../src/snippets/snippet.ts'
import { HARD_TEXT, SAMPLES } from '../snippets/sample-requests.ts'
import { describeWithPrograms } from './toolchain.ts'
import { makeWorkplace } from './workplace.ts'

interface Arrived {
  readonly line: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

const place = makeWorkplace()
let arrived: Arrived[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const line = `${request.method} ${request.url}`
    arrived.push({ line, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
    response.end('good')
  })
})
let address = ''

beforeAll(async () => {
  place.write('body.bin', 'the bytes of a body')
  place.write('book.xlsx', 'the bytes of a book')
  place.write('file.bin', 'the bytes of a file')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Runs the snippet by this command, and returns the request that it sent. */
async function sent(
  language: SnippetLanguage,
  sample: keyof typeof SAMPLES,
  file: string,
  command: readonly string[],
): Promise<Arrived> {
  arrived = []
  place.write(file, snippetOf(language, SAMPLES[sample](address)))
  const ended = await place.run(command)
  expect(ended).toMatchObject({ code: 0, output: expect.stringMatching(/good/) })
  expect(arrived).toHaveLength(1)
  return arrived[0] as Arrived
}

function checks(
  language: SnippetLanguage,
  file: string,
  command: readonly [string, ...string[]],
  needed: readonly [string, ...string[]] = [command[0]],
): void {
  describeWithPrograms(`snippets of ${language}`, needed, () => {
    const send = (sample: keyof typeof SAMPLES) => sent(language, sample, file, command)

    it('read with the token', async () => {
      const { line, headers } = await send('read')
      // Some clients escape the quotes of a query.
      expect(line.replaceAll('%27', "'")).toBe(
        `GET /wiki/rest/reqs/1/requirement2/ENG?q=key%20~%20'REQ'&limit=5`,
      )
      expect(headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer TOKEN' })
    }, 60_000)

    it('write text as it is', async () => {
      const { line, headers, body } = await send('write')
      expect(line).toBe('PUT /tracker/x')
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-sim-world': 'second',
        'x-api-key': 'TOKEN',
      })
      expect(body).toBe(JSON.stringify({ html: HARD_TEXT }))
      expect((await send('text')).body).toBe(HARD_TEXT)
    }, 60_000)

    it('send the bytes of files, alone and in forms', async () => {
      expect((await send('file')).body).toBe('the bytes of a body')
      const { headers, body } = await send('form')
      const type = String(headers['content-type'])
      expect(type).toMatch(/^multipart\/form-data; ?boundary=/)
      const form = await new Response(body, { headers: { 'content-type': type } }).formData()
      expect(form.get('note')).toBe(`it's; type=x`)
      for (const [name, fileName, mediaType, text] of [
        ['file', 'book.xlsx', 'application/x-book', 'the bytes of a book'],
        ['other', 'a; b.bin', 'application/octet-stream', 'the bytes of a file'],
      ] as const) {
        const part = form.get(name) as File
        expect([part.name, part.type, await part.text()]).toEqual([fileName, mediaType, text])
      }
    }, 60_000)
  })
}

describe('the snippets', () => {
  checks('curl', 'send.sh', ['bash', 'send.sh'], ['bash', 'curl'])
  checks('fetch', 'send.mjs', [process.execPath, 'send.mjs'])
  checks('Go', 'send.go', ['go', 'run', 'send.go'])
  checks('Java', 'SendRequest.java', ['java', '-XX:TieredStopAtLevel=1', 'SendRequest.java'])
  checks('Python', 'send.py', ['python3', 'send.py'])
})
