// The page of the scenario format: every field that a scenario file may have, read from the published JSON schema.

import { anchor, code, GENERATED, page, prose, table } from './markdown.ts'

/** The parts of a JSON schema that the page reads. */
export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
}

interface Section {
  readonly heading: string
  readonly schema: JsonSchema
}

/**
 * The text of the page. `introduction` comes before the tables; `complete` holds what a whole entry of a named list
 * needs, where the file's own schema makes every field optional.
 */
export function scenarioFormatPage(
  schema: JsonSchema,
  introduction: string,
  complete: Readonly<Record<string, JsonSchema>> = {},
): string {
  const definitions = Object.entries(schema.$defs ?? {}).flatMap(([name, definition]) => [
    ...withinProperty(name, completed(definition, complete[name]), definition.description),
  ])
  const render = ({ heading, schema: part }: Section): string[] => [
    `## ${code(heading)}`,
    ...described(part, schema.$defs),
  ]
  return page(
    GENERATED,
    '# Scenario format',
    introduction,
    '## The file',
    ...described(schema, schema.$defs),
    ...[...nested('', schema), ...definitions].flatMap(render),
  )
}

function completed(definition: JsonSchema, whole: JsonSchema | undefined): JsonSchema {
  if (definition.items === undefined || whole?.required === undefined) return definition
  return { ...definition, items: { ...definition.items, required: whole.required } }
}

/** Objects within the properties of a schema, each as a section of its own, in the order they are declared. */
function* nested(path: string, schema: JsonSchema): Generator<Section> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const heading = path === '' ? name : `${path}.${name}`
    yield* withinProperty(heading, property)
  }
}

function* withinProperty(heading: string, property: JsonSchema, meaning?: string): Generator<Section> {
  if (property.properties !== undefined) {
    yield { heading, schema: meaning === undefined ? property : { description: meaning, ...property } }
    yield* nested(heading, property)
  }
  if (property.items !== undefined) yield* withinProperty(`${heading}[]`, property.items, meaning)
  if (typeof property.additionalProperties === 'object') {
    yield* withinProperty(`${heading}.*`, property.additionalProperties)
  }
  const within = choices(property).map((choice) => [...withinProperty(heading, choice)])
  const numbered = within.filter((sections) => sections.length > 0).length > 1
  for (const [index, sections] of within.entries()) {
    for (const section of sections) {
      yield numbered ? { ...section, heading: `${section.heading} (${index + 1})` } : section
    }
  }
}

function described(schema: JsonSchema, definitions: JsonSchema['$defs']): string[] {
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    required.has(name) ? `**${name}**` : name,
    typeWords(property),
    meaningOf(property, definitions),
  ])
  const opening = schema.description === undefined ? [] : [`${prose(schema.description)}.`]
  return rows.length === 0 ? opening : [...opening, table(['Field', 'Value', 'Meaning'], rows)]
}

function meaningOf(property: JsonSchema, definitions: JsonSchema['$defs']): string {
  const referred = definitions?.[property.$ref?.split('/').at(-1) ?? '']
  const meaning = prose(property.description ?? referred?.description ?? '')
  if (property.default === undefined) return meaning
  return [meaning, `default ${code(JSON.stringify(property.default))}`]
    .filter((part) => part !== '')
    .join('; ')
}

function choices(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
}

/** The kind of a value in words: `list of text`. */
export function typeWords(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `[${name}](#${anchor(name)})`
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(', ')
  if (schema.items !== undefined) return `list of ${typeWords(schema.items)}`
  const alternatives = choices(schema)
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeWords))].join(' or ')
  if (typeof schema.additionalProperties === 'object') {
    return `map to ${typeWords(schema.additionalProperties)}`
  }
  return plainWords(schema)
}

const PLAIN_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`',
  null: '`null`',
  array: 'list',
  object: 'object',
}

function plainWords({ type, format, minimum, maximum }: JsonSchema): string {
  const types = type === undefined ? [] : typeof type === 'string' ? [type] : type
  const words = types.map((name) => PLAIN_WORDS[name] ?? name).join(' or ') || 'any value'
  if (format === 'date-time') return 'date and time'
  const low = minimum !== undefined && Math.abs(minimum) < Number.MAX_SAFE_INTEGER ? `from ${minimum}` : ''
  const high = maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER ? `up to ${maximum}` : ''
  return [words, low, high].filter((part) => part !== '').join(' ')
}
