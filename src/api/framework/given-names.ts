/** Names that requests give (A265): which fields of a body hold one, and how they are read. */
import type * as z from 'zod'
import { BLANK_NAME, problemOfCharacters, tidyName } from '../../model/input/names.ts'

type Schema = z.core.$ZodType

/** Marks a text of a schema as a name. It checks nothing itself, since an alternative of A265 takes names as they are sent. */
export const isGivenName = (): void => {}
/** Marks a name whose operation decides what a blank means. */
export const isOptionalName = (): void => {}

/** Marks the name of a property, which that alternative leaves tidy (A264). */
export const isPropertyName = (): void => {}

/** The names in values of a schema: the value itself, the items of a list, or fields. */
export interface NamePlaces {
  readonly name: 'required' | 'optional' | 'property' | undefined
  readonly items: NamePlaces | undefined
  readonly fields: ReadonlyMap<string, NamePlaces>
}

const NO_FIELDS: ReadonlyMap<string, NamePlaces> = new Map()
const nameOf = (name: NamePlaces['name']): NamePlaces => ({ name, items: undefined, fields: NO_FIELDS })

/** Where values of a schema hold names; undefined if nowhere. */
export function namePlaces(schema: Schema): NamePlaces | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return namePlaces(def.innerType)
    case 'lazy':
      return namePlaces(def.getter())
    case 'union':
      return def.options.map(namePlaces).reduce(merged, undefined)
    case 'string': {
      const checks = def.checks?.map(({ _zod }): unknown => _zod.check) ?? []
      if (checks.includes(isGivenName)) return nameOf('required')
      if (checks.includes(isPropertyName)) return nameOf('property')
      return checks.includes(isOptionalName) ? nameOf('optional') : undefined
    }
    case 'array': {
      const items = namePlaces(def.element)
      return items && { name: undefined, items, fields: NO_FIELDS }
    }
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([field, inner]) => {
        const places = namePlaces(inner)
        return places === undefined ? [] : [[field, places] as const]
      })
      return fields.length === 0 ? undefined : { name: undefined, items: undefined, fields: new Map(fields) }
    }
    default:
      return undefined
  }
}

function merged(first: NamePlaces | undefined, second: NamePlaces | undefined): NamePlaces | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const fields = new Map(first.fields)
  for (const [field, places] of second.fields)
    fields.set(field, merged(first.fields.get(field), places) as NamePlaces)
  return { name: first.name ?? second.name, items: merged(first.items, second.items), fields }
}

/** A value with tidy names. */
export interface NamedValue {
  readonly value: unknown
  /** Whether a name had blanks around it. */
  readonly changed: boolean
  /** Names with characters that none has. */
  readonly problems: readonly {
    readonly path: readonly string[]
    readonly name: string
    readonly problem: string
  }[]
}

/** Whether the rule would change or refuse a name in a value. */
export function hasUntidyNames(value: unknown, places: NamePlaces): boolean {
  if (typeof value === 'string') {
    if (places.name === undefined || (places.name === 'optional' && tidyName(value) === '')) return false
    return tidyName(value) !== value || problemOfCharacters(value) !== undefined
  }
  if (typeof value !== 'object' || value === null) return false
  const { items, fields } = places
  if (Array.isArray(value)) return items !== undefined && value.some((item) => hasUntidyNames(item, items))
  return [...fields].some(
    ([field, inner]) =>
      Object.hasOwn(value, field) &&
      hasUntidyNames((value as Readonly<Record<string, unknown>>)[field], inner),
  )
}

/** Tidies the names in a value that nothing else holds, or only those of one kind: its fields are changed in place. */
export function tidyNames(
  value: unknown,
  places: NamePlaces,
  maximum: number,
  only?: NamePlaces['name'],
): NamedValue {
  const problems: NamedValue['problems'][number][] = []
  let changed = false
  return { value: tidied(value, places, []), changed, problems }

  function tidied(
    inner: unknown,
    { name: kind, items, fields }: NamePlaces,
    path: readonly string[],
  ): unknown {
    if (typeof inner === 'string') {
      if (kind === undefined || inner === '' || (only !== undefined && kind !== only)) return inner
      const name = tidyName(inner)
      if (name === '' && kind === 'optional') return inner
      const problem = name === '' ? BLANK_NAME : problemOfCharacters(name)
      if (problem !== undefined && problems.length < maximum) problems.push({ path, name: inner, problem })
      changed ||= name !== inner
      return name
    }
    if (typeof inner !== 'object' || inner === null) return inner
    if (Array.isArray(inner)) {
      if (items !== undefined)
        for (const [index, item] of inner.entries())
          inner[index] = tidied(item, items, [...path, String(index)])
      return inner
    }
    const record = inner as Record<string, unknown>
    for (const [field, places] of fields)
      if (Object.hasOwn(record, field)) record[field] = tidied(record[field], places, [...path, field])
    return inner
  }
}
