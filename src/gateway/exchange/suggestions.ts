/** The accepted names that a client probably meant by names that nothing reads. */
import { acceptedFields } from '../../api/framework/accepted-fields.ts'
import { built } from '../../api/framework/built.ts'
import type { Operation } from '../../api/framework/operation.ts'
import { declaresField } from '../../api/framework/shown-fields.ts'
import { schemasLoaded } from '../../api/framework/zod.ts'
import { SAME_NAMES } from '../../api/shared/same-names.ts'
import { nearestName } from '../../world/nearest.ts'
import { LISTED_NAMES, type NameKind, type NameSuggestion, type Unknown } from '../journal/ignored-names.ts'

const NONE: readonly NameSuggestion[] = []

/** Suggestions for the names that the header lists. */
export function suggestionsFor(operation: Operation, unknown: Unknown): readonly NameSuggestion[] {
  if (unknown.parameters.length === 0 && unknown.fields.length === 0) return NONE
  const names = [
    ...unknown.parameters.map((name) => ({ kind: 'parameter' as const, name })),
    ...unknown.fields.map((name) => ({ kind: 'field' as const, name })),
  ]
  const found: NameSuggestion[] = []
  for (const { kind, name } of names.slice(0, LISTED_NAMES)) {
    const suggestion = suggestionFor(operation, kind, name)
    if (suggestion !== undefined) found.push({ kind, name, suggestion })
  }
  return found
}

/** The accepted name that is meant by one that the operation ignores; undefined if none is near. */
export function suggestionFor(operation: Operation, kind: NameKind, name: string): string | undefined {
  const parameters = Object.keys(operation.query)
  if (kind === 'parameter') {
    const meant = sameOrNearest(name, parameters)
    if (meant !== undefined) return meant
    const field = elsewhere(name, fieldsAt(operation, []))
    return field === undefined ? undefined : `body ${field}`
  }
  const [parent, last] = splitPath(name)
  if (last === undefined) return undefined
  const fields = fieldsAt(operation, stepsOf(parent))
  // Its spelling is right: it has no effect here, or was sent twice.
  if (fields.includes(last)) return undefined
  const meant = isKnown(operation, name) ? sameName(last, fields) : sameOrNearest(last, fields)
  if (meant !== undefined) return parent === '' ? meant : `${parent}.${meant}`
  const parameter = parent === '' ? elsewhere(last, parameters) : undefined
  return parameter === undefined ? undefined : `query ${parameter}`
}

/** A name that belongs in the other part of the request is there by this very name, in any letter case. */
function elsewhere(name: string, accepted: readonly string[]): string | undefined {
  return accepted.find((each) => each.toLowerCase() === name.toLowerCase())
}

function sameOrNearest(name: string, accepted: readonly string[]): string | undefined {
  return elsewhere(name, accepted) ?? sameName(name, accepted) ?? nearestName(name, accepted)
}

/** An accepted name that other interfaces use for the same thing. */
function sameName(name: string, accepted: readonly string[]): string | undefined {
  for (const group of SAME_NAMES) {
    if (!group.some((each) => plain(each) === plain(name))) continue
    const found = group.find((each) => each !== name && accepted.includes(each))
    if (found !== undefined) return found
  }
  return undefined
}

/** `page_size`, `page-size` and `pageSize` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** Whether the operation knows the name, although it has no effect in a request: responses show it, or it is declared. */
function isKnown({ body, success }: Operation, name: string): boolean {
  if (!schemasLoaded()) return false
  const path = stepsOf(name)
  const schemas = [body?.schema, success.shape?.schema]
  return schemas.some((schema) => schema !== undefined && declaresField(built(schema), path))
}

function fieldsAt({ body }: Operation, path: readonly string[]): readonly string[] {
  if (body === undefined || !schemasLoaded()) return []
  return [...acceptedFields(built(body.schema), path)]
}

/** `rows[0].name` as `rows[0]` and `name`; no name for an element of a list. */
function splitPath(path: string): readonly [parent: string, last: string | undefined] {
  const dot = path.lastIndexOf('.')
  const last = path.slice(dot + 1)
  return [dot === -1 ? '' : path.slice(0, dot), last.endsWith(']') ? undefined : last]
}

function stepsOf(path: string): readonly string[] {
  return path === ''
    ? []
    : path
        .replaceAll(/\[(\d+)\]/g, '.$1')
        .replace(/^\./, '')
        .split('.')
}
