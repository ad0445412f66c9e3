/** Generated objects: which fields they have, and how those are named that nobody declared. */
import { type Invent, isExhausted, MAXIMUM_VALUES, type Progress } from './invention.ts'
import { unfollowed } from './conform.ts'
import type { Schema } from './normal-schema.ts'
import { readPattern, textOfPattern } from './pattern.ts'

/** Above this number, required fields are left out too. */
const MAXIMUM_REQUIRED = 4 * MAXIMUM_VALUES
const MAXIMUM_ADDED = 100
const MAXIMUM_NAMES_DRAWN = 20

export function inventObject(
  progress: Progress,
  schema: Schema,
  path: string,
  above: readonly Schema[],
  invent: Invent,
): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  const exhausted = isExhausted(progress, above)
  const required = withDependent(schema)
  let optional = (schema.maximumFields ?? Infinity) - required.size
  for (const [name, written] of schema.properties) {
    const isRequired = required.has(name)
    const isOver = exhausted || progress.values >= MAXIMUM_VALUES
    // Schemas that are no longer needed are not read, which would be most of the work for a response with many objects.
    if (isOver && (!isRequired || progress.values >= MAXIMUM_REQUIRED)) continue
    if (!isRequired && (optional <= 0 || written === false || !isName(progress, schema, name))) continue
    const field = progress.read(written)
    if (field.writeOnly) continue
    if (isOver && !isPlain(field)) continue
    if (!isRequired && above.includes(field)) continue
    if (!isRequired) optional--
    fields.set(name, invent(progress, written, `${path}.${name}`, above))
  }
  if (exhausted) return Object.fromEntries(fields)
  for (const name of required)
    if (!schema.properties.has(name) && progress.values < MAXIMUM_REQUIRED)
      fields.set(name, invent(progress, schemaOf(schema, name), `${path}.${name}`, above))
  const isOpen = schema.additional !== undefined || schema.patterned.size > 0
  const least = Math.min(schema.minimumFields ?? 0, MAXIMUM_ADDED)
  const wanted = Math.max(least, fields.size === 0 && isOpen && (schema.maximumFields ?? 1) > 0 ? 1 : 0)
  for (let at = fields.size; at < wanted && progress.values < MAXIMUM_VALUES; at++) {
    const name = inventName(progress, schema, path, fields, invent)
    if (name === undefined) break
    fields.set(name, invent(progress, schemaOf(schema, name), `${path}.${name}`, above))
  }
  return Object.fromEntries(fields)
}

/** The required fields, with those that they require. */
function withDependent({ required, dependent, properties, maximumFields }: Schema): ReadonlySet<string> {
  if (dependent.size === 0) return required
  const isMade = (name: string) => required.has(name) || (maximumFields === undefined && properties.has(name))
  const all = new Set(required)
  const open = [...dependent.keys()].filter(isMade)
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const needed of dependent.get(name) ?? []) {
      if (all.has(needed)) continue
      all.add(needed)
      open.push(needed)
    }
  return all
}

/** Whether its values have no inner values. */
function isPlain({ types, alternatives }: Schema): boolean {
  return alternatives.length === 0 && types[0] !== 'object' && types[0] !== 'array'
}

/** The schema of a field that is not declared by name. */
function schemaOf({ patterned, additional, properties }: Schema, name: string): unknown {
  const fitting = [...patterned].filter(([pattern]) => {
    const safe = readPattern(pattern)
    return safe !== undefined && textFits(name, pattern)
  })
  if (properties.has(name)) return properties.get(name)
  const [[, only] = []] = fitting
  return fitting.length > 1 ? { allOf: fitting.map(([, written]) => written) } : (only ?? additional)
}

function textFits(text: string, pattern: string): boolean {
  return unfollowed({}, { pattern }, text).length === 0
}

function isName({ root, budget }: Progress, { names }: Schema, name: string): boolean {
  return names === undefined || unfollowed(root, names, name, '', budget).length === 0
}

/** A new name that the schema allows; undefined if a few draws find none. */
function inventName(
  progress: Progress,
  schema: Schema,
  path: string,
  fields: ReadonlyMap<string, unknown>,
  invent: Invent,
): string | undefined {
  const allows = (name: string): boolean =>
    !fields.has(name) &&
    name !== '__proto__' &&
    schema.properties.get(name) !== false &&
    isName(progress, schema, name) &&
    (!schema.isClosed || schemaOf(schema, name) !== undefined)
  const declared = [...schema.properties.keys()].find(
    (name) => allows(name) && !progress.read(schema.properties.get(name)).writeOnly,
  )
  if (declared !== undefined) return declared
  for (let draw = 0; draw < MAXIMUM_NAMES_DRAWN && progress.values < MAXIMUM_VALUES; draw++) {
    const name = drawnName(progress, schema, `${path}.*#${fields.size}/${draw}`, draw, invent)
    if (name !== undefined && allows(name)) return name
  }
  return undefined
}

function drawnName(
  progress: Progress,
  { names, patterned }: Schema,
  path: string,
  draw: number,
  invent: Invent,
): string | undefined {
  if (names === undefined) {
    const pattern = readPattern([...patterned.keys()][draw % Math.max(1, patterned.size)] ?? '')
    if (patterned.size > 0 && pattern !== undefined) {
      const name = textOfPattern(pattern, progress.random(path))
      return pattern.toEnd ? name : `${name}${draw === 0 ? '' : draw}`
    }
    return draw === 0 ? 'key' : `key${draw}`
  }
  const before = progress.unfollowed
  const name = invent(progress, { allOf: [{ type: 'string' }, names] }, path, [])
  progress.unfollowed = before
  return typeof name === 'string' ? name : undefined
}
