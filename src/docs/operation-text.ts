/** What the reference says about an operation, read from its declaration. Ids stand without links: readers of HTML get them. */
import type { Operation, Provenance } from '../api/framework/operation.ts'
import type { Parameter } from '../api/framework/parameter.ts'
import { exampleText } from '../api/openapi/examples.ts'
import { countText } from '../world/count-text.ts'
import { fieldRows } from './field-rows.ts'
import { code, tableWithNotes } from './markdown.ts'
import { pageOfSection, sectionAnchor } from './sections.ts'

const FIELDS = 'Field of the body'

/** Whether a paragraph of such a text is the table of the fields of the body. */
export function isTableOfFields(paragraph: string): boolean {
  return paragraph.startsWith(`| ${FIELDS} |`)
}

/** The text below its heading. Schemas must be loaded. */
export function operationText(operation: Operation): string {
  const { method, path, otherPaths = [], summary, description, assumptions } = operation
  const facts = [
    ...otherPaths.map((other) => `Also at ${code(other.path)} (${other.provenance})`),
    ...bodyFact(operation),
    ...exampleFact(operation),
    `Returns ${operation.success.status}${shapeWords(operation.success.shape?.name)}: ${operation.success.description}`,
    ...Object.entries(operation.refusals ?? {}).map(([status, words]) => `Returns ${status}: ${words}`),
    `Permission: ${operation.permission.words}${operation.permission.assumed === true ? ' (assumed)' : ''}`,
    `Rate: ${code(operation.rate)}. Stability: ${code(operation.stability)}`,
    `Origin: ${originWords(operation.provenance, operation.section)}`,
    ...(assumptions.length === 0 ? [] : [`Assumptions: ${assumptions.join(', ')}`]),
  ]
  return [
    `${method} ${code(path)}`,
    description === undefined ? summary : `${summary} ${description}`,
    ...parameterTable(operation),
    ...bodyFields(operation),
    ...bodyExample(operation),
    facts.map((fact) => `- ${fact}`).join('\n'),
  ].join('\n\n')
}

function originWords(provenance: Provenance, section: string): string {
  const link = `[section ${section}](${pageOfSection(section)}#${sectionAnchor(section)})`
  return provenance === 'documented' ? `documented in ${link}` : `${provenance}; belongs to ${link}`
}

function bodyFact({ body }: Operation): string[] {
  if (body === undefined) return []
  const kind = body.name ?? body.contentType ?? 'JSON'
  return [`Body: ${code(kind)}, ${body.required ? 'required' : 'optional'}`]
}

function bodyFields({ body }: Operation): string[] {
  const rows = body === undefined ? [] : fieldRows(body.schema())
  return rows.length === 0 ? [] : [tableWithNotes([FIELDS, 'Type', '', 'Meaning'], rows)]
}

function bodyExample({ body }: Operation): string[] {
  return body?.example === undefined
    ? []
    : [`\`\`\`json\n${JSON.stringify(body.example, undefined, 2)}\n\`\`\``]
}

/** What to do before the example works. */
function exampleFact(operation: Operation): string[] {
  const text = operation.body?.example === undefined ? undefined : exampleText(operation)
  return text === undefined ? [] : [`Example: ${text}`]
}

function shapeWords(name: string | undefined): string {
  return name === undefined ? '' : ` (${code(name)})`
}

function parameterTable({ pathParameters, query }: Operation): string[] {
  const rows = [
    ...Object.entries(pathParameters).map((entry) => parameterRow(entry, 'path')),
    ...Object.entries(query).map((entry) => parameterRow(entry, 'query')),
  ]
  return rows.length === 0 ? [] : [tableWithNotes(['Parameter', 'In', 'Type', 'Default', 'Meaning'], rows)]
}

function parameterRow([name, parameter]: [string, Parameter<unknown>], place: 'path' | 'query'): string[] {
  const { kind, description, values } = parameter
  const choice = values === undefined ? '' : ` One of ${values.map(code).join(', ')}.`
  return [
    code(name),
    place,
    [kind, bounds(parameter)].filter(Boolean).join(', '),
    fallback(parameter),
    description + choice,
  ]
}

function bounds({ minimum, maximum, maximumLength }: Parameter<unknown>): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `at least ${minimum}`
  if (maximum !== undefined) return `at most ${maximum}`
  return maximumLength === undefined ? '' : `at most ${countText(maximumLength, 'character')}`
}

function fallback(parameter: Parameter<unknown>): string {
  if (parameter.required) return '*required*'
  return parameter.hasDefault && parameter.kind !== 'sort' ? code(String(parameter.default)) : ''
}
