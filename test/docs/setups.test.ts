// The page about setups: its options are those of the code, and its sample of shadow mode does what it says.

import { expect, it } from 'vitest'
import { checkOptions } from '../../src/adapters/setup/option-problems.ts'
import { shadow } from '../../src/adapters/msw/shadow.ts'
import { createSimulator } from '../../src/index.ts'
import { blocksOf, readPage } from './support/pages.ts'

const PAGE = 'docs/setups.md'

it('the file of options is valid, and the table lists all options', () => {
  const [block] = blocksOf(PAGE, 'json')
  const options = JSON.parse(block?.text ?? '') as object
  expect(() => checkOptions(PAGE, options)).not.toThrow()
  const listed = [...readPage(PAGE).matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name)
  expect(() => checkOptions(PAGE, Object.fromEntries(listed.map((name) => [name, undefined])))).not.toThrow()
  expect(() => checkOptions(PAGE, { colour: 1 })).toThrow(`${listed.join(', ')}`)
})

it('the sample of shadow mode has its value', async () => {
  const sample = blocksOf(PAGE, 'ts').find(({ text }) => text.includes('reqsim/msw/shadow'))?.text ?? ''
  const body = sample
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .join('\n')
    .replace(/^(audited\.summary\(\)\.safe) \/\/ 1$/m, 'return $1')
  expect(body).toContain('return audited')
  const { http, HttpResponse } = await import('msw')
  const { setupServer } = await import('msw/node')
  const AsyncFunction = (async () => {}).constructor as new (
    ...words: string[]
  ) => (...values: readonly unknown[]) => Promise<unknown>
  const run = new AsyncFunction('http', 'HttpResponse', 'setupServer', 'createSimulator', 'shadow', body)
  expect(await run(http, HttpResponse, setupServer, createSimulator, shadow)).toBe(1)
})
