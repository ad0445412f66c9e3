/** The files on the page about timelines are good, and run. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { expectation } from '../../../src/scenario/format/timeline.ts'
import { readScenarioText } from '../../../src/scenario/format/text.ts'
import { codeBlocks } from '../../docs/support/code-blocks.ts'
import { resolveText } from '../support.ts'

const blocks = codeBlocks(readFileSync('docs/concepts/timeline.md', 'utf8')).filter(
  ({ language }) => language === 'yaml',
)

test('the whole file runs as documented', async () => {
  const [whole] = blocks.filter(({ text }) => text.startsWith('name:'))
  const sim = await createSimulator({ scenario: await resolveText(whole?.text ?? '') })
  const { steps } = await sim.run()
  expect(steps.length).toBeGreaterThan(4)
  expect(steps.flatMap(({ failures }) => failures)).toEqual([])
})

test('the step for the stage runs, and is listed with what it shows', async () => {
  const [shown] = blocks.filter(({ text }) => text.startsWith('timeline:'))
  const text = `name: shown\nextends: [demo]\n${shown?.text ?? ''}`
  const sim = await createSimulator({ scenario: await resolveText(text) })
  const { steps } = await sim.run()
  expect(steps).toMatchObject([{ outcome: 'passed', exchange: 1, marks: ['$.taskId'] }])
  const { body } = await sim.exchange({ method: 'GET', url: '/_sim/timeline', headers: {}, body: undefined })
  expect(JSON.parse(String(body))).toMatchObject({
    items: [{ heading: 'Alice freezes the release', show: { machine: 'baseline', queue: false } }],
  })
})

test('the list of expectations is one', () => {
  const [list] = blocks.filter(({ text }) => text.startsWith('expect:'))
  const { value } = readScenarioText(list?.text ?? '', 'page')
  expect(expectation.safeParse((value as { expect: unknown }).expect)).toMatchObject({ success: true })
})
