/** Recordings: what `reqsim replay` reads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ToolFailure } from '../../../src/replay/failure.ts'
import { readArchive } from '../../../src/replay/archive.ts'
import { placeExchanges } from '../../../src/replay/bases.ts'
import { browserArchive } from '../../replay/replaying.ts'
import { type DataParser, isA, repeat } from './parser.ts'

const archive = browserArchive([
  {
    url: 'https://x.example/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
    headers: { authorization: 'Bearer x' },
    answer: { key: 'REQ-001' },
  },
  {
    method: 'POST',
    url: 'https://x.example/wiki/rest/reqs/1/baseline/ENG',
    body: { baseline: { name: 'x' } },
    status: 400,
    answer: { message: 'no' },
  },
  {
    method: 'PUT',
    url: 'https://x.example/a',
    body: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: 'b' }] },
  },
])

export const har: DataParser = {
  kind: 'data',
  name: 'har',
  corpus: [archive, simulatorArchive()],
  refuses: isA(ToolFailure),
  read: (value) => readArchiveText(JSON.stringify(value) ?? ''),
  readText: readArchiveText,
  families: {
    lists: (size) => '['.repeat(size) + ']'.repeat(size),
    objects: (size) => '{"log":'.repeat(size) + '1' + '}'.repeat(size),
    entries: (size) =>
      `{"log":{"entries":[${Array.from({ length: size }, () => '{"request":{"method":"GET","url":"http://x/a"}}').join(',')}]}}`,
    'a long url': (size) =>
      `{"log":{"entries":[{"request":{"method":"GET","url":"http://x/${'a/'.repeat(size)}"}}]}}`,
    headers: (size) =>
      `{"log":{"entries":[{"request":{"method":"GET","url":"http://x/","headers":[${'{"name":"a","value":"b"},'.repeat(size)}{}]}}]}}`,
    'an unclosed text': repeat('{"log":"', 'a'),
  },
}

function readArchiveText(text: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-fuzz-'))
  try {
    const file = join(folder, 'any.har')
    writeFileSync(file, text)
    placeExchanges(readArchive(file), { bases: [], keepsPaths: false })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function simulatorArchive(): unknown {
  const request = {
    method: 'GET',
    url: 'http://api.sim/api/applications/101',
    headers: [{ name: 'x', value: 'y' }],
  }
  const response = {
    status: 200,
    headers: [],
    content: { text: 'e30=', encoding: 'base64', mimeType: 'application/json' },
  }
  const entry = { startedDateTime: '2026-01-05T09:00:00.000Z', _user: 'alice', _fault: 1, request, response }
  return {
    log: {
      version: '1.2',
      creator: { name: 'reqsim', version: '1' },
      entries: [entry, { ...entry, _fault: undefined }],
    },
  }
}
