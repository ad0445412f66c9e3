import { expect, test } from 'vitest'
import { openTrace } from '../../src/adapters/trace.ts'
import { blocksOf } from './support/pages.ts'
import { expectValues } from './support/snippets.ts'

test('the page writes and opens a trace as it says', async () => {
  const code = blocksOf('docs/traces.md', 'ts')
    .filter(({ reason }) => reason === undefined)
    .map(({ text }) => text.replace("import { openTrace } from 'reqsim/trace'\n", ''))
  expect(await expectValues(code.join('\n'), { openTrace })).toBe(7)
})
