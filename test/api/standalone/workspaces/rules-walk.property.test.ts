/** A walk over rules, types and requirements: every interface finds what a plain reading of the tables says. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Simulator } from '../../../../src/index.ts'
import { clientOf } from '../../../support/client.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'

const APPLICATION = '?applicationId=101'
const TEXTS = ['High', 'Low', ' ', '<b>High</b>', 'Odd']
const PATTERNS: Readonly<Record<string, RegExp>> = {
  'REQ-{000}': /^REQ-(?:\d{3}|[1-9]\d{3,})$/,
  'REQ-{0}': /^REQ-(?:\d|[1-9]\d+)$/,
  'W{00}x': /^W(?:\d\d|[1-9]\d{2,})x$/,
}
const KEYS = ['W01x', 'W1x', 'W123x', 'REQ-13', 'REQ-1000']

interface Rule {
  readonly kind: string
  readonly property: string
  readonly pattern: string
  readonly values: readonly string[]
}

const number = fc.nat(30)
const rule = fc.record({
  kind: fc.constantFrom('MANDATORY_PROPERTY', 'KEY_PATTERN', 'ALLOWED_VALUES'),
  property: fc.constantFrom('Priority', 'Category', 'Grade'),
  pattern: fc.constantFrom(...Object.keys(PATTERNS)),
  values: fc.subarray(['High', 'Low', 'Functional', '']),
  isTyped: fc.boolean(),
})
type Step =
  | { readonly make: Rule & { isTyped: boolean }; readonly of: number }
  | { readonly change: Rule & { isTyped: boolean }; readonly of: number }
  | { readonly drop: number }
  | { readonly write: readonly string[]; readonly of: number }
  | { readonly add: string }
  | { readonly lose: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ make: rule, of: number }),
    fc.record({ change: rule, of: number }),
    fc.record({ drop: number }),
    fc.record({ write: fc.array(fc.constantFrom(...TEXTS), { maxLength: 3 }), of: number }),
    fc.record({ add: fc.constantFrom(...KEYS) }),
    fc.record({ lose: number }),
  ),
  { maxLength: 12 },
)

const ENG = { projectContainerId: 1001 }
const PROPERTIES = ['Priority', 'Category', 'Grade'] as const
const rulesOf = (simulator: Simulator) => [...simulator.state('rule', ENG)]
const active = (simulator: Simulator) =>
  [...simulator.state('requirement', ENG)].filter(
    ({ status, variantId }) => status === 'ACTIVE' && variantId === 5001,
  )

function saidBy(
  { kind, property, pattern, values, isTyped }: Rule & { isTyped: boolean },
  name: string,
): object {
  return {
    name,
    kind,
    ...(isTyped ? { typeId: 1 } : {}),
    ...(kind === 'KEY_PATTERN' ? { pattern } : { property }),
    ...(kind === 'ALLOWED_VALUES' ? { values } : {}),
  }
}

async function take(author: StandaloneAuthor, step: Step): Promise<void> {
  const { simulator } = author.client
  const [rules, rows] = [rulesOf(simulator), active(simulator)]
  const oneOf = <T>(items: readonly T[], at: number) => items[at % Math.max(1, items.length)]
  if ('make' in step) {
    const name = `R${step.of}`
    if (rules.every((known) => known.name !== name))
      await author.control('POST', '/rules', { containerId: 1001, ...saidBy(step.make, name) })
  } else if ('change' in step) {
    const known = oneOf(rules, step.of)
    if (known !== undefined)
      await author.control('PUT', `/rules/${known.id}`, saidBy(step.change, known.name))
  } else if ('drop' in step) {
    const known = oneOf(rules, step.drop)
    if (known !== undefined) await author.control('DELETE', `/rules/${known.id}`)
  } else if ('write' in step) {
    const row = oneOf(rows, step.of)
    const properties = step.write.map((value, at) => ({ label: PROPERTIES[at], value }))
    if (row !== undefined) await author.made('PUT', `/requirements/${row.id}${APPLICATION}`, { properties })
  } else if ('add' in step) {
    if (rows.every(({ key }) => key !== step.add))
      await author.made('POST', `/requirements${APPLICATION}`, {
        containerId: 1001,
        key: step.add,
        text: 'x',
      })
  } else {
    const row = oneOf(rows, step.lose)
    if (row !== undefined) await author.made('DELETE', `/requirements/${row.id}${APPLICATION}`)
  }
}

/** What each rule says of a key, read plainly. */
function expected(simulator: Simulator, name: string | undefined, wanted: 'VALID' | 'INVALID'): string[] {
  const [type] = [...simulator.state('requirementType', ENG)]
  return active(simulator)
    .filter(({ key, properties }) => {
      const kept = rulesOf(simulator)
        .filter((one) => name === undefined || one.name === name)
        .filter(({ typeId }) => typeId === undefined || PATTERNS[type?.pattern ?? '']?.test(key))
        .map(({ kind, property, pattern = '', values = [] }) => {
          if (kind === 'KEY_PATTERN') return PATTERNS[pattern]?.test(key) === true
          const text = properties
            .find((one) => one.key === property)
            ?.value.replaceAll(/<[^>]*>/g, '')
            .trim()
          return kind === 'MANDATORY_PROPERTY'
            ? text !== undefined && text !== ''
            : text === undefined || values.includes(text)
        })
      return kept.length > 0 && (wanted === 'VALID' ? kept.every(Boolean) : !kept.every(Boolean))
    })
    .map(({ key }) => key)
    .sort()
}

test('every interface finds what keeps and breaks rules, whatever was written in whatever order', async () => {
  const demo = await startStandaloneAuthor()
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const author = await startStandaloneAuthor()
      for (const step of walk) await take(author, step)
      const { simulator } = author.client
      const names = [undefined, ...rulesOf(simulator).map(({ name }) => name)].slice(0, 4)
      for (const name of names)
        for (const status of ['VALID', 'INVALID'] as const) {
          const escaped = name?.replaceAll(' ', String.raw`\ `)
          const query = `ruleStatus${escaped === undefined ? '' : `@${escaped}`} = '${status}'`
          const { wiki, hosted, standalone } = await author.found(query)
          const keys = expected(simulator, name, status)
          expect([query, wiki.toSorted(), hosted.toSorted(), standalone.toSorted()].map(String)).toEqual(
            [query, keys, keys, keys].map(String),
          )
        }
      // What a fork does to its rules is its own affair.
      const fork = clientOf(simulator.fork())
      for (const { id } of rulesOf(fork.simulator))
        await fork.delete(`/_sim/rules/${id}`, {
          headers: { 'x-sim-control': '1', 'content-type': 'application/json' },
        })
      expect(rulesOf(fork.simulator)).toEqual([])
      expect(expected(demo.client.simulator, undefined, 'VALID')).toHaveLength(12)
    }),
    { numRuns: 10 },
  )
})
