/**
 * Queries and matrices over random worlds of several variants, any of them current: baselines of former ones, and links
 * between spaces to rows that are not current. Held against answers that are worked out from the records alone.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateCalculation } from '../../../../src/language/formula/evaluate.ts'
import type { ApplicationRecord } from '../../../../src/model/records/service/applications.ts'
import { formulaSource, readFormula } from '../../../../src/model/searching/formulas.ts'
import { searchRequirements } from '../../../../src/model/searching/search.ts'
import type { MatrixColumn } from '../../../../src/model/records/wiki/matrices.ts'
import { type RenderedColumn, renderMatrix } from '../../../../src/model/traceability/render.ts'
import { NO_VARIABLES } from '../../../../src/model/traceability/variables.ts'
import type { RequirementRecord } from '../../../../src/model/records/wiki/requirements.ts'
import { naiveWorld, type NaiveWorld } from '../../../model/requirements/naive-world.ts'
import {
  buildWorld,
  ISSUES,
  KEYS,
  READER,
  VARIANTS,
  WIKI,
  worldPlans,
} from '../../../model/requirements/requirements-world.ts'

const quoted = (text: string) => `'${text}'`
const keyValue = fc.constantFrom(...KEYS, 'GONE').map(quoted)
const keyLike = fc.constantFrom("'%'", "'r-%'", "'%1'", "'S%'")
const relation = fc.constantFrom('from', 'to', 'from@refines', 'to@refines', 'from@uses', 'to@uses')
const variantValue = fc.constantFrom(
  ...VARIANTS.map(quoted),
  '10010',
  '10011',
  '10012',
  '10021',
  "('Current' in space 'ENG')",
  "('Other' in space 'OPS')",
  "(10012 in space 'ENG')",
  "('Other' in space 'SEC')",
)
const baselineValue = fc.constantFrom(
  '1',
  '2',
  "'First'",
  "'2'",
  "('First' in space 'ENG')",
  '$currentBaseline',
)

const condition = fc.oneof(
  fc.tuple(fc.constant('key'), fc.constantFrom('=', '!='), keyValue),
  fc.tuple(fc.constant('key'), fc.constant('~'), keyLike),
  fc.tuple(relation, fc.constantFrom('=', '!=', '='), keyValue),
  fc.tuple(relation, fc.constant('~'), keyLike),
  fc.tuple(
    fc.oneof(relation, fc.constantFrom('jira', 'jira@uses', 'link', 'baseline', 'variant', '@P')),
    fc.constantFrom('IS NULL', 'IS NOT NULL'),
  ),
  fc.tuple(fc.constant('jira'), fc.constantFrom('=', '!='), fc.constantFrom(...ISSUES.map(quoted))),
  fc.tuple(fc.constant('link'), fc.constant('='), fc.constantFrom('4001', '4002', "'Page of OPS'")),
  fc.tuple(fc.constant('text'), fc.constant('~'), fc.constantFrom("'%home%'", "'hold%'")),
  fc.tuple(fc.constant('space'), fc.constant('='), fc.constantFrom("'ENG'", "'OPS'")),
  fc.tuple(fc.constant('status'), fc.constantFrom('=', '!='), fc.constantFrom("'ACTIVE'", "'ARCHIVED'")),
  fc.tuple(fc.constant('variant'), fc.constantFrom('=', '!='), variantValue),
  fc.tuple(fc.constant('variant'), fc.constant('IN'), fc.constantFrom("('Other', 10012)", "('Current')")),
  fc.tuple(fc.constant('baseline'), fc.constantFrom('=', '!='), baselineValue),
  fc.tuple(fc.constant('baseline was'), fc.constantFrom('1', "'First'", "('First' in space 'ENG')")),
  fc.constantFrom(["isModified('1')"], ["isModified('First')"], ["@P = 'High'"]),
)

const queries = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 8, arbitrary: condition.map((words) => words.join(' ')) },
    { weight: 2, arbitrary: fc.tuple(tie('query'), tie('query')).map(([a, b]) => `(${a}) AND (${b})`) },
    { weight: 2, arbitrary: fc.tuple(tie('query'), tie('query')).map(([a, b]) => `(${a}) OR (${b})`) },
    { weight: 1, arbitrary: tie('query').map((operand) => `NOT (${operand})`) },
    { weight: 3, arbitrary: fc.tuple(relation, tie('query')).map(([along, to]) => `${along}-> (${to})`) },
  ),
})).query

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const requests = fc.record({
  query: optional(queries),
  spaceKeys: optional(fc.subarray(['ENG', 'OPS', 'SEC'])),
  includeArchived: optional(fc.boolean()),
  includeBaselined: optional(fc.boolean()),
})

const sorted = (rows: readonly RequirementRecord[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)

test('a search finds what the records say, whichever variant is current', () => {
  fc.assert(
    fc.property(worldPlans, requests, (plan, request) => {
      const store = buildWorld(plan)
      const found = sorted(searchRequirements(store, READER, WIKI, request).rows)
      expect(found).toEqual(sorted(naiveWorld(store).search(request)))
    }),
    { numRuns: 300 },
  )
}, 120_000)

const requirementSteps = [
  { type: 'TO' },
  { type: 'FROM' },
  { type: 'ALL_DEPENDENCIES' },
  { type: 'TO', value: 'refines' },
  { type: 'FROM', value: 'uses' },
] as const
const leafSteps = [
  { type: 'JIRA' },
  { type: 'JIRA', value: 'uses' },
  { type: 'VARIANT' },
  { type: 'SPACE_KEY' },
] as const

/** Columns that lead to requirements, each from any of those before, then some that end there. */
const columns = fc
  .record({
    inner: fc.array(fc.tuple(fc.constantFrom(...requirementSteps), fc.nat()), { minLength: 1, maxLength: 3 }),
    leaves: fc.array(fc.tuple(fc.constantFrom(...leafSteps), fc.nat()), { maxLength: 2 }),
  })
  .map(({ inner, leaves }): MatrixColumn[] => {
    const first = { label: '', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 } as const
    const rest = [...inner, ...leaves].map(([step, from], index) => ({
      label: '',
      step,
      columnIndex: index + 1,
      parentColumnIndex: from % Math.min(index + 1, inner.length + 1),
    }))
    return [first, ...rest]
  })

