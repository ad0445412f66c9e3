import { expect, test } from 'vitest'
import { lastRunText } from '../../src/console/panels/queues/last-run.ts'

const OBSTACLE = "no response from 'https://tracker.northwind.test'"
const run = (time: string, outcome: string, kind = 'integration.synchronise') => ({
  id: 1,
  world: 'default',
  type: 'job' as const,
  at: `2026-01-05T${time}.000Z`,
  data: { id: 1, kind, due: `2026-01-05T${time}.000Z`, outcome },
})

test('shows the last run that met the obstacle, with its time', () => {
  const events = [
    run('09:03:00', `2 to the tracker: none went, ${OBSTACLE}`),
    run('09:06:00', `3 to the tracker: none went, ${OBSTACLE}`),
    run('09:07:00', 'none went, is a word', 'baseline.freeze'),
  ]
  expect(lastRunText(events, OBSTACLE)).toBe(`The run at 09:06:00 sent none: ${OBSTACLE}`)
})

test('runs that sent something, or met another obstacle, are not', () => {
  expect(lastRunText([], OBSTACLE)).toBeUndefined()
  const others = [
    run('09:03:00', '2 to the tracker: 2 DONE'),
    run('09:06:00', '2 to the tracker: none went, the integration is switched off'),
  ]
  expect(lastRunText(others, OBSTACLE)).toBeUndefined()
})
