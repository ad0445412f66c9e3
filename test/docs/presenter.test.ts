// The tutorial of the presenter: its commands are run in their order, and give what it shows.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { isWithin } from '../../scripts/reference/story/cut.ts'
import { readyScenarios } from '../../src/scenario/ready/list.ts'
import { run, type Running, start } from '../cli/cli.ts'
import { codeBlocks } from './support/code-blocks.ts'
import { sendCurl } from './support/curl.ts'
import { missingLine, readPage } from './support/pages.ts'

const SHOWN_ADDRESS = 'http://127.0.0.1:4010'
const page = readPage('docs/tutorials/presenter.md')
const blocks = codeBlocks(page)
const followedBy = (index: number) => blocks[index + 1] ?? { language: '', text: '' }

/** The arguments of `npm run -s reqsim -- …`. */
function commandLine(text: string): string[] | undefined {
  return /^npm run -s reqsim -- (.+)$/.exec(text)?.[1]?.split(' ')
}

let served: Running
let address: string
beforeAll(async () => {
  const line = blocks.flatMap(({ text }) => commandLine(text) ?? []).join(' ')
  served = start([...line.slice(line.indexOf('serve')).split(' '), '--port', '0'])
  address = (await served.seen(/listening on (http:\S+)/))[1] ?? ''
})
afterAll(() => served.stop())

it('the rehearsal and the server say what is shown', async () => {
  for (const [index, { language, text }] of blocks.entries()) {
    const args = language === 'sh' ? commandLine(text) : undefined
    if (args === undefined) continue
    const output =
      args[0] === 'serve' ? served.out().replaceAll(address, SHOWN_ADDRESS) : (await run(args)).out
    expect(followedBy(index).language).toBe('text')
    expect(missingLine(followedBy(index).text, output), output).toBeUndefined()
  }
})

it('every request, in its order, is answered as shown', async () => {
  let compared = 0
  for (const [index, { language, text }] of blocks.entries()) {
    if (language !== 'sh' || !text.startsWith('curl ')) continue
    const reply = await sendCurl(text.replaceAll(SHOWN_ADDRESS, address))
    const answer = await reply.text()
    const next = followedBy(index)
    if (next.language === 'json') {
      expect(isWithin(JSON.parse(next.text), JSON.parse(answer)), `${text}\n${answer}`).toBe(true)
      compared += 1
    } else expect(reply.status, `${text}\n${answer}`).toBeLessThan(300)
  }
  expect(compared).toBeGreaterThan(8)
})

it('offers scenarios that there are', () => {
  const offered = [...page.matchAll(/\| `([\w-]+)` +\|$/gm)].map(([, name]) => name)
  expect(offered.length).toBeGreaterThan(3)
  const ready = readyScenarios().map(({ name }) => name)
  for (const name of offered) expect(ready).toContain(name)
})
