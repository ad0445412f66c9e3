// What comes from files moves no cursor, changes no title and hides no line of the terminal that shows it.

import { describe, expect, test } from 'vitest'
import { run } from '../cli/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

const { path: folder, write: file } = temporaryFolder()

/** Clears the screen, sets a title, goes to the beginning of the line, turns the direction of writing. */
const EVIL = String.raw`\e[2J\e]0;title\a\r\u202E\u009b31m`
/** All of these but the end of a line. */
const MOVES = /[^\P{Cc}\n]|[\u202a-\u202e]/u

describe('escape sequences of a scenario were written to the terminal', () => {
  const evil = file(
    'evil.yaml',
    `name: x\n"${EVIL}": 1\nworld: { tokens: [{ user: "${EVIL}", name: a, value: b }] }\n`,
  )
  const story = `name: "${EVIL}"\nextends: [demo]\ntimeline:\n  - { note: "${EVIL}", call: "GET /api/applications/101", expect: { status: 418, body: { a: "${EVIL}" } } }\n`

  test.each([
    ['validate', ['validate', evil]],
    ['serve', ['serve', evil, '--port', '0']],
    ['run, which cannot read it', ['run', evil]],
    ['run', ['run', file('story.yaml', story)]],
    ['run, for machines', ['run', file('story.yaml', story), '--reporter', 'tap']],
    ['run, with a name that is none', ['run', `${folder}/\u001b[2Jnowhere.yaml`]],
    ['an unknown scenario', ['serve', 'de\u001b[2Jmo']],
  ])('%s', async (_command, args) => {
    const { code, out, errors } = await run(args)
    expect(code).not.toBe(0)
    expect((out + errors).length).toBeGreaterThan(10)
    expect(out + errors).not.toMatch(MOVES)
  })
})

test('nor those of a recording', async () => {
  const evil = JSON.parse(
    `"${EVIL.replaceAll(String.raw`\e`, String.raw`\u001b`).replaceAll(String.raw`\a`, String.raw`\u0007`)}"`,
  ) as string
  const entry = {
    request: {
      method: 'GET',
      url: `http://a.test/api/applications/${encodeURIComponent('x')}?${evil}`,
      headers: [],
    },
    response: {
      status: 299,
      headers: [{ name: 'Location', value: evil }],
      content: { text: `{"${evil}":1}` },
    },
  }
  const har = file('evil.har', JSON.stringify({ log: { entries: [entry] } }))
  const { code, out, errors } = await run([
    'replay',
    har,
    '--against',
    'demo',
    '--base',
    'standalone=http://a.test/api',
  ])
  expect([code, out + errors]).toEqual([expect.any(Number), expect.not.stringMatching(MOVES)])
  expect((out + errors).length).toBeGreaterThan(10)
})
