import { describe, expect, test } from 'vitest'
import { hasRemovedSecret, headersAgain, snippetRequest } from '../../src/snippets/recorded.ts'

const SERVER = 'http://127.0.0.1:4010'

describe('headers to send again', () => {
  test('are without credentials and without those of the transport', () => {
    expect(
      headersAgain({
        host: 'x',
        'user-agent': 'curl',
        'sec-fetch-mode': 'cors',
        authorization: '(redacted)',
        'x-api-key': '(redacted)',
        cookie: '(redacted)',
        'content-type': 'text/plain',
        accept: ['text/html', 'application/json'],
        'x-base-url': 'https://wiki.northwind.test/wiki',
        'x-odd': 'tok (redacted)',
        'if-match': undefined,
      }),
    ).toEqual({
      'Content-Type': 'text/plain',
      accept: 'text/html, application/json',
      'x-base-url': 'https://wiki.northwind.test/wiki',
    })
  })
})

describe('a recorded request', () => {
  test('is sent to the server and world, with placeholders that the notes explain', () => {
    const request = {
      method: 'PUT',
      url: 'http://wiki.sim/rest/reqs/1/x?token=(redacted)&q=[a|b]',
      headers: { authorization: '(redacted)', 'content-type': 'application/json' },
      body: '{"name":"Ä","password":"(redacted)"}',
    }
    expect(snippetRequest({ world: 'second', user: 'alice', request }, SERVER)).toEqual({
      method: 'PUT',
      url: `${SERVER}/wiki/rest/reqs/1/x?token=SECRET&q=%5Ba%7Cb%5D`,
      headers: { 'Content-Type': 'application/json', 'X-Sim-World': 'second' },
      credential: { header: 'Authorization', scheme: 'Bearer ' },
      body: { kind: 'text', text: '{"name":"Ä","password":"SECRET"}' },
      notes: [
        'TOKEN is a token of alice. Get one, as "value", with:',
        `curl -H 'X-Sim-Control: 1' -H 'Content-Type: application/json' -H 'X-Sim-World: second' --data-raw '{"user":"alice"}' '${SERVER}/_sim/tokens'`,
        'SECRET stands for a credential that was not recorded.',
      ],
    })
    expect(hasRemovedSecret(request)).toBe(true)
  })

  test('needs no notes if nobody signed in', () => {
    const request = { method: 'GET', url: '/_world/second/api/v3/api-docs', headers: { host: 'x' } }
    expect(snippetRequest({ world: 'default', request }, SERVER)).toEqual({
      method: 'GET',
      url: `${SERVER}/api/v3/api-docs`,
      headers: {},
      notes: [],
    })
    expect(hasRemovedSecret(request)).toBe(false)
  })

  test('of a hosted interface has its own header, and a token of its region', () => {
    const request = {
      method: 'GET',
      url: '/us/wiki/rest/reqs/1/x',
      headers: { 'x-api-key': '(redacted)', 'x-base-url': 'https://wiki.example' },
    }
    const { credential, headers, notes } = snippetRequest({ world: 'default', user: 'uma', request }, SERVER)
    expect(credential).toEqual({ header: 'X-Api-Key', scheme: '' })
    expect(headers).toEqual({ 'x-base-url': 'https://wiki.example' })
    expect(notes[1]).toContain(`'{"user":"uma","region":"us"}'`)
  })

  test('repeats no name in a comment that a shell or a compiler could read as its own', () => {
    const user = "x'$(touch y)`\n*/\u2028\\u000a"
    const request = { method: 'GET', url: '/api/x', headers: { authorization: '(redacted)' } }
    const { notes } = snippetRequest({ world: 'default', user, request }, SERVER)
    expect(notes[0]).toBe('TOKEN is a token of the user. Get one, as "value", with:')
    expect(notes[1]).toContain(
      String.raw`--data-raw '{"user":"x'\''$(touch y)` + '`' + String.raw`\n*/\u2028\\u000a"}'`,
    )
    expect(notes.join('')).not.toMatch(/[\n\u2028]/)
  })
})

describe('a body whose bytes are no text', () => {
  const form = (...parts: readonly string[]) =>
    parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('') + '--b--\r\n'
  const send = (body: string, type = 'multipart/form-data; boundary=b') =>
    snippetRequest(
      {
        world: 'default',
        request: { method: 'POST', url: '/api/x', headers: { 'content-type': type }, body },
      },
      SERVER,
    )

  test('is read from files, under the names that were sent', () => {
    const body = form(
      'name="note"\r\n\r\nfor you',
      'name="file"; filename="book.xlsx"\r\nContent-Type: application/x-book\r\n\r\nPK\uFFFD\u0003',
      'name="odd"; filename="../a b.bin"\r\n\r\n\uFFFD',
    )
    expect(send(body)).toMatchObject({
      headers: {},
      body: {
        kind: 'form',
        parts: [
          { name: 'note', value: 'for you' },
          { name: 'file', file: 'book.xlsx', fileName: 'book.xlsx', type: 'application/x-book' },
          { name: 'odd', file: 'file.bin', fileName: '../a b.bin', type: 'application/octet-stream' },
        ],
      },
      notes: [
        'The bytes of book.xlsx were not recorded: put the file beside this.',
        'The bytes of file.bin were not recorded: put the file beside this.',
      ],
    })
  })

  test('is one file if it is no form, or a broken one', () => {
    const file = { kind: 'file', file: 'body.bin' }
    expect(send('PK\uFFFD', 'application/x-book').body).toEqual(file)
    expect(send('--b\r\nname="x"\r\n\r\n\uFFFD\r\n--b--').body).toEqual(file)
    expect(send(`${form('name="x"\r\n\r\n\uFFFD').slice(0, -5)}`).body).toEqual(file)
  })

  test('is sent as it was recorded while its files are text', () => {
    const body = form('name="file"; filename="a.csv"\r\n\r\na;b')
    expect(send(body)).toMatchObject({
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: { kind: 'text', text: body },
      notes: [],
    })
  })
})
