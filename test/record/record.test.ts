import fs, { existsSync, readFileSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { MAXIMUM_EXCHANGES } from '../../src/replay/archive.ts'
import { openRecording } from '../../src/record/file.ts'
import { run } from '../cli/cli.ts'
import { certificate } from '../doors/support/tls.ts'
import { replay } from '../replay/replaying.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serveForTest } from '../support/serve.ts'
import { entriesOf, record, send, upstream } from './recording.ts'

const folder = temporaryFolder()
const ALICE = { authorization: 'Bearer tok-alice' }
const BOB = { authorization: `Basic ${btoa('bob:bob')}` }
const WIKI = '/wiki/rest/reqs/1'
const demo = () => createSimulator({ scenario: 'demo', clock: { mode: 'manual' } })

/** What the command wrote. Node's own warnings are of the process that runs all tests. */
const complaintsIn = (errors: string) => errors.split('\n').filter((line) => line.startsWith('reqsim: '))

/** A session of two callers and of nobody: reads, a write, and refusals. */
async function useService(url: string): Promise<number[]> {
  const calls = [
    await send(url, '/api/applications/101', { headers: ALICE }),
    await send(url, `${WIKI}/requirement2/ENG/REQ-005/link/issue/DRN-3`, { method: 'PUT', headers: ALICE }),
    await send(url, `${WIKI}/requirement2/ENG/REQ-005`, { headers: BOB }),
    await send(url, `${WIKI}/requirement2/ENG/REQ-005/link/issue/DRN-3`, { method: 'PUT', headers: BOB }),
    await send(url, `${WIKI}/requirement2/ENG/NOPE-1`, { headers: { cookie: 'JSESSIONID=sess-alice' } }),
    await send(url, '/api/applications/101'),
    await send(url, '/api/applications', {
      method: 'POST',
      headers: { ...ALICE, 'content-type': 'application/json' },
      body: '{"name":1}',
    }),
  ]
  return calls.map(({ status }) => status)
}

describe('a recording of a simulator', () => {
  test.each([
    ['over HTTP', {}],
    ['over HTTPS', { tls: certificate }],
  ])('goes into replay, which finds no difference: %s', async (_how, options) => {
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, certificate.authority])
    onTestFinished(() => setDefaultCACertificates(trusted))
    const recording = await record(folder, (await serveForTest(await demo(), options)).url)
    const statuses = await useService(recording.url)
    expect(statuses.slice(0, 3)).toEqual([200, 201, 200])
    const { code, out, errors } = await recording.stop()
    expect({ code, complaints: complaintsIn(errors) }).toEqual({ code: 0, complaints: [] })
    expect(out).toContain(`7 exchanges recorded in ${recording.file}\nReplay with: reqsim replay `)
    const flags = [
      '--as',
      '1=alice',
      '--as',
      '2=alice',
      '--as',
      'bob=bob',
      '--values',
      '--ignore',
      'header.x-rate-limit-*',
    ]
    const replayed = await replay(recording.file, '--against', 'demo', ...flags)
    expect(replayed).toEqual({ code: 0, out: '7 replayed, 0 different\n', error: '' })
  })

  test('names the owner of each credential in its place', async () => {
    const recording = await record(folder, (await serveForTest(await demo())).url)
    await useService(recording.url)
    const callers = recording.entries().map(({ _caller }) => _caller)
    expect(callers).toEqual(['1', '1', 'bob', 'bob', '2', undefined, '1'])
  })
})

describe('credentials', () => {
  const SECRETS = [
    'sec-bearer',
    'sec-cookie',
    'sec-key',
    'sec-query',
    'sec-password',
    'sec-issued',
    'sec-session',
    'sec-place',
  ]

  async function talk(...flags: string[]) {
    const { url } = await upstream((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('Set-Cookie', 'JSESSIONID=sec-session; Path=/')
        response.setHeader('Location', '/next?access_token=sec-place')
        response.end(JSON.stringify({ token: 'sec-issued', note: 'you sent sec-bearer' }))
      })
    })
    const recording = await record(folder, url, ...flags)
    const { body } = await send(recording.url, '/a?token=sec-query', {
      method: 'POST',
      headers: {
        authorization: 'Bearer sec-bearer',
        cookie: 'JSESSIONID=sec-cookie',
        'x-api-key': 'sec-key',
        'content-type': 'application/json',
      },
      body: '{"name":"x","password":"sec-password"}',
    })
    expect(String(body)).toContain('sec-issued')
    await recording.stop()
    return { text: readFileSync(recording.file, 'utf8'), errors: recording.errors() }
  }

  test('are not in the recording, wherever they are in the exchange', async () => {
    const { text, errors } = await talk()
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    expect(text).toContain('(redacted)')
    expect(complaintsIn(errors)).toEqual([])
  })

  test('are in it with --keep-credentials, which warns', async () => {
    const { text, errors } = await talk('--keep-credentials')
    expect(SECRETS.filter((secret) => !text.includes(secret))).toEqual([])
    expect(complaintsIn(errors)).toEqual([
      expect.stringMatching(/ will contain credentials: do not share it$/),
    ])
  })

  test('are not in a binary body either, whose other bytes stay', async () => {
    const { url } = await upstream(
      (request, response) => void request.resume().on('end', () => response.end()),
    )
    const recording = await record(folder, url)
    const form = (password: string, bytes: string) =>
      `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${password}\r\n--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n${bytes}\r\n--x--\r\n`
    await send(recording.url, '/', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.from(form('sec-password', '\xff\xfe\x00'), 'latin1'),
    })
    const [entry] = recording.entries()
    expect(entry?.request.postData?.encoding).toBe('base64')
    const text = Buffer.from(entry?.request.postData?.text ?? '', 'base64').toString('latin1')
    expect(text).toBe(form('(redacted)', '\xff\xfe\x00'))
  })
})

