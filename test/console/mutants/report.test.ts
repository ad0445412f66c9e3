import { describe, expect, test } from 'vitest'
import { htmlReport } from '../../../src/cli/mutate/html.ts'
import { survivorsOf } from '../../../src/cli/mutate/report.ts'
import { reportJson } from '../../../src/cli/mutate/texts.ts'
import {
  ALL_SURVIVORS,
  chooseMutants,
  figuresBy,
  figuresOf,
} from '../../../src/console/panels/mutants/figures.ts'
import { readMutationReport } from '../../../src/console/panels/mutants/read.ts'
import { mistakesOf, reachedText, ruleOf, ruleOfMutant } from '../../../src/console/panels/mutants/rule.ts'
import { createSimulator } from '../../../src/index.ts'
import { operationIndex } from '../../../src/api/operation-index.ts'
import { reportOfMutants } from './report.ts'

const report = await reportOfMutants()
const json = reportJson(report)
const read = readMutationReport(json, 'mutants.json')

describe('a report', () => {
  test('is read from the JSON of the command', () => {
    expect(read.command).toBe('vitest run')
    expect(read.mutants).toMatchObject(report.mutants)
    expect(read.mutants.length).toBeGreaterThan(300)
  })

  test('is read from its page too, which has neither the command nor the order', async () => {
    const page = readMutationReport(await htmlReport(report), 'mutants.html')
    expect(page.command).toBeUndefined()
    const byId = new Map(page.mutants.map((mutant) => [mutant.id, mutant]))
    expect(byId.size).toBe(report.mutants.length)
    for (const mutant of report.mutants) {
      const { hint, ...others } = mutant
      // The page has the hints of survivors.
      const expected = mutant.status === 'survived' ? { ...others, hint } : others
      expect(byId.get(mutant.id)).toEqual(expected)
    }
  })

  test.each<[unknown, string]>([
    ['no report', 'it is neither JSON nor the page of --html'],
    [[], 'the file must be an object'],
    [{ ...report, left: -1 }, 'left must be a whole number from 0'],
    [{ ...report, mutants: 3 }, 'mutants must be a list'],
    [{ ...report, mutants: [{ ...report.mutants[0], id: 3 }] }, 'mutants[0].id must be text'],
    [
      { ...report, mutants: [report.mutants[0], { ...report.mutants[0], status: 'alive' }] },
      "mutants[1].status must be survived or killed or timeout or not-reached, not 'alive'",
    ],
    [
      { ...report, mutants: [{ ...report.mutants[0], kind: 'lost-wrte' }] },
      "mutants[0].kind must be a kind of mistake, not 'lost-wrte'",
    ],
    [{ failures: [], coverage: {} }, 'it is the result of an exploration, which the panel Exploration opens'],
    [{ files: {}, framework: { name: 'StrykerJS' } }, 'it is the report of another tool, about source code'],
    [
      { files: { a: { mutants: [{ id: 'a' }] } }, framework: { name: 'reqsim mutate' } },
      `files["a"].mutants[0].status must be Killed or Timeout or Survived or NoCoverage, not 'undefined'`,
    ],
  ])('is refused with the place and the correction: %#', (value, why) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(() => readMutationReport(text, 'x.json')).toThrow(
      `x.json is not a report of mutants: ${why}. Select a file that reqsim mutate --json printed or --html wrote`,
    )
  })

  test('has the figures of the command', () => {
    const { counts, score } = figuresOf('', read.mutants)
    expect([score, counts.killed, counts.survived]).toEqual([report.score, report.killed, report.survived])
    const places = figuresBy(read.mutants, 'place')
    expect(new Map(places.map((each) => [each.name, each.score ?? null]))).toEqual(
      new Map(report.places.map((each) => [each.place, each.score])),
    )
    const survived = places.map((each) => each.counts.survived)
    expect(survived).toEqual(survived.toSorted((a, b) => b - a))
  })

  test('is filtered by status, kind, group and operation', () => {
    const survivors = chooseMutants(read.mutants, ALL_SURVIVORS)
    expect(survivors.map(({ id }) => id)).toEqual(survivorsOf(report).map(({ id }) => id))
    const one = chooseMutants(read.mutants, {
      status: '',
      kind: 'lost-write',
      place: 'wiki.requirement.write',
    })
    expect(one.map(({ id }) => id)).toEqual(['wiki.requirement.write:effect:lost-write'])
    const effects = chooseMutants(read.mutants, { ...ALL_SURVIVORS, kind: 'effect' })
    expect([...new Set(effects.map(({ kind }) => kind))].toSorted()).toEqual(['lost-write', 'stale-read'])
  })
})

describe('the rule of a mutant', () => {
  test('is one that the simulator takes, for every mutant of an exchange', async () => {
    const sim = await createSimulator()
    for (const mutant of read.mutants) {
      const rule = ruleOfMutant(mutant)
      if (rule === undefined) {
        expect(mutant.place).toMatch(/^integration\.synchronise$/)
        continue
      }
      const { id, mutate, operation, field } = sim.faults.add(rule as never) as never as Record<
        string,
        unknown
      >
      const isOfOperation = operationIndex.some((each) => each.id === mutant.place)
      expect([mutate, operation]).toEqual([mutant.kind, isOfOperation ? mutant.place : undefined])
      expect(field).toBe(mutant.field)
      sim.faults.remove(id as number)
    }
  })

  test('offers the mistakes of a method, and drops a field that the mistake does not take', () => {
    expect(mistakesOf('GET')).toContain('stale-read')
    expect(mistakesOf('GET')).not.toContain('lost-write')
    expect(mistakesOf('DELETE')).toContain('kept-record')
    expect(mistakesOf(undefined)).toContain('kept-record')
    expect(ruleOf('lost-write', '', 'key')).toEqual({ mutate: 'lost-write' })
    expect(ruleOf('field-null', 'wiki.page.read', 'key')).toEqual({
      mutate: 'field-null',
      operation: 'wiki.page.read',
      field: 'key',
    })
  })

  test.each([
    [0, 0, 'Not reached: no request has matched yet.'],
    [2, 0, 'Not reached: the mistake would have changed nothing in 2 matching requests.'],
    [3, 1, 'Reached 1 time, in 3 matching requests.'],
  ])('%d matched and %d changed: %s', (matched, struck, text) => {
    expect(reachedText(matched, struck)).toBe(text)
  })
})
