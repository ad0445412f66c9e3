/**
 * Builds traceability matrices on the hosted wiki. No operation lists the columns that are possible: the client renders
 * what it has, reads what may be added to each column, adds one, and asks again.
 */
import * as z from 'zod'
import type { Wire } from './wire.ts'

const named = z.object({ relationship: z.string().min(1) })
const field = z.object({ value: z.string().min(1), label: z.string().min(1) })
const enumValues = z.record(z.string(), z.unknown())

/** What may be added as a child of one column. The client warns about any other field, so that it is strict. */
const suggestion = z
  .strictObject({
    dependencySuggestions: z.strictObject({
      FROM: z.array(named).nullish(),
      TO: z.array(named).nullish(),
    }),
    propertySuggestions: z.array(z.strictObject({ property: z.string().min(1) })),
    externalPropertySuggestions: z.array(
      z.strictObject({
        property: z.string().min(1),
        dataType: z.string().nullish(),
        enumValues: enumValues.nullish(),
      }),
    ),
    allDependencies: z.boolean(),
    allProperties: z.boolean(),
    allExternalProperties: z.boolean(),
    links: z.boolean(),
    originalLinks: z.boolean(),
    description: z.boolean(),
    variant: z.boolean(),
    spaceKey: z.boolean(),
    hasTestCaseVersionLinks: z.boolean(),
    hasJiraLinks: z.boolean(),
    jiraFields: z.array(field.extend({ isStandard: z.boolean(), isCustom: z.boolean() }).strict()),
    hasMoreJiraFields: z.boolean(),
    hasZephyrScale: z.boolean(),
    zephyrScaleFields: z.array(field),
    hasXray: z.boolean(),
    xrayFields: z.array(field),
    hasCalculations: z.boolean(),
  })
  .partial()
  .transform((fields) => withoutNulls(fields))
type Suggestion = z.infer<typeof suggestion>

const cell = z.object({
  id: z.string().min(1),
  parentId: z.string().min(1).optional(),
  text: z.string(),
})
export type Cell = z.infer<typeof cell>

const rendering = z.object({
  cells: z.array(z.array(cell)),
  columnSuggestions: z.array(z.unknown().nullable()),
})

const column = z.object({
  label: z.string(),
  step: z.object({
    type: z.string().min(1),
    value: z.string(),
    enumValues: enumValues.optional(),
  }),
  columnIndex: z.int().min(0),
  parentColumnIndex: z.int().min(0),
  hidden: z.boolean(),
})
export type Column = z.infer<typeof column>

/** What a client keeps of a matrix, as JSON. */
const definition = z.object({
  columns: z.array(column).min(1),
  query: z.string(),
  variants: z.array(z.int()).nullable(),
  limit: z.int(),
  spaceKey: z.string(),
})
export type Definition = z.infer<typeof definition>

/** One step that a column may be given as a child. */
export interface Choice {
  readonly label: string
  readonly type: string
  readonly value: string
  readonly enumValues?: Readonly<Record<string, unknown>>
}

export interface Rendered {
  readonly cells: readonly (readonly Cell[])[]
  /** By index of the column; none where nothing is known. */
  readonly choices: readonly (readonly Choice[])[]
  readonly suggestions: readonly (Suggestion | undefined)[]
}

/** What names the client knows itself, since nothing suggests them. */
export interface Known {
  /** Relationships of links to issues. */
  readonly issueRelationships: readonly string[]
  readonly formula: string
}

export interface MatrixBuilder {
  begin(query: string): Definition
  render(matrix: Definition, variables?: Readonly<Record<string, unknown>>): Promise<Rendered>
  add(matrix: Definition, parent: number, choice: Choice): Definition
}

/** As many rows as one page can have: suggestions are taken from a page. */
const ROWS = 200

export function createMatrixBuilder(wire: Wire, spaceKey: string, known: Known): MatrixBuilder {
  const path = `/rest/traceability/${encodeURIComponent(spaceKey)}`
  return {
    begin: (query) => ({
      columns: [
        {
          label: 'Requirement',
          step: { type: 'FIRST_COLUMN', value: '' },
          columnIndex: 0,
          parentColumnIndex: 0,
          hidden: false,
        },
      ],
      query,
      variants: null,
      limit: ROWS,
      spaceKey,
    }),
    async render(matrix, variableValues = {}) {
      const columnsPagination = matrix.columns.map(() => ({ lastCellId: null }))
      const body = {
        traceabilityMatrix: matrix,
        pagination: { searchOffset: 0, limit: matrix.limit, columnsPagination },
        variableValues,
      }
      const answer = await wire.send('POST', path, rendering, body)
      // By position: a column of which nothing is known keeps its place.
      const suggestions = answer.columnSuggestions.map((entry) =>
        entry === null ? undefined : wire.keep(suggestion, [entry], `${path} columnSuggestions`)[0],
      )
      return {
        cells: answer.cells,
        suggestions,
        choices: matrix.columns.map((_, index) => choicesOf(suggestions[index] ?? {}, known)),
      }
    },
    add(matrix, parent, { label, type, value, enumValues: values }) {
      const step = { type, value, ...(values === undefined ? {} : { enumValues: { ...values } }) }
      const columnIndex = matrix.columns.length
      const added = { label, step, columnIndex, parentColumnIndex: parent, hidden: false }
      return { ...matrix, columns: [...matrix.columns, added] }
    },
  }
}

