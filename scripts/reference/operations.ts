// The pages of operations: what each interface offers, read from the declarations.

import type { Operation, Provenance } from '../../src/api/framework/operation.ts'
import type { Parameter } from '../../src/api/framework/parameter.ts'
import { INTERFACE_DESCRIPTIONS, INTERFACES } from '../../src/api/framework/interfaces.ts'
import type { InterfaceName } from '../../src/api/framework/interfaces.ts'
import { exampleText } from '../../src/api/openapi/examples.ts'
import { fieldRows } from './field-rows.ts'
import { assumptionLink, operationLink, operationPagePath, sectionLink, target } from './links.ts'
import { anchor, code, GENERATED, page, table, tableWithNotes } from './markdown.ts'
import { withNavigation } from './page-group.ts'

const INDEX = 'docs/operations/README.md'

const STABILITIES: readonly Operation['stability'][] = [
  'stable',
  'public',
  'experimental',
  'internal',
  'deprecated',
  'unstated',
]

/** The index and a page for each group of each interface. */
export function operationPages(operations: readonly Operation[]): Map<string, string> {
  const ordered = INTERFACES.flatMap((name) => operations.filter((each) => each.interface === name))
  const groups = Map.groupBy(ordered, operationPagePath)
  const pages = new Map([...groups].map(([path, members]) => [path, groupPage(path, members)]))
  return new Map([[INDEX, indexPage(ordered)], ...withNavigation(INDEX, pages)])
}

function indexPage(operations: readonly Operation[]): string {
  return page(
    GENERATED,
    '# Operations',
    `The simulator implements ${operations.length} operations. The id of an operation consists of its interface, its group and a verb; faults, the journal and the report use these ids.`,
    summary(operations),
    LEGEND,
    ...INTERFACES.flatMap((name) =>
      interfaceSection(
        name,
        operations.filter((each) => each.interface === name),
      ),
    ),
  )
}

const LEGEND = `On the page of a group, each operation has its parameters, the fields of its body with an example that works in the [demo world](../demo-world.md), and these facts:

- **Body** and the names after \`Returns\` are schemas of the OpenAPI description, which \`reqsim openapi wiki\` writes.
- **Permission** is in the service's words; 'assumed' marks one that the service does not state.
- **Rate** is the class in which calls are counted: 200 a minute for \`normal\`, 2000 for \`high\`. See [rate limits](../rate-limits.md).
- **Stability** is the [class that the service states](../service/versions.md#section-9-3); \`unstated\` if it states none.
- **Origin** says whether the operation is documented, observed in clients of the service, or assumed.
- **Assumptions** are the entries of the [ledger](../assumptions/README.md) that shape its responses, besides the general ones.

A parameter of kind \`sort\` takes \`name\` or \`name,asc\` for ascending order and \`name,desc\` for descending order. Send several \`sort\` parameters for several criteria.

The standalone interface also has a group Rules, of which only the name is known. The simulator has no operations for it and returns 404. It does simulate [rules](../query-language.md#rules): scenarios and the [control API](../control-api/README.md) manage them.`

function summary(operations: readonly Operation[]): string {
  const used = STABILITIES.filter((stability) => operations.some((each) => each.stability === stability))
  const rows = INTERFACES.flatMap((name) => {
    const listed = operations.filter((each) => each.interface === name)
    if (listed.length === 0) return []
    const { title } = INTERFACE_DESCRIPTIONS[name]
    const counts = used.map((stability) => listed.filter((each) => each.stability === stability).length)
    return [
      [
        `[${title}](#${anchor(title)})`,
        `${listed.length}`,
        ...counts.map((count) => (count === 0 ? '' : `${count}`)),
      ],
    ]
  })
  return table(['Interface', 'Operations', ...used], rows)
}

