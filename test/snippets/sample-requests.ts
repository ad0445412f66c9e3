/** Requests that snippets write, with the texts that are hard to quote. */
import type { SnippetRequest } from '../../src/snippets/request.ts'

/** All that is special somewhere: quotes, escapes, variables, line ends, control characters, and what no code page has. */
export const HARD_TEXT = `it's "quoted" \\ \\u0041 $HOME \${x} \`id\` %s {a} \r\n\t\u0007 ü – 😀 \u2028 //*/ end`

const note = 'TOKEN is a token of alice.'

export const SAMPLES = {
  read: (server: string): SnippetRequest => ({
    method: 'GET',
    url: `${server}/wiki/rest/reqs/1/requirement2/ENG?q=key%20~%20'REQ'&limit=5`,
    headers: { accept: 'application/json' },
    credential: { header: 'Authorization', scheme: 'Bearer ' },
    notes: [note],
  }),
  write: (server: string): SnippetRequest => ({
    method: 'PUT',
    url: `${server}/tracker/x`,
    headers: { 'Content-Type': 'application/json', 'X-Sim-World': 'second' },
    credential: { header: 'X-Api-Key', scheme: '' },
    body: { kind: 'text', text: JSON.stringify({ html: HARD_TEXT }) },
    notes: [note],
  }),
  text: (server: string): SnippetRequest => ({
    method: 'POST',
    url: `${server}/api/x`,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: { kind: 'text', text: HARD_TEXT },
    notes: [],
  }),
  file: (server: string): SnippetRequest => ({
    method: 'POST',
    url: `${server}/api/x`,
    headers: { 'Content-Type': 'application/octet-stream' },
    body: { kind: 'file', file: 'body.bin' },
    notes: [],
  }),
  form: (server: string): SnippetRequest => ({
    method: 'POST',
    url: `${server}/api/x`,
    headers: {},
    body: {
      kind: 'form',
      parts: [
        { name: 'note', value: `it's; type=x` },
        { name: 'file', file: 'book.xlsx', fileName: 'book.xlsx', type: 'application/x-book' },
        { name: 'other', file: 'file.bin', fileName: 'a; b.bin', type: 'application/octet-stream' },
      ],
    },
    notes: [],
  }),
} as const satisfies Readonly<Record<string, (server: string) => SnippetRequest>>
