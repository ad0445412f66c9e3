/** What records refer to, as their tables declare it. */
import type { Field, Fields, Reference } from './fields.ts'
import type { KeyPart } from '../order.ts'

/** Called with each reference of a record; the first value that it returns ends the walk. */
type Visit<T> = (name: string, reference: Reference, key: KeyPart) => T | undefined
type Walk = <T>(value: unknown, visit: Visit<T>) => T | undefined

/** Walks through the references of a record that are checked, those inside its objects and lists included. */
export function referencesOf(fields: Fields): Walk {
  return walkOfObject(fields) ?? (() => undefined)
}

function walkOfObject(fields: Fields): Walk | undefined {
  const members = Object.entries(fields).flatMap(([name, field]) => {
    const walk = walkOf(name, field)
    return walk === undefined ? [] : [{ name, walk }]
  })
  if (members.length === 0) return undefined
  return (value, visit) => {
    if (value === null) return undefined
    for (const { name, walk } of members) {
      const member = (value as Readonly<Record<string, unknown>>)[name]
      const found = member === undefined ? undefined : walk(member, visit)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function walkOf(name: string, field: Field): Walk | undefined {
  const { refersTo } = field
  if (refersTo !== undefined)
    return refersTo.holds === 'any' ? undefined : (key, visit) => visit(name, refersTo, key as KeyPart)
  if (field.form === 'object') return walkOfObject(field.fields)
  if (field.form === 'either') return inTurn(field.of.map((option) => walkOf(name, option)))
  const walk = field.form === 'list' || field.form === 'map' ? walkOf(name, field.of) : undefined
  if (walk === undefined) return undefined
  return (value, visit) => {
    for (const item of Object.values(value as object)) {
      const found = walk(item, visit)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function inTurn(options: readonly (Walk | undefined)[]): Walk | undefined {
  const walks = options.filter((walk) => walk !== undefined)
  if (walks.length === 0) return undefined
  return (value, visit) => {
    for (const walk of walks) {
      const found = walk(value, visit)
      if (found !== undefined) return found
    }
    return undefined
  }
}
