/**
 * Generates data that matches a schema. Each value is drawn for its operation, parameters and field, so that one more field
 * changes no other. A documented example that fits comes first. A value that does not follow its schema is drawn again, and what
 * no draw follows is reported.
 */
import type { Random } from '../world/random/random.ts'
import type { MakeField } from '../scenario/format/fields.ts'
import type { FieldSchema } from '../scenario/format/format.ts'
import { type CheckBudget, MAXIMUM_CHECK_STEPS, type Unfollowed, unfollowed } from './conform.ts'
import { MAXIMUM_DEPTH, type Invent, MAXIMUM_VALUES, type Progress } from './invention.ts'
import { inventObject } from './invent-object.ts'
import { inventList } from './invent-list.ts'
import { inventNumber, inventText } from './invent-scalar.ts'
import { merged } from './merge-schemas.ts'
import type { Schema } from './normal-schema.ts'
import { fieldOf, type JsonObject, resolved } from './resolve.ts'
import type { ReadSchema } from './schema.ts'
import { schemaExamples } from './success.ts'

/** How often a value that its schema excludes is drawn again: one value, and all of a response. */
const MAXIMUM_DRAWS = 12
const MAXIMUM_REDRAWN = 300
const MAXIMUM_EXAMPLES = 20

export interface Invented {
  readonly value: unknown
  readonly unfollowed: readonly Unfollowed[]
}

/** Generates a value of an unparsed schema of the description `root`. `random` returns the stream of a field by its path. */
export function inventValue(
  { root, read }: { readonly root: unknown; readonly read: ReadSchema },
  written: unknown,
  makeField: MakeField,
  random: (field: string) => Random,
): Invented {
  const progress: Progress = {
    root,
    read,
    makeField,
    random,
    values: 0,
    redrawn: 0,
    budget: { left: MAXIMUM_CHECK_STEPS },
    unfollowed: [],
  }
  const value = invent(progress, written, '', [])
  // The schemas of single values are narrower than those of the description, so the whole value decides.
  const last: CheckBudget = { left: MAXIMUM_CHECK_STEPS }
  const whole = progress.unfollowed.length === 0 ? [] : unfollowed(root, written, value, '', last)
  return { value, unfollowed: last.left > 0 ? whole : progress.unfollowed }
}

const invent: Invent = (progress, written, path, above) => {
  const before = progress.unfollowed
  const schema = progress.read(written)
  const example = exampleOf(progress, written, schema, path)
  if (example !== undefined) return example.value
  let best: Draw = drawn(progress, written, path, () => inventOne(progress, schema, path, above))
  for (let draw = 1; draw <= MAXIMUM_DRAWS && best.problems.length > 0 && mayDrawAgain(progress); draw++) {
    progress.unfollowed = before
    progress.redrawn++
    const again = drawn(progress, written, path, () =>
      draw === MAXIMUM_DRAWS && schema.nullable
        ? null
        : inventOne(progress, ofSomeType(schema, draw), `${path}#${draw}`, above),
    )
    if (again.problems.length + again.inner.length < best.problems.length + best.inner.length) best = again
  }
  progress.unfollowed = [...best.inner, ...best.problems]
  return best.value
}

interface Draw {
  readonly value: unknown
  /** What the value does not follow, and what its inner values, with all before, do not. */
  readonly problems: readonly Unfollowed[]
  readonly inner: readonly Unfollowed[]
}

function drawn(progress: Progress, written: unknown, path: string, draw: () => unknown): Draw {
  const value = draw()
  const inner = progress.unfollowed
  const known = new Set(inner.map(({ keyword, path: place }) => `${keyword} ${place}`))
  // A path of a later draw has its number.
  const place = path.replaceAll(/#\d+/g, '')
  const problems = unfollowed(progress.root, written, value, place, progress.budget)
  return { value, inner, problems: problems.filter((each) => !known.has(`${each.keyword} ${each.path}`)) }
}

function mayDrawAgain({ redrawn, values, budget }: Progress): boolean {
  return redrawn < MAXIMUM_REDRAWN && values < MAXIMUM_VALUES && budget.left > 0
}

/** The first documented example that its schema allows, of the schema or of the alternative that is drawn. */
function exampleOf(
  progress: Progress,
  written: unknown,
  { alternatives }: Schema,
  path: string,
): { readonly value: unknown } | undefined {
  // A repeated draw needs another value than the example.
  if (path.includes('#')) return undefined
  const drawnOne = alternatives.length === 0 ? undefined : progress.random(`${path}|0`).pick(alternatives)
  for (const one of [written, drawnOne]) {
    const schema = resolved(progress.root, one)
    if (schema === undefined) continue
    for (const value of [...besideReference(one), ...schemaExamples(schema)].slice(0, MAXIMUM_EXAMPLES)) {
      if (unfollowed(progress.root, written, value, '', progress.budget).length > 0) continue
      progress.values += Math.ceil((JSON.stringify(value) ?? '').length / 20)
      return { value }
    }
  }
  return undefined
}

function besideReference(written: unknown): readonly unknown[] {
  return fieldOf(written, '$ref') === undefined ? [] : schemaExamples(written as JsonObject)
}

/** Without a type, each draw tries another one. */
function ofSomeType(schema: Schema, draw: number): Schema {
  const type = TYPES[draw % TYPES.length] as string
  return schema.types.length > 0 ? schema : { ...schema, types: [type] }
}

const TYPES = ['string', 'integer', 'boolean', 'object'] as const

function inventOne(progress: Progress, written: Schema, path: string, above: readonly Schema[]): unknown {
  progress.values++
  const schema = chosen(progress, written, path)
  const values = (valuesOf(schema) ?? []).filter((value) => value !== null)
  if (values.length > 0) return progress.random(path).pick(values)
  if (schema.values !== undefined) return null
  const within = [...above, written]
  switch (schema.types[0]) {
    case 'object':
      return inventObject(progress, schema, path, within, invent)
    case 'array':
      return inventList(progress, schema, path, within, invent)
    case 'integer':
    case 'number':
      return inventNumber(progress, schema, path)
    case 'boolean':
      return progress.makeField({ type: 'boolean' } as FieldSchema, progress.random(path)) ?? false
    case 'string':
      return inventText(progress, schema, path)
    default:
      return schema.nullable ? null : inventText(progress, schema, path)
  }
}

/** The candidates of a draw: of the allowed values the usual ones, if there are any. */
function valuesOf({ values, usual }: Schema): Schema['values'] {
  if (values === undefined || usual === undefined) return values ?? usual
  const both = usual.filter((value) => values.includes(value))
  return both.length === 0 ? values : both
}

/** One of several schemas is drawn, and combined with the schema around it. */
function chosen(progress: Progress, schema: Schema, path: string): Schema {
  let whole = schema
  for (let depth = 0; depth < MAXIMUM_DEPTH && whole.alternatives.length > 0; depth++) {
    const alternative = progress.read(progress.random(`${path}|${depth}`).pick(whole.alternatives))
    const { alternatives: _, ...rest } = whole
    whole = merged(
      { ...alternative, types: alternative.types.length > 0 ? alternative.types : whole.types },
      { ...rest, alternatives: [] },
    )
  }
  return whole
}