/** Flags, and the step without a value that each allows. */
const PLAIN = {
  allDependencies: 'ALL_DEPENDENCIES',
  allProperties: 'ALL_PROPERTIES',
  allExternalProperties: 'ALL_EXTERNAL_PROPERTIES',
  links: 'LINKS',
  originalLinks: 'ORIGINAL_LINKS',
  description: 'DESCRIPTION',
  variant: 'VARIANT',
  spaceKey: 'SPACE_KEY',
  hasTestCaseVersionLinks: 'TEST_CASE_VERSION',
} as const

const ISSUE_STEPS = ['JIRA', 'JIRA_TYPE', 'JIRA_PROJECT_NAME', 'JIRA_PROJECT_KEY'] as const

/** A column is offered where its flag is true or its name is listed, and only there. */
function choicesOf(from: Suggestion, known: Known): Choice[] {
  const plain = Object.entries(PLAIN).flatMap(([flag, type]) =>
    from[flag as keyof typeof PLAIN] === true ? [{ label: type, type, value: '' }] : [],
  )
  // The key names the end that the requirements hold, the step the direction that is walked.
  const dependencies = [
    ...(from.dependencySuggestions?.FROM ?? []).map(({ relationship }) => step('TO', relationship)),
    ...(from.dependencySuggestions?.TO ?? []).map(({ relationship }) => step('FROM', relationship)),
  ]
  const properties = (from.propertySuggestions ?? []).map(({ property }) => step('PROPERTY', property))
  const external = (from.externalPropertySuggestions ?? []).map(({ property, enumValues: values }) => ({
    ...step('EXTERNAL_PROPERTY', property),
    ...(values === undefined || values === null ? {} : { enumValues: values }),
  }))
  const issues =
    from.hasJiraLinks === true
      ? [
          ...ISSUE_STEPS.map((type) => ({ label: type, type, value: '' })),
          ...known.issueRelationships.map((name) => step('JIRA_RELATIONSHIP', name)),
          ...(from.jiraFields ?? []).map(({ value, label }) => ({ label, type: 'JIRAFIELD', value })),
        ]
      : []
  const tests = [
    ...(from.hasZephyrScale === true ? valued('ZEPHYR_SCALE', from.zephyrScaleFields) : []),
    ...(from.hasXray === true ? valued('XRAY', from.xrayFields) : []),
  ]
  const calculation = from.hasCalculations === true ? [step('CALCULATION', known.formula)] : []
  return [...dependencies, ...properties, ...external, ...plain, ...issues, ...tests, ...calculation]
}

const step = (type: string, value: string): Choice => ({ label: value, type, value })

const valued = (type: string, fields: readonly { value: string; label: string }[] = []): Choice[] =>
  fields.map(({ value, label }) => ({ label, type, value }))

type WithoutNulls<T> = { [K in keyof T]?: NonNullable<T[K]> }

const withoutNulls = <T extends object>(fields: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as WithoutNulls<T>

const savedRow = z.object({
  id: z.int().positive(),
  name: z.string().min(1),
  description: z.string().nullish(),
  spaceKey: z.string().min(1),
  type: z.enum(['TRACEABILITY', 'MODIFICATION', 'COVERAGE']),
  json: z.string().min(2),
  query: z.string(),
  sharedLevel: z.enum(['NONE', 'SHARED_VIEW', 'SHARED_EDIT']),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DELETED']),
  ownerAccountId: z.string().min(1).nullish(),
  container: z.unknown(),
})
export type Saved = z.infer<typeof savedRow>

const found = z.object({ results: z.array(z.unknown()), total: z.int().min(0) })

/** What a client writes: the whole record each time. */
export interface MatrixRecord {
  readonly name: string
  readonly description?: string
  readonly sharedLevel?: Saved['sharedLevel']
  readonly definition: Definition
}

export interface SavedMatrices {
  save(record: MatrixRecord): Promise<Saved>
  replace(id: number, record: MatrixRecord): Promise<Saved>
  /** Deletes softly. */
  remove(id: number, record: MatrixRecord): Promise<void>
  read(id: number): Promise<Saved>
  definitionOf(saved: Saved): Definition
  search(owned: boolean, spaceKey: string): Promise<Saved[]>
}

export function createSavedMatrices(wire: Wire): SavedMatrices {
  const path = '/rest/saved-matrices'
  const bodyOf = (record: MatrixRecord, status: Saved['status'] = 'ACTIVE') => ({
    name: record.name,
    ...(record.description === undefined ? {} : { description: record.description }),
    spaceKey: record.definition.spaceKey,
    container: null,
    type: 'TRACEABILITY',
    json: JSON.stringify(record.definition),
    query: record.definition.query,
    sharedLevel: record.sharedLevel ?? 'NONE',
    status,
    ownerAccountId: 'FILLED_IN_BACKEND',
  })
  const onOne = (id: number) => `${path}/${id}`
  return {
    save: (record) => wire.send('POST', path, savedRow, bodyOf(record)),
    replace: (id, record) => wire.send('PUT', onOne(id), savedRow, { id, ...bodyOf(record) }),
    async remove(id, record) {
      await wire.send('PUT', onOne(id), z.unknown(), { id, ...bodyOf(record, 'DELETED') })
    },
    read: (id) => wire.get(onOne(id), savedRow),
    definitionOf: ({ json }) => definition.parse(JSON.parse(json)),
    async search(owned, spaceKey) {
      const rows: Saved[] = []
      for (let offset = 0, total = 1; offset < total;) {
        const page = await wire.send(
          'POST',
          `${path}/search`,
          found,
          { owned, spaceKey },
          { offset, limit: 2 },
        )
        rows.push(...wire.keep(savedRow, page.results, path))
        if (page.results.length === 0) break
        offset += page.results.length
        total = page.total
      }
      return rows
    },
  }
}
