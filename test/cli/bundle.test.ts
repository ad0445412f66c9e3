// What `reqsim bundle` refuses. test/bundle opens what it writes.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { run } from './cli.ts'

const { path: folder, write } = temporaryFolder()
const out = join(folder, 'demo.html')

test.each([
  [['demo'], /^reqsim: required option '--out <file>' not specified\n$/],
  [['demo', '--out', 'demo.yaml'], /^reqsim: --out: 'demo.yaml' is not an \.html file, and not - for the/],
  [['dema', '--out', out], /^reqsim: no ready scenario 'dema'; did you mean 'demo'\?\n$/],
  [['demo', '--out', out, '--until', 'frozen'], /^reqsim: 'demo' has no timeline to run\n$/],
  [['release-freeze', '--out', out, '--until', 'frozn'], /no step 'frozn' .*; did you mean 'frozen'\?\n$/],
  [['demo', '--out', out, '--clock', 'fast'], /'fast' is invalid\. A clock is manual, auto, live/],
  [['demo', '--out', out, '--port', '1'], /unknown option '--port'/],
])('%j is wrong usage', async (args, message) => {
  const { code, out: printed, errors } = await run(['bundle', ...args])
  expect(errors).toMatch(message)
  expect([code, printed]).toEqual([2, ''])
  expect(existsSync(out)).toBe(false)
})

test('every problem of a scenario file is listed', async () => {
  const path = write(
    'faulty.yaml',
    'name: faulty\nextends: [demo]\nclock: { mode: fast }\nfaults: [{ stats: 1 }]\n',
  )
  const { code, errors } = await run(['bundle', path, '--out', out])
  expect(code).toBe(1)
  expect(errors).toMatch(/faulty\.yaml:3:.*mode/)
  expect(errors).toMatch(/faulty\.yaml:4:.*stats/)
})

test('a step before the one of --until that fails is reported', async () => {
  const path = write(
    'failing.yaml',
    'name: failing\nextends: [demo]\ntimeline:\n  - { call: GET /api/applications/101, expect: { status: 200 } }\n  - { step: later, advance: 1m }\n',
  )
  const { code, errors } = await run(['bundle', path, '--out', out, '--until', 'later'])
  expect(code).toBe(1)
  expect(errors).toMatch(/^reqsim: the timeline does not reach 'later': .*GET \/api\/applications\/101.*401/)
})
