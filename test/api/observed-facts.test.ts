/** Every observed fact of the ledger has a test, and no default rests on a weak one. */
import type { Alternatives } from '../../src/index.ts'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { observedFactsPage } from '../../scripts/reference/observed-facts.ts'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { choicesOf, degreeOf, isBelow } from '../../src/api/ledger/entry.ts'
import { startClient } from '../support/client.ts'
import { testedFacts } from './tested-facts.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const tested = testedFacts()
const facts = assumptions.flatMap((entry) =>
  choicesOf(entry).flatMap(({ evidence = [] }) => evidence.map((each) => ({ id: entry.id, ...each }))),
)
const nameOf = ({ id, fact, degree }: { id: string; fact: string; degree: string }) =>
  `${id} ${fact} (${degree})`

/** The source of a test file, with escaped quotes replaced by plain ones. */
function sourceOf(file: string): string {
  return readFileSync(resolve(PROJECT, file), 'utf8').replaceAll(/\\(['"`])/g, '$1')
}

/** The parts of a title that the source does not quote: `outer > inner` names a test inside a group. */
function missingParts(title: string, source: string): string[] {
  const isMissing = (text: string) =>
    ["'", '"', '`'].every((quote) => !source.includes(`${quote}${text}${quote}`))
  return isMissing(title) ? title.split(' > ').filter(isMissing) : []
}

describe('facts', () => {
  test('support every observed entry and no assumed one', () => {
    for (const { id, provenance, evidence } of assumptions)
      expect([id, evidence.length > 0]).toEqual([id, provenance === 'observed'])
  })

  test('that are weak never support a default', () => {
    const weak = assumptions.filter(({ evidence }) => degreeOf(evidence) === 'weak')
    expect(weak.map(({ id }) => id)).toEqual([])
  })

  test('are sentences and unique within their entry', () => {
    const names = facts.map(({ id, fact }) => `${id} ${fact}`)
    expect(new Set(names).size).toBe(names.length)
    for (const { fact } of facts) expect(fact).toMatch(/^\S.*\.$/)
  })

  test('each have a test, and no row of the table has another fact or degree', () => {
    expect([...new Set(tested.map(nameOf))].toSorted()).toEqual(facts.map(nameOf).toSorted())
  })

  test.each(tested.map(({ id, file, title }) => [id, file, title] as const))(
    '%s names an existing test: %s, %s',
    (_id, file, title) => {
      expect(file).toMatch(/^test\/.*\.test\.ts$/)
      expect(existsSync(resolve(PROJECT, file)), file).toBe(true)
      expect(missingParts(title, sourceOf(file))).toEqual([])
    },
  )

  test('are on their page with their tests', () => {
    const page = observedFactsPage(assumptions, tested)
    for (const { fact } of facts)
      expect(page).toContain(fact.replaceAll('*', String.raw`\*`).replaceAll('<', String.raw`\<`))
    for (const { file, title } of tested) expect(page).toContain(`\`${file}\`: ${title}`)
  })
})

describe('degrees', () => {
  test('are listed by the control API, for defaults and alternatives', async () => {
    const { items } = (await (await startClient()).get('/_sim/assumptions')).body
    const listed = (items as (typeof assumptions)[number][]).map((item) => [item, ...item.alternatives])
    expect(listed.map((each) => each.map((one) => (one as { degree?: string }).degree))).toEqual(
      assumptions.map((entry) => choicesOf(entry).map(({ evidence }) => degreeOf(evidence))),
    )
    expect(items.find(({ id }: { id: string }) => id === 'A02').evidence[0].degree).toBe('likely')
  })

  test('are in the report, with the evidence of the choice in force', async () => {
    const leaned = async (A07: Alternatives['A07']) => {
      const client = await startClient({ scenario: 'demo', config: { assumptions: { A07 } } })
      await client.get('/wiki/rest/reqs/1/requirement2/ENG/NOPE-1')
      return client.simulator.report().assumptions.find(({ id }) => id === 'A07')
    }
    const usual = await leaned('status-code')
    expect(usual).toMatchObject({ degree: 'likely', evidence: [{ degree: 'likely' }] })
    expect(usual?.otherwise[0]).toEqual({ value: 'plain-text', behaviour: expect.any(String) })
    const otherwise = await leaned('plain-text')
    expect(otherwise).not.toHaveProperty('degree')
    expect(otherwise).not.toHaveProperty('evidence')
    expect(otherwise?.otherwise[0]).toMatchObject({ value: 'status-code', degree: 'likely' })
  })

  test('are that of the least certain fact', () => {
    const of = (...degrees: ('stated' | 'likely' | 'weak')[]) =>
      degreeOf(degrees.map((degree) => ({ fact: 'x', degree, shownBy: 'y' })))
    expect([of(), of('stated'), of('stated', 'likely'), of('weak', 'stated', 'likely')]).toEqual([
      undefined,
      'stated',
      'likely',
      'weak',
    ])
  })

  test('are ordered, and an entry without facts is below all of them', () => {
    expect(isBelow('likely', 'stated')).toBe(true)
    expect(isBelow('likely', 'likely')).toBe(false)
    expect(isBelow('stated', 'weak')).toBe(false)
    expect(isBelow('weak', 'likely')).toBe(true)
    expect(isBelow(undefined, 'weak')).toBe(true)
  })
})
