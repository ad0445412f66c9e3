/** The timelines of the ready scenarios hold what they tell, whatever the seed. */
import type { ScenarioName } from '../../../src/index.ts'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import type { StepResult } from '../../../src/index.ts'
import { loadReady } from '../../../src/scenario/ready/ready.ts'
import { readyScenarios } from '../../../src/scenario/ready/list.ts'

const scenarios = await Promise.all(readyScenarios().map(({ name }) => loadReady(name)))
const withTimeline = scenarios.filter(({ timeline }) => timeline !== undefined)

test('those that are there to be watched have one, and it is worth watching', () => {
  expect(withTimeline.map(({ name }) => name)).toEqual([
    'migration',
    'outage',
    'permissions',
    'rate-limited',
    'release-freeze',
  ])
  for (const { name, timeline = [] } of withTimeline) {
    expect([name, timeline.length >= 12]).toEqual([name, true])
    const expecting = timeline.filter((step) => 'call' in step && step.expect !== undefined)
    expect([name, expecting.length >= 8]).toEqual([name, true])
    expect([name, timeline.some(({ step }) => step !== undefined)]).toEqual([name, true])
  }
})

test.each(withTimeline)(
  'each step of $name has a heading and a short note for an audience, and so do the steps of its copies',
  ({ timeline = [] }) => {
    const headings = timeline.map(({ heading = '' }) => heading)
    expect(headings.filter((heading) => heading === '' || heading.length > 50)).toEqual([])
    expect(new Set(headings).size).toBe(headings.length)
    const notes = timeline.flatMap((step) => [
      step.note ?? '',
      ...('fork' in step ? step.fork.steps.map(({ note = '' }) => note) : []),
    ])
    const sentences = (note: string) => note.split(/[.?!](?: |$)/).filter((part) => part !== '').length
    expect(notes.filter((note) => note.length > 160 || sentences(note) < 1 || sentences(note) > 3)).toEqual(
      [],
    )
    // Nobody needs to know HTTP to follow it.
    expect(
      notes.filter((note) => /\b(?:GET|PUT|POST|PATCH|HTTP|JSON|status \d+|\d{3} OK)\b/.test(note)),
    ).toEqual([])
  },
)

describe.each(withTimeline.map(({ name }) => name))('%s', (name) => {
  test.each(['1', 'another seed'])('seed %j', async (seed) => {
    const simulator = await createSimulator({ scenario: name as ScenarioName, seed })
    const before = JSON.stringify(simulator.state('requirement'))
    const fork = simulator.fork()
    const result = await fork.run()
    expect(linesOf(result.steps)).toEqual([])
    expect([result.ok, result.left]).toEqual([true, 0])
    // What happened in the fork did not happen here; and it happens again in the same way.
    expect(JSON.stringify(simulator.state('requirement'))).toBe(before)
    expect(JSON.stringify(await simulator.run())).toBe(JSON.stringify(result))
  })
})

test.each(withTimeline)(
  'no step of $name takes a property or a dependency from a requirement that it rewords',
  async (scenario) => {
    const simulator = await createSimulator({ scenario: scenario.name as ScenarioName })
    const factsOf = () =>
      new Map(
        simulator
          .state('requirement')
          .filter(({ status }) => status === 'ACTIVE')
          .map(({ id, key, properties, dependencies }) => [
            id,
            [
              ...properties.map((property) => `${key} ${property.key}`),
              ...dependencies.map((one) => `${key} ${one.relationship} ${one.key}`),
            ],
          ]),
      )
    const lost: string[] = []
    for (const step of scenario.timeline ?? []) {
      const before = factsOf()
      await simulator.run({ count: 1 })
      for (const [id, facts] of factsOf())
        for (const fact of before.get(id) ?? [])
          if (!facts.includes(fact)) lost.push(`${step.note ?? JSON.stringify(step)}: ${fact}`)
    }
    expect(lost).toEqual([])
  },
)

/** The failures of steps and of the steps inside them. */
function linesOf(steps: readonly StepResult[]): string[] {
  return steps.flatMap(({ path, title, failures, steps: inner = [] }) => [
    ...failures.map((failure) => `${path} ${title}: ${failure}`),
    ...linesOf(inner),
  ])
}
