// The tutorial of the presenter: its server starts as shown, and its stories and steps are there. What it does in the console is
// done in test/console/panels/stage/presenter.browser.test.ts.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, start } from '../cli/cli.ts'
import { codeBlocks } from './support/code-blocks.ts'
import { missingLine, readPage } from './support/pages.ts'

const SHOWN_ADDRESS = 'http://127.0.0.1:4010'
const page = readPage('docs/tutorials/presenter.md')
const blocks = codeBlocks(page)

interface Listed {
  readonly total: number
  readonly items: readonly { readonly name?: string; readonly heading?: string; readonly note?: string }[]
}

let served: Running
let address: string
beforeAll(async () => {
  const [, line = ''] = /^npm run -s reqsim -- (.+)$/m.exec(blocks[0]?.text ?? '') ?? []
  served = start([...line.split(' '), '--port', '0'])
  address = (await served.seen(/listening on (http:\S+)/))[1] ?? ''
})
afterAll(() => served.stop())

it('the server says what is shown', () => {
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'text'])
  const output = served.out().replaceAll(address, SHOWN_ADDRESS)
  expect(missingLine(blocks[1]?.text ?? '', output), output).toBeUndefined()
})

it('its steps are those of the story', async () => {
  const { items, total } = (await (await fetch(`${address}/_sim/timeline`)).json()) as Listed
  expect(Number(/The whole day of a release has (\d+)/.exec(page)?.[1])).toBe(total)
  expect(items.at(-1)?.heading).toBe('Both releases can be read from now on')
  const [, number, heading] = /Go to step (\d+), _([^_]+)_/.exec(page) ?? []
  expect(items[Number(number) - 1]?.heading).toBe(heading)
  const [, name] = /#\/stage\/release-freeze\/([\w-]+)/.exec(page) ?? []
  expect(items.find((step) => step.name === name)?.heading).toBe('The release is frozen')
})

it('offers the stories that have steps', async () => {
  const offered = [...page.matchAll(/\| `([\w-]+)` +\|$/gm)].map(([, name]) => name)
  expect(offered.length).toBeGreaterThan(4)
  const { items } = (await (await fetch(`${address}/_sim/scenarios`)).json()) as {
    items: readonly { readonly name: string; readonly steps: number }[]
  }
  const names = items.filter(({ steps }) => steps > 0).map(({ name }) => name)
  expect(offered.toSorted()).toEqual(names.toSorted())
})
