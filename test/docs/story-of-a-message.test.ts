// The page that follows a message: whoever sends its commands to a server, in their order, gets its answers.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readyFromSource } from '../../scripts/compile/scenarios.ts'
import { fields, isWithin, items, whole } from '../../scripts/reference/story/cut.ts'
import { sequenceDiagram } from '../../scripts/reference/story/diagram.ts'
import { courseTable, exchangeBlocks } from '../../scripts/reference/story/parts.ts'
import { beginStory, type StoryRequest } from '../../scripts/reference/story/record.ts'
import { createSimulator } from '../../src/index.ts'
import { serveForSuite } from '../support/serve.ts'
import { codeBlocks } from './support/code-blocks.ts'
import { sendCurl } from './support/curl.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/story-of-a-message.md'), 'utf8')
const blocks = codeBlocks(page)

describe('the page', async () => {
  const served = await serveForSuite(await createSimulator({ scenario: 'demo', clock: { mode: 'manual' } }))

  it('shows commands that work in their order, and what they answer', async () => {
    let compared = 0
    for (const [index, { language, text }] of blocks.entries()) {
      if (language !== 'sh' || !text.startsWith('curl ')) continue
      const reply = await sendCurl(text.replaceAll('http://127.0.0.1:4010', served.url))
      const answer: unknown = await reply.json()
      expect(reply.status, text).toBe(200)
      const next = blocks[index + 1]
      if (next?.language !== 'json') continue
      const shown: unknown = JSON.parse(next.text)
      expect(isWithin(shown, answer), `${text}\n${JSON.stringify(answer)}`).toBe(true)
      compared += 1
    }
    expect(compared).toBeGreaterThan(20)
  })

  it('draws a diagram for each chapter, of participants that it declares', () => {
    const diagrams = blocks.filter(({ language }) => language === 'mermaid').map(({ text }) => text)
    expect(diagrams).toHaveLength(page.match(/^## /gm)?.length ?? 0)
    for (const diagram of diagrams) {
      const declared = [...diagram.matchAll(/^ {2}(?:actor|participant) (\w+)/gm)].map((match) => match[1])
      const arrows = [...diagram.matchAll(/^ {2}(\w+)-+[>x]+(\w+): \S/gm)]
      expect(arrows.length).toBeGreaterThan(3)
      for (const [, from, to] of arrows) expect(declared).toEqual(expect.arrayContaining([from, to]))
      for (const [, who = ''] of diagram.matchAll(/Note over ([\w,]+):/g))
        expect(declared).toEqual(expect.arrayContaining(who.split(',')))
    }
  })

  it('links to pages that exist', () => {
    for (const [, link = ''] of page.matchAll(/\]\(([^)#]+)\)/g))
      expect(() => readFileSync(resolve(import.meta.dirname, '../../docs', link))).not.toThrow()
  })
})

describe('a story', async () => {
  const demo = await readyFromSource('demo.yaml')
  const advance: StoryRequest = {
    method: 'POST',
    path: '/_sim/clock/advance',
    body: { by: '3m' },
    label: 'three minutes; no more',
  }
  const read: StoryRequest = {
    method: 'GET',
    path: '/tracker/rest/reqs/1/issuelinks/DRN-1?relationship=implements',
    token: 'tok-alice',
    label: 'reads DRN-1',
  }

  it('is not written when it is not true', async () => {
    const { send } = await beginStory(demo)
    const cut = items({}, fields('key'))
    await expect(send(read, { cut, holds: [{ key: 'REQ-002' }] })).rejects.toThrow(/not true any more/)
    await expect(send(read, { cut, holds: [], count: 2 })).rejects.toThrow(/not true any more/)
    await expect(send({ ...read, token: 'tok-eve' }, { cut: whole, holds: {} })).rejects.toThrow(/403/)
  })

  it('draws what moved, without what Mermaid would take for the end of a statement', async () => {
    const { send } = await beginStory(demo)
    const passed = await send(advance, { cut: fields('now'), holds: {} })
    const seen = await send(read, { cut: whole, holds: [], reply: [0, 'key'] })
    const lines = sequenceDiagram([passed, seen]).split('\n')
    expect(lines.slice(-4)).toEqual([
      '  Note over People,Tracker: 09:03:00 three minutes, no more',
      '  WikiQueue->>Tracker: 2 older: DONE',
      '  People->>Tracker: reads DRN-1',
      '  Tracker-->>People: REQ-001',
    ])
    expect(courseTable(['Messages'], [passed, seen], (facts) => [String(facts.messages.size)])).toContain(
      '| 09:03:00 | three minutes; no more | 2 |',
    )
  })

  it('shows requests as commands, quoted where a shell asks for it', async () => {
    const { send } = await beginStory(demo)
    const exchange = await send(read, { cut: items({}, fields('key')), holds: [] })
    expect(exchangeBlocks(exchange)).toBe(
      [
        '```sh',
        "curl 'http://127.0.0.1:4010/tracker/rest/reqs/1/issuelinks/DRN-1?relationship=implements' \\",
        "  -H 'Authorization: Bearer tok-alice'",
        '```',
        '',
        '```json',
        '[ { "key": "REQ-001" } ]',
        '```',
      ].join('\n'),
    )
  })
})

describe('cuts', () => {
  const answer = { id: 1, list: [{ a: 1, b: 2 }, { a: 2 }], text: 'x' }

  it('take parts', () => {
    const cut = fields('id', 'missing', ['list', items({ a: 1 }, fields('b'))])
    expect(cut(answer)).toEqual({ id: 1, list: [{ b: 2 }] })
  })

  it.each([
    [{ id: 1 }, true],
    [{ list: [{ a: 2 }] }, true],
    [{ list: [{ a: 1 }, { a: 2 }] }, true],
    [{ list: [{ a: 2 }, { a: 1 }] }, false],
    [{ list: [{ a: 1 }, { a: 1 }] }, false],
    [{ id: '1' }, false],
    [{ text: undefined }, false],
    [{ toString: {} }, false],
    [[], false],
  ])('%o is within: %s', (part, expected) => expect(isWithin(part, answer)).toBe(expected))
})
