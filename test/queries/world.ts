/** The world of the random queries: one space with odd keys, values and texts, as plain data that the evaluator reads too. */
import type { ScenarioObject } from '../../src/index.ts'

/** A requirement as the evaluator knows it. */
export interface Item {
  readonly id: number
  readonly key: string
  readonly text: string
  readonly page: { readonly id: number; readonly title: string }
  /** Inline properties, which are texts. Due holds days. */
  readonly inline: Readonly<Record<string, string>>
  /** External properties: Release holds texts, Score numbers, Start days. */
  readonly external: Readonly<Record<string, string | number>>
  /** The keys of its parents. */
  readonly parents: readonly string[]
}

export const SPACE = 'ODD'
export const PROJECT = 1500
export const DAYS: ReadonlySet<string> = new Set(['@Due', 'ext@Start'])
export const NUMBERS: ReadonlySet<string> = new Set(['id', 'ext@Score'])

const PAGES = ['1.10', '1.1', '007', 'Plain 50%', String.raw`back\slash`, '2026'].map((title, at) => ({
  id: 7 + at * 1000,
  title,
}))

export const KEYS = [
  '7',
  '007',
  '1.1',
  '1.10',
  '1000',
  '1e3',
  '1E3',
  '0',
  '-0',
  '00',
  '2026',
  '12345678901234567890',
  '12345678901234567891',
  'A-1',
  'a-1',
  '50',
  '-7',
  '1e400',
  '0.5',
  '0.50',
]
const TEXTS = [
  '',
  'Charge to 50% now',
  'Charge to 50 times',
  'It is 100%',
  String.raw`path C:\temp`,
  String.raw`C:\100%`,
  String.raw`50\% off`,
  "it's",
  'say "yes"',
  'Σας',
  '2026-03-09',
]
const VALUES = [
  '7',
  '007',
  '1.1',
  '1.10',
  '1e3',
  '1000',
  '-0',
  '0',
  '10',
  '9',
  '12345678901234567890',

  '12345678901234567891',
  '50%',
  String.raw`50\%`,
  String.raw`a\b`,
  'true',
  'abc',
  'ABC',
  "it's",
  '1e400',
]
const SCORES = [7, 1.1, 1000, 0, -7, 0.5, 9007199254740991, 10]
const DAY_TEXTS = ['2026-03-09', '2026-03-10', '2025-12-31', '2026-02-28']

/** Takes values in turn, so that every value occurs whatever the number of requirements. */
const at = <T>(values: readonly T[], index: number) => values[index % values.length] as T

const IDS = [7, 10, 50, 1000, 2026]

export const ITEMS: readonly Item[] = KEYS.map((key, index) => ({
  id: IDS[index] ?? 70_000 + index,
  key,
  text: at(TEXTS, index),
  page: at(PAGES, index),
  inline: {
    ...(index % 7 === 3 ? {} : { Version: at(VALUES, index) }),
    ...(index % 3 === 1 ? {} : { Due: at(DAY_TEXTS, index) }),
  },
  external: {
    ...(index % 5 === 2 ? {} : { Release: at(VALUES, index * 3 + 1) }),
    ...(index % 4 === 3 ? {} : { Score: at(SCORES, index) }),
    ...(index % 3 === 2 ? {} : { Start: at(DAY_TEXTS, index * 2 + 1) }),
  },
  parents: index % 2 === 0 ? [] : [at(KEYS, index * 7 + 3)],
}))

/** The values that queries compare a field with, by chance. */
export const SPELLINGS: readonly string[] = [
  ...new Set([...KEYS, ...VALUES, ...PAGES.map(({ title }) => title)]),
]
export const PAGE_IDS = PAGES.map(({ id }) => id)

export function queriesScenario(assumptions: Readonly<Record<string, string>> = {}): ScenarioObject {
  return {
    name: 'odd-queries',
    extends: ['demo'],
    config: { assumptions, rateLimit: 'off' },
    world: {
      spaces: [
        {
          container: PROJECT,
          site: 'wiki',
          key: SPACE,
          name: 'Odd',
          grants: { edit: ['alice', 'admin'] },
          extendedMode: true,
        },
      ],
      pages: PAGES.map(({ id, title }) => ({ id, space: SPACE, title })),
      externalProperties: [
        { site: 'wiki', name: 'Release', dataType: 'TEXT' },
        { site: 'wiki', name: 'Score', dataType: 'DECIMAL' },
        { site: 'wiki', name: 'Start', dataType: 'DATE' },
        { site: 'wiki', name: 'Mark', dataType: 'TEXT' },
      ],
      requirements: ITEMS.map(({ id, key, text, page, inline, external, parents }) => ({
        id,
        space: SPACE,
        key,
        text,
        page: page.id,
        properties: Object.fromEntries(
          Object.entries(inline).map(([name, value]) => [
            name,
            DAYS.has(`@${name}`) ? { value, dataType: 'DATE' } : value,
          ]),
        ),
        external,
        dependencies: parents.map((to) => ({ to: { space: SPACE, key: to }, relationship: 'refines' })),
      })),
    },
  } as ScenarioObject
}