function interfaceSection(name: InterfaceName, listed: readonly Operation[]): string[] {
  if (listed.length === 0) return []
  const { title, prefix } = INTERFACE_DESCRIPTIONS[name]
  const isHosted = name === 'hosted-wiki' || name === 'hosted-tracker'
  return [
    `## ${title}`,
    ...(prefix === '' ? [] : [`Paths begin with ${code(prefix)}.`]),
    ...(isHosted
      ? [
          `Its address also serves the operations of the embedded interface, below ${code('/rest/reqs/1')}, with hosted credentials (${assumptionLink(INDEX, 'A48')}).`,
        ]
      : []),
    ...[...Map.groupBy(listed, ({ group }) => group)].map(([group, members]) =>
      [
        `**[${group}](${target(INDEX, operationPagePath({ interface: name, group }))})**`,
        members
          .map((each) => `- ${operationLink(INDEX, each)}: ${each.method} ${code(each.path)}`)
          .join('\n'),
      ].join('\n\n'),
    ),
  ]
}

function groupPage(path: string, operations: readonly Operation[]): string {
  const [first] = operations
  if (first === undefined) throw new Error(`${path} has no operation`)
  const { title, prefix } = INTERFACE_DESCRIPTIONS[first.interface]
  return page(
    GENERATED,
    `# ${title}: ${first.group}`,
    prefix === ''
      ? `Operations of the group ${first.group}.`
      : `Operations of the group ${first.group}. Paths begin with ${code(prefix)}.`,
    ...operations.flatMap((operation) => operationSection(path, operation, operations)),
  )
}

function operationSection(from: string, operation: Operation, group: readonly Operation[]): string[] {
  const { method, path, otherPaths = [], summary: opening, description, assumptions } = operation
  const facts = [
    ...otherPaths.map((other) => `Also at ${code(other.path)} (${other.provenance})`),
    ...bodyFact(operation),
    ...exampleFact(operation),
    `Returns ${operation.success.status}${shapeWords(operation.success.shape?.name)}: ${operation.success.description}`,
    ...Object.entries(operation.refusals ?? {}).map(([status, words]) => `Returns ${status}: ${words}`),
    `Permission: ${operation.permission.words}${operation.permission.assumed === true ? ' (assumed)' : ''}`,
    `Rate: ${code(operation.rate)}. Stability: ${code(operation.stability)}`,
    `Origin: ${originWords(from, operation.provenance, operation.section)}`,
    ...(assumptions.length === 0
      ? []
      : [`Assumptions: ${assumptions.map((id) => assumptionLink(from, id)).join(', ')}`]),
  ]
  return [
    `## ${code(operation.id)}`,
    `${method} ${code(path)}`,
    description === undefined ? opening : `${opening} ${description}`,
    ...parameterTable(operation),
    ...bodyFields(operation, group),
    ...bodyExample(operation),
    facts.map((fact) => `- ${fact}`).join('\n'),
  ]
}

function originWords(from: string, provenance: Provenance, section: string): string {
  const link = sectionLink(from, section, `section ${section}`)
  return provenance === 'documented' ? `documented in ${link}` : `${provenance}; belongs to ${link}`
}

function bodyFact({ body }: Operation): string[] {
  if (body === undefined) return []
  const kind = body.name ?? body.contentType ?? 'JSON'
  return [`Body: ${code(kind)}, ${body.required ? 'required' : 'optional'}`]
}

/** The fields of the body; a body that the page has already is not described again. */
function bodyFields(operation: Operation, group: readonly Operation[]): string[] {
  const fields = tableOfFields(operation)
  const same = group.find((other) => tableOfFields(other) === fields)
  if (fields === undefined || same === undefined || same === operation)
    return fields === undefined ? [] : [fields]
  return [`The fields of the body are those of [${code(same.id)}](#${anchor(same.id)}).`]
}

function tableOfFields({ body }: Operation): string | undefined {
  const rows = body === undefined ? [] : fieldRows(body.schema())
  return rows.length === 0 ? undefined : tableWithNotes(['Field of the body', 'Type', '', 'Meaning'], rows)
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
  return maximumLength === undefined ? '' : `at most ${maximumLength} characters`
}

function fallback(parameter: Parameter<unknown>): string {
  if (parameter.required) return '*required*'
  return parameter.hasDefault && parameter.kind !== 'sort' ? code(String(parameter.default)) : ''
}
