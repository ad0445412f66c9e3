/** `reqsim audit` over the files that a run left. */
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { run } from './cli.ts'

const { path: folder, write } = temporaryFolder()

const READ = { handler: 'GET https://wiki.example.com/:key', place: 'test/mocks.ts:4' }
const call = (differences: readonly object[], needs: readonly object[], test: string) => ({
  method: 'GET',
  url: 'https://wiki.example.com/REQ-1',
  test,
  operation: 'wiki.requirement.read',
  status: 200,
  differences,
  needs,
})
const value = { kind: 'value', place: 'body.key', text: '"A" instead of "B"' }
const need = { kind: 'values', text: 'body.key "B"' }
const lines = (...observations: readonly object[]) =>
  observations.map((each) => `${JSON.stringify(each)}\n`).join('')

write('10-0.jsonl', lines(READ, { ...READ, call: call([value], [need], 'one') }))
write(
  '11-2.jsonl',
  lines(
    { handler: 'POST /x' },
    { ...READ, call: call([value], [need], 'two') },
    { ...READ, call: call([], [], 'three') },
  ),
)
write('notes.jsonl', 'not of a run')

test('the files of all processes are added up, by handler', async () => {
  const { code, out } = await run(['audit', folder])
  expect(code).toBe(0)
  expect(out).toBe(`not called: POST /x
differs: GET https://wiki.example.com/:key (test/mocks.ts:4), 3 calls of wiki.requirement.read
  value body.key: "A" instead of "B" (2 calls)
  needs a record with these values: body.key "B" (2 calls)
  in 'one', 'two'
2 handlers, 3 calls: 0 safe to remove, 1 differs, 1 not called
`)
})

test('the summary is printed as Markdown too', async () => {
  const { out } = await run(['audit', folder, '--format', 'markdown'])
  expect(out).toContain('| Handler | Verdict | Operation | Calls | Differences and needs |')
  expect(out).toContain('| `GET https://wiki.example.com/:key` `test/mocks.ts:4` | differs |')
})

test.each([
  [[] as string[], 2, /audit has no command and no folder/],
  [['nowhere-at-all'], 2, /cannot read 'nowhere-at-all': there is no such folder/],
])('the arguments %j end with an error', async (args, expected, message) => {
  const { code, errors } = await run(['audit', ...args])
  expect([code, errors]).toEqual([expected, expect.stringMatching(message)])
})

test('a damaged file is named', async () => {
  const { path, write: writeOther } = temporaryFolder()
  writeOther('1-0.jsonl', '{')
  const { code, errors } = await run(['audit', path])
  expect([code, errors]).toEqual([1, expect.stringContaining('1-0.jsonl')])
})

test('a command that audits nothing is an error, and a command that fails gives its code', async () => {
  const nothing = await run(['audit', '--', process.execPath, '-e', '0'])
  expect([nothing.code, nothing.errors]).toEqual([1, expect.stringContaining('no handler was audited')])
  const script = `require('fs').writeFileSync(process.env.REQSIM_AUDIT + '/1-0.jsonl', '{"handler":"GET /x"}'); process.exit(7)`
  const failing = await run(['audit', '--', process.execPath, '-e', script])
  expect([failing.code, failing.out]).toEqual([7, expect.stringContaining('not called: GET /x')])
})
