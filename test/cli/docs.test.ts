// `reqsim docs` prints pages, operations, assumptions and errors, and finds them by words.

import { describe, expect, test } from 'vitest'
import { operations } from '../../src/api/operations.ts'
import { readPage } from '../docs/support/pages.ts'
import { run, startProcess } from './cli.ts'

describe('reqsim docs', () => {
  test('lists the pages without a topic, in a process of its own', async () => {
    const { code, out, errors } = await startProcess(['docs']).finished
    expect([code, errors]).toEqual([0, ''])
    expect(out).toMatch(/^concepts\/clock +Clock$/m)
    expect(out).toMatch(
      new RegExp(`^${operations.length} operations +such as \\S+; reqsim list operations$`, 'm'),
    )
    expect(out).toMatch(/^\d+ assumptions +such as A01; reqsim list assumptions$/m)
  }, 120_000)

  test.each([
    ['concepts/clock', readPage('docs/concepts/clock.md')],
    ['docs/concepts/clock.md', readPage('docs/concepts/clock.md')],
    ['wiki.requirement.read', /^# `wiki\.requirement\.read`\n\nGET `/],
    ['a17', /^# A17: Rate-limit windows\n/],
    ['404', /^## 404\n\n[^#]+$/],
    ['console#stage', /^## Stage\n/],
    ['decisions', /^# Decisions\n\n- \[/],
  ])('prints the topic %s', async (topic, expected) => {
    const { code, out } = await run(['docs', topic])
    expect([code, out]).toEqual([
      0,
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    ])
  })

  test.each([
    [
      'wiki.requirement.raed',
      "there is no topic 'wiki.requirement.raed': did you mean wiki.requirement.read?",
    ],
    ['clock', "there is no topic 'clock': did you mean concepts/clock?"],
    ['../package.json', "there is no topic '../package.json': reqsim docs lists the pages"],
    ['..%2Fpackage.json', "there is no topic '..%2Fpackage.json': reqsim docs lists the pages"],
    ['/etc/hostname', "there is no topic '/etc/hostname': reqsim docs lists the pages"],
  ])('refuses %s, and names the nearest', async (topic, message) => {
    const { code, out, errors } = await run(['docs', topic])
    expect([code, out, errors]).toEqual([2, '', expect.stringContaining(`reqsim: docs: ${message}`)])
  })

  test('prints the example of an operation as a program that runs against the demo', async () => {
    const shown = (await run(['docs', 'wiki.requirement.read'])).out
    const { code, out } = await run(['docs', 'wiki.requirement.read', '--snippet', 'CURL'])
    expect([code, out]).toEqual([
      0,
      "curl -H 'Authorization: Bearer tok-admin' 'http://127.0.0.1:4010/wiki/rest/reqs/1/requirement2/ENG/REQ-001'\n",
    ])
    expect(shown).toContain(`## Request\n\n\`\`\`sh\n${out}\`\`\`\n`)
    const program = (await run(['docs', 'wiki.requirement.read', '--snippet', 'go'])).out
    expect(program).toMatch(/^package main\n[^]*token := "tok-admin"/)
  })

  test('finds sections by words', async () => {
    const { code, out } = await run(['docs', '--search', 'freeze baseline'])
    expect(code).toBe(0)
    expect(out).toMatch(/^\d+ sections; the best 20 are listed\.\nwiki\.baseline\.freeze\n {4}POST /)
    const [, topic = ''] = /^(console\.md#\S+)$/m.exec(out) ?? []
    expect((await run(['docs', topic])).out).toMatch(/^#+ /)
  })

  test.each([
    [['--search', '!?'], "--search '!?' has no words"],
    [['A17', '--search', 'clock'], "give either a topic, 'A17', or --search"],
    [
      ['A17', '--snippet', 'curl'],
      'A17 is no operation, so --snippet curl has no example: reqsim list operations',
    ],
    [
      ['--snippet', 'curl'],
      "--snippet 'curl' prints the example of an operation, so name one: reqsim docs wiki.",
    ],
    [
      ['wiki.requirement.read', '--snippet', 'Ruby'],
      "--snippet 'Ruby' is no language of examples: write one of curl, fetch, Python, Java, Go",
    ],
  ])('refuses %j', async (args, message) => {
    const { code, errors } = await run(['docs', ...args])
    expect([code, errors]).toEqual([2, expect.stringContaining(message)])
  })
})