/** A cell with the way that led to it, as text; and the row that others start from. */
interface NaiveCell {
  readonly way: string
  readonly row?: RequirementRecord | undefined
}

function naiveCells(
  world: NaiveWorld,
  { row, way }: NaiveCell,
  { type, value }: MatrixColumn['step'],
): NaiveCell[] {
  if (row === undefined) return []
  const isWanted = ({ relationship }: { readonly relationship: string }) =>
    value === undefined || relationship === value
  const up = () =>
    row.dependencies
      .filter(isWanted)
      .filter(({ spaceKey }) => world.mayRead(spaceKey))
      .map(({ relationship, spaceKey, key }) => {
        const parent = world.parent(row, spaceKey, key)
        return { way: `${way} > TO ${relationship} ${spaceKey}/${key} ${parent?.id ?? 'none'}`, row: parent }
      })
  const down = () =>
    world
      .children(row)
      .filter(isWanted)
      .map(({ row: child, relationship }) => ({
        way: `${way} > FROM ${relationship} ${child.spaceKey}/${child.key} ${child.id}`,
        row: child,
      }))
  switch (type) {
    case 'TO':
      return up()
    case 'FROM':
      return down()
    case 'ALL_DEPENDENCIES':
      return [...up(), ...down()]
    case 'JIRA':
      return world
        .issues(row)
        .filter(isWanted)
        .map(({ issueKey, relationship }) => ({ way: `${way} > ${relationship} ${issueKey}` }))
    case 'VARIANT':
      return [{ way: `${way} > ${world.variantName(row)}` }]
    case 'SPACE_KEY':
      return [{ way: `${way} > ${row.spaceKey}` }]
    default:
      throw new Error(`the naive matrix knows no ${type}`)
  }
}