describe('the file', () => {
  const quiet = () => upstream((_request, response) => void response.end('fine'))

  test('is a whole archive after each exchange, for its owner alone, and gets its name at the end', async () => {
    const recording = await record(folder, (await quiet()).url)
    const part = `${recording.file}.part`
    expect(entriesOf(part)).toEqual([])
    for (let count = 1; count <= 3; count++) {
      await send(recording.url, `/${count}`)
      expect(entriesOf(part)).toHaveLength(count)
    }
    expect(statSync(part).mode & 0o777).toBe(0o600)
    await recording.stop()
    expect([existsSync(part), entriesOf(recording.file).length]).toEqual([false, 3])
  })

  test('of a recording that was not finished is not lost to the next one', async () => {
    const { url } = await quiet()
    const recording = await record(folder, url)
    await send(recording.url, '/kept')
    const ended = await run(['record', '--against', url, '--out', recording.file, '--port', '0'])
    expect(ended.code).toBe(2)
    expect(ended.errors).toContain(`session-`)
    expect(ended.errors).toContain(
      'belongs to a recording that is running or was not finished: rename or delete it',
    )
    expect(entriesOf(`${recording.file}.part`)).toHaveLength(1)
  })

  test('ends where replay would read no more, and says so once; requests are forwarded as before', async () => {
    const file = join(folder.path, 'full.har')
    const recording = openRecording(file, 400)
    const added = Array.from({ length: 5 }, () => recording.add({ text: 'x'.repeat(100) }))
    expect(added).toEqual([true, true, false, false, false])
    expect(recording.problem()).toBe('replay reads archives of at most 400 bytes')
    recording.finish()
    expect(statSync(file).size).toBeLessThanOrEqual(400)
    expect(entriesOf(file)).toHaveLength(2)
  })

  test('has the exchanges before one that the disk has no more room for', () => {
    const file = join(folder.path, 'no-room.har')
    const recording = openRecording(file)
    expect(recording.add({ text: 'kept' })).toBe(true)
    const { size } = statSync(`${file}.part`)
    const { writeSync } = fs
    vi.spyOn(fs, 'writeSync').mockImplementationOnce((handle) => {
      // A part of an exchange in place of the end of the archive, after which there is no room.
      writeSync(handle, ',\n{"text":"xxxxxxxxxxxx', size - ']}}\n'.length)
      throw new Error('ENOSPC: no space left on device, write')
    })
    syncBuiltinESMExports()
    try {
      expect(recording.add({ text: 'x'.repeat(100) })).toBe(false)
    } finally {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    }
    expect([recording.count(), recording.problem()]).toEqual([1, 'ENOSPC: no space left on device, write'])
    expect(statSync(`${file}.part`).size).toBe(size)
    recording.finish()
    expect(entriesOf(file)).toEqual([{ text: 'kept' }])
  })

  test('has as many exchanges as replay reads', () => {
    const recording = openRecording(join(folder.path, 'many.har'))
    for (let count = 0; count < MAXIMUM_EXCHANGES; count++) recording.add({})
    expect([recording.problem(), recording.add({}), recording.count()]).toEqual([
      undefined,
      false,
      MAXIMUM_EXCHANGES,
    ])
    expect(recording.problem()).toMatch(/^replay reads at most \S+ exchanges$/)
    recording.finish()
  })

  test.each([
    [
      ['--against', 'demo'],
      2,
      "--against: 'demo' is not the address of a server: write http://host:port/path",
    ],
    [['--against', 'http://u:p@a.test'], 2, 'must not have a user, query or fragment'],
    [['--against', 'http://a.test', '--out', join(folder.path, 'no/such/s.har')], 1, '--out: cannot write'],
    [['--against', 'http://a.test', '--host', '203.0.113.1'], 1, "cannot listen on port 0 of '203.0.113.1'"],
    [['--against', 'http://a.test', '--port', '65536'], 2, 'A port is a number from 0'],
  ])('is not begun with %j', async (args, code, message) => {
    const file = join(folder.path, 'never.har')
    const ended = await run(['record', '--out', file, '--port', '0', ...args])
    expect(ended).toMatchObject({ code, out: '' })
    expect(ended.errors).toContain(message)
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
  })
})
