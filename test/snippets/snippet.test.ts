import { describe, expect, test } from 'vitest'
import { curlOf } from '../../src/snippets/curl.ts'
import { quoted } from '../../src/snippets/shell.ts'
import { snippetOf, type SnippetLanguage } from '../../src/snippets/snippet.ts'
import { SAMPLES } from './sample-requests.ts'

const SERVER = 'http://127.0.0.1:4010'
const written = (language: SnippetLanguage, sample: keyof typeof SAMPLES): string[] =>
  snippetOf(language, SAMPLES[sample](SERVER)).split('\n')
const raw = String.raw

describe('curl', () => {
  test('is a line after a comment', () => {
    expect(written('curl', 'read')).toEqual([
      '# TOKEN is a token of alice.',
      raw`curl -H 'accept: application/json' -H 'Authorization: Bearer TOKEN' '${SERVER}/wiki/rest/reqs/1/requirement2/ENG?q=key%20~%20'\''REQ'\''&limit=5'`,
    ])
  })

  test('sends files and forms from beside it', () => {
    expect(written('curl', 'file')).toEqual([
      `curl -X POST -H 'Content-Type: application/octet-stream' --data-binary '@body.bin' '${SERVER}/api/x'`,
    ])
    expect(written('curl', 'form')).toEqual([
      raw`curl -X POST --form-string 'note=it'\''s; type=x' -F 'file=@book.xlsx;type=application/x-book' -F 'other=@file.bin;filename="a; b.bin";type=application/octet-stream' '${SERVER}/api/x'`,
    ])
  })

  test('says nothing of the type of a body that has none, and sends one with GET', () => {
    const body = { kind: 'text', text: 'x' } as const
    expect(snippetOf('curl', { method: 'GET', url: SERVER, headers: {}, body, notes: [] })).toBe(
      `curl -X GET -H 'Content-Type:' --data-raw 'x' '${SERVER}'`,
    )
  })

  test('stays a GET with a body and becomes a HEAD by its option', () => {
    expect(curlOf({ method: 'GET', url: '/api/x', headers: {}, body: '{}' })).toBe(
      `curl -X GET --data-raw '{}' '${SERVER}/api/x'`,
    )
    expect(curlOf({ method: 'HEAD', url: '/api/x', headers: {}, body: undefined })).toBe(
      `curl -I '${SERVER}/api/x'`,
    )
  })

  test('quotes a method that is no plain word', () => {
    expect(curlOf({ method: 'X;id', url: '/api/x', headers: {}, body: undefined })).toBe(
      `curl -X 'X;id' '${SERVER}/api/x'`,
    )
  })

  test('has no control character but the line feed', () => {
    expect(quoted(`a'b\n`)).toBe(`'a'\\''b\n'`)
    expect(quoted(`a'b\\\r\n\t\u0007\u0085`)).toBe(raw`$'a\'b\\\r\n\t\u0007\u0085'`)
  })
})

test('fetch is a module', () => {
  expect(written('fetch', 'read')).toEqual([
    '// TOKEN is a token of alice.',
    "const token = 'TOKEN'",
    `const response = await fetch("${SERVER}/wiki/rest/reqs/1/requirement2/ENG?q=key%20~%20'REQ'&limit=5", {`,
    "  method: 'GET',",
    '  headers: {',
    "    'accept': 'application/json',",
    "    'Authorization': `Bearer ${token}`,",
    '  },',
    '})',
    'console.log(response.status, await response.text())',
  ])
  expect(written('fetch', 'form')).toEqual([
    "import { openAsBlob } from 'node:fs'",
    '',
    'const form = new FormData()',
    `form.append('note', "it's; type=x")`,
    "form.append('file', await openAsBlob('book.xlsx', { type: 'application/x-book' }), 'book.xlsx')",
    "form.append('other', await openAsBlob('file.bin', { type: 'application/octet-stream' }), 'a; b.bin')",
    `const response = await fetch('${SERVER}/api/x', {`,
    "  method: 'POST',",
    '  body: form,',
    '})',
    'console.log(response.status, await response.text())',
  ])
})

test('fetch has no body with GET, and says so', () => {
  const body = { kind: 'text', text: 'x' } as const
  const lines = snippetOf('fetch', { method: 'GET', url: SERVER, headers: {}, body, notes: [] }).split('\n')
  expect(lines[0]).toBe('// fetch sends no body with GET.')
  expect(lines.join('')).not.toContain('body:')
})

test('Python sends text in UTF-8', () => {
  expect(written('Python', 'write')).toEqual([
    '# TOKEN is a token of alice.',
    'import requests',
    '',
    'token = "TOKEN"',
    'response = requests.request(',
    '    "PUT",',
    `    "${SERVER}/tracker/x",`,
    '    headers={',
    '        "Content-Type": "application/json",',
    '        "X-Sim-World": "second",',
    '        "X-Api-Key": token,',
    '    },',
    expect.stringMatching(/^ {4}data="\{\\"html\\":[^]*\}"\.encode\(\),$/),
    ')',
    'print(response.status_code, response.text)',
  ])
  expect(written('Python', 'form').slice(5, 10)).toEqual([
    '    files=[',
    `        ("note", (None, "it's; type=x")),`,
    '        ("file", ("book.xlsx", open("book.xlsx", "rb"), "application/x-book")),',
    '        ("other", ("a; b.bin", open("file.bin", "rb"), "application/octet-stream")),',
    '    ],',
  ])
})

test('Java is a class of its own, in ASCII', () => {
  expect(written('Java', 'read').slice(5)).toEqual([
    '',
    'public class SendRequest {',
    '  public static void main(String[] arguments) throws Exception {',
    '    String token = "TOKEN";',
    `    HttpRequest request = HttpRequest.newBuilder(URI.create("${SERVER}/wiki/rest/reqs/1/requirement2/ENG?q=key%20~%20'REQ'&limit=5"))`,
    '        .method("GET", HttpRequest.BodyPublishers.noBody())',
    '        .header("accept", "application/json")',
    '        .header("Authorization", "Bearer " + token)',
    '        .build();',
    '    HttpResponse<String> response =',
    '        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ])
  expect(written('Java', 'write').join('\n')).toMatch(/^[\n -~]*$/)
  const stray = { method: 'GET', url: `${SERVER}/a%zz%20`, headers: {}, notes: [] }
  expect(snippetOf('Java', stray)).toContain(`URI.create("${SERVER}/a%25zz%20")`)
})

test('Go is a program of one file, with its imports in order', () => {
  expect(written('Go', 'read')).toEqual([
    '// TOKEN is a token of alice.',
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ')',
    '',
    'func main() {',
    '\ttoken := "TOKEN"',
    `\trequest, err := http.NewRequest("GET", "${SERVER}/wiki/rest/reqs/1/requirement2/ENG?q=key%20~%20'REQ'&limit=5", nil)`,
    '\tcheck(err)',
    '\trequest.Header.Set("accept", "application/json")',
    '\trequest.Header.Set("Authorization", "Bearer "+token)',
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tcheck(err)',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tcheck(err)',
    '\tfmt.Println(response.StatusCode, string(text))',
    '}',
    '',
    'func check(err error) {',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '}',
  ])
  const marked = { method: 'GET', url: `${SERVER}/a%zz`, headers: { note: 'a\uFEFFb' }, notes: [] }
  expect(snippetOf('Go', marked)).toContain(raw`request.Header.Set("note", "a\ufeffb")`)
  expect(snippetOf('Go', marked)).toContain(`"${SERVER}/a%25zz"`)
})