/** The ways to the cells of each column of a rendering, as naiveCells writes them. */
function waysOf(rendered: readonly RenderedColumn[]): string[][] {
  const ways = new Map<string, string>()
  return rendered.map(({ column, cells }) =>
    cells.map(({ id, parentId, content }) => {
      const before = column.columnIndex === 0 ? '' : `${ways.get(parentId ?? '')} > `
      const own =
        content.kind === 'requirement'
          ? `${content.direction === undefined ? '' : `${content.direction} ${content.relationship} `}${content.spaceKey}/${content.key} ${content.record?.id ?? 'none'}`
          : content.kind === 'issue'
            ? `${content.link.wiki.relationship} ${content.link.wiki.issueKey}`
            : content.kind === 'text'
              ? content.text
              : content.kind
      const way = `${before}${own}`
      ways.set(id, way)
      return way
    }),
  )
}

describe('a matrix', () => {
  const ofVariants = optional(fc.subarray([10010, 10011, 10012, 10020, 10021], { minLength: 1 }))

  test('has the cells that the records say, whichever variants its rows are of', () => {
    fc.assert(
      fc.property(
        worldPlans,
        queries,
        columns,
        ofVariants,
        fc.boolean(),
        (plan, query, chosen, variantIds, baselined) => {
          const store = buildWorld(plan)
          const rendered = renderMatrix(
            { store, user: READER, applicationId: WIKI },
            {
              query,
              spaceKeys: undefined,
              variantIds,
              includeBaselined: baselined,
              columns: chosen,
              variables: NO_VARIABLES,
              searchOffset: 0,
              limit: 200,
              cellLimit: 1000,
              cursors: [],
            },
          )
          expect(rendered.columns.every(({ hasNext }) => !hasNext)).toBe(true)
          const world = naiveWorld(store)
          const only =
            variantIds === undefined ? query : `(${query}) AND variant IN (${variantIds.join(', ')})`
          const cells: NaiveCell[][] = [
            world
              .search({ query: only, includeBaselined: baselined })
              .map((row) => ({ way: `${row.spaceKey}/${row.key} ${row.id}`, row })),
          ]
          for (const { step, parentColumnIndex } of chosen.slice(1))
            cells.push((cells[parentColumnIndex] ?? []).flatMap((cell) => naiveCells(world, cell, step)))
          expect(waysOf(rendered.columns).map((ways) => ways.toSorted())).toEqual(
            cells.map((column) => column.map(({ way }) => way).toSorted()),
          )
        },
      ),
      { numRuns: 100 },
    )
  }, 120_000)
})

const paths = fc.array(
  fc.record({
    direction: fc.constantFrom('from' as const, 'to' as const),
    relationship: fc.constantFrom('refines', 'uses'),
  }),
  { minLength: 1, maxLength: 3 },
)

test('a formula counts the requirements that the records lead to', () => {
  fc.assert(
    fc.property(worldPlans, paths, (plan, path) => {
      const store = buildWorld(plan)
      const world = naiveWorld(store)
      const text = `COUNT(${path.map(({ direction, relationship }) => `${direction}@${relationship}`).join('->')})`
      const source = formulaSource(store, READER, { id: WIKI } as ApplicationRecord)
      const results = evaluateCalculation(readFormula(text, 'calculation'), world.rows, source)
      const wanted = world.rows.map((row) => {
        let reached = [row]
        for (const relation of path) reached = reached.flatMap((one) => world.related(one, relation))
        return new Set(reached).size
      })
      expect([text, ...results.map((result) => ('value' in result ? result.value : result))]).toEqual([
        text,
        ...wanted,
      ])
    }),
    { numRuns: 75 },
  )
})
