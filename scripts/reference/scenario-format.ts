// The pages of the scenario format: every field that a scenario file may have, read from the published JSON schema.

import { target } from './links.ts'
import { anchor, code, page, prose, tableWithNotes } from '../../src/docs/markdown.ts'
import { GENERATED, withNavigation } from './page-group.ts'

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

interface PageOfSections {
  /** The page's file name. */
  readonly name: string
  readonly title: string
  readonly about: string
  /** What the headings begin with: a property of the file, or a definition of the schema. */
  readonly parts: readonly string[]
}

const PAGES: readonly PageOfSections[] = [
  {
    name: 'file',
    title: 'The file',
    about: 'The fields of the file itself: its clock, its configuration and its world.',
    parts: ['', 'clock', 'config', 'world'],
  },
  {
    name: 'generate',
    title: 'Generated data',
    about: 'How to fill a world with many requirements.',
    parts: ['generate'],
  },
  {
    name: 'people',
    title: 'People and access',
    about: 'Organizations, users, sites, and the credentials that open them.',
    parts: [
      'organizations',
      'users',
      'invitations',
      'sites',
      'accountLinks',
      'linkRequests',
      'tokens',
      'sessions',
    ],
  },
  {
    name: 'wiki',
    title: 'Spaces and pages',
    about: 'What a wiki holds besides requirements.',
    parts: ['spaces', 'pages', 'settings', 'propertyNames', 'types', 'excelAttachments'],
  },
  {
    name: 'requirements',
    title: 'Requirements',
    about: 'Requirements with their properties, and the numbers of their keys.',
    parts: ['requirements', 'externalProperties', 'sequences'],
  },
  {
    name: 'baselines',
    title: 'Baselines and matrices',
    about: 'Frozen sets of requirements, and tables of how they depend on each other.',
    parts: ['baselines', 'matrices'],
  },
  {
    name: 'standalone',
    title: 'Workspaces, files and dashboards',
    about: 'What the standalone interface holds of its own.',
    parts: ['workspaces', 'files', 'templates', 'dashboards', 'rules', 'importJobs'],
  },
  {
    name: 'tracker',
    title: 'Projects and issues',
    about: 'What a tracker holds.',
    parts: ['projects', 'issueTypes', 'issues', 'customFields'],
  },
  {
    name: 'integration',
    title: 'Links and messages',
    about: 'How a wiki and a tracker are connected, and what waits between them.',
    parts: [
      'integrations',
      'links',
      'testCaseLinks',
      'trackerTexts',
      'issueTemplates',
      'outboundMessages',
      'trackerMessages',
    ],
  },
  {
    name: 'timeline',
    title: 'Steps of a timeline',
    about: 'What a [timeline](../concepts/timeline.md) can do at each step.',
    parts: ['callStep', 'advanceStep', 'editStep', 'viewStep', 'faultStep', 'forkStep'],
  },
  {
    name: 'faults',
    title: 'Faults',
    about: 'What goes wrong on purpose; see [faults](../concepts/fault.md).',
    parts: ['faults', 'fault'],
  },
]

const INDEX = 'docs/scenario-format/README.md'

/**
 * The index and its pages. `introduction` begins the index; `complete` holds what a whole entry of a named list needs,
 * where the file's own schema makes every field optional. Throws for a part of the schema that is on no page.
 */
export function scenarioFormatPages(
  schema: JsonSchema,
  introduction: string,
  complete: Readonly<Record<string, JsonSchema>> = {},
): Map<string, string> {
  const definitions = Object.entries(schema.$defs ?? {}).flatMap(([name, definition]) => [
    ...withinProperty(name, completed(definition, complete[name]), definition.description),
  ])
  const sections = [{ heading: '', schema }, ...nested('', schema), ...definitions]
  const grouped = Map.groupBy(sections, ({ heading }) => pageOf(heading))
  const pages = PAGES.filter((one) => grouped.has(one))
  const texts = pages.map((one): [string, string] => [
    pathOf(one),
    page(
      GENERATED,
      `# Scenario format: ${one.title}`,
      one.about,
      ...(grouped.get(one) ?? []).flatMap((section) => sectionText(section, schema.$defs)),
    ),
  ])
  const listed = pages.map((one) => {
    const links = (grouped.get(one) ?? []).filter(({ heading }) => heading !== '').map(headingLink)
    const list = links.length === 0 ? '' : `\n  - ${links.join(', ')}`
    return `- [${one.title}](${target(INDEX, pathOf(one))}): ${one.about}${list}`
  })
  const index = page(GENERATED, '# Scenario format', introduction, '## Fields', listed.join('\n'))
  return new Map([[INDEX, index], ...withNavigation(INDEX, new Map(texts))])
}

function sectionText({ heading, schema }: Section, definitions: JsonSchema['$defs']): string[] {
  return [`## ${heading === '' ? 'The file' : code(heading)}`, ...described(schema, definitions)]
}

function pathOf({ name }: PageOfSections): string {
  return `docs/scenario-format/${name}.md`
}

function headingLink({ heading }: Section): string {
  return `[${code(heading)}](${target(INDEX, pathOf(pageOf(heading)), anchor(heading))})`
}

/** The page that has the section of a heading such as `spaces[].grants`. */
function pageOf(heading: string): PageOfSections {
  const [part = ''] = heading.split(/[[.]/)
  const found = PAGES.find(({ parts }) => parts.includes(part))
  if (found === undefined) throw new Error(`no page of the scenario format has a place for ${part}`)
  return found
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
  return rows.length === 0 ? opening : [...opening, tableWithNotes(['Field', 'Value', 'Meaning'], rows)]
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
    return `[${name}](${target(INDEX, pathOf(pageOf(name)), anchor(name))})`
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
