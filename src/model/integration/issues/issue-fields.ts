/** Values of issue fields, as templates and bulk jobs give them: one JSON object as a text (service §2.4). */
import { isBlank } from '../../input/blank.ts'
import { hasMoreCharacters } from '../../../world/characters.ts'
import type { Store } from '../../../world/store/store.ts'
import { present } from '../../input/present.ts'
import { parseJson } from '../../input/json-text.ts'
import { invalid, invalidRequest } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { customFields } from '../../records/tracker/tracker.ts'
import { isObject } from '../../../world/objects.ts'

/** In characters. */
export const MAXIMUM_FIELDS_LENGTH = 32_767
const MAXIMUM_FIELDS = 100
const MAXIMUM_DEPTH = 16
const FIELD_NAME = /^[A-Za-z][\w.-]{0,99}$/
/** The template or the job sets these. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['project', 'issuetype'])

export interface CreateField {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly required: boolean
}

const OWN_FIELDS: readonly CreateField[] = [
  { id: 'summary', name: 'Summary', type: 'string', required: true },
  { id: 'status', name: 'Status', type: 'string', required: false },
  { id: 'description', name: 'Description', type: 'string', required: false },
  { id: 'labels', name: 'Labels', type: 'array', required: false },
]

/** The fields that can be set, custom fields last. */
export function createFieldsOf(store: Store, trackerId: number): CreateField[] {
  const own = [...store.table(customFields).range('application', [trackerId])]
  return [...OWN_FIELDS, ...own.map(({ id, name, type }) => ({ id, name, type, required: false }))]
}

/** Summary and status, apart from the other fields. */
export interface FieldValues {
  readonly summary?: string
  readonly status?: string
  readonly others: Readonly<Record<string, unknown>>
}

/** Reads values of fields; keeps those that have no meaning here. Throws a Refusal (INVALID) with this name. */
export function readFields(text: string, parameter: string): FieldValues {
  const entries = Object.entries(readJsonObject(text, parameter))
  if (entries.length > MAXIMUM_FIELDS)
    throw invalidRequest(parameter, `takes at most ${MAXIMUM_FIELDS} fields, not ${entries.length}`)
  const others: [string, unknown][] = []
  let summary: string | undefined
  let status: string | undefined
  for (const [name, value] of entries) {
    if (!FIELD_NAME.test(name))
      throw invalidRequest(`${parameter} names no field`, `${quoted(name)}; names are like 'description'`)
    if (value === null || SAID_ELSEWHERE.has(name)) continue
    if (name === 'summary') summary = textOf(value, `${parameter}.summary`)
    else if (name === 'status') status = textOf(value, `${parameter}.status`)
    else if (name === 'labels') others.push([name, labelsOf(value, `${parameter}.labels`)])
    else others.push([name, value])
  }
  return {
    ...present({ summary, status }),
    others: Object.fromEntries(others),
  }
}

/** Reads a JSON object. Throws a Refusal (INVALID) with this parameter's name. */
export function readJsonObject(text: string, parameter: string): object {
  const value = isBlank(text) ? {} : parseJson(text, parameter, MAXIMUM_DEPTH)
  if (isObject(value)) return value
  throw invalid(parameter, text, 'must be a JSON object as a text')
}

/** A text of 1 to 255 characters; trackers also send a value as `{"name": …}`. */
function textOf(value: unknown, parameter: string): string {
  const named = typeof value === 'object' && value !== null && 'name' in value ? value.name : value
  if (typeof named === 'string' && !isBlank(named) && !hasMoreCharacters(named, 255)) return named
  throw invalid(parameter, value, 'must be a text of 1 to 255 characters')
}

function labelsOf(value: unknown, parameter: string): readonly string[] {
  const good = Array.isArray(value) && value.every((label) => typeof label === 'string' && label !== '')
  if (good) return value as string[]
  throw invalid(parameter, value, 'must be a list of texts')
}
