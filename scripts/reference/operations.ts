// The page of operations: what each interface offers, read from the declarations.

import type { Operation, OtherPath } from '../../src/api/framework/operation.ts'
import type { Parameter } from '../../src/api/framework/parameter.ts'
import { INTERFACE_DESCRIPTIONS, INTERFACES } from '../../src/api/framework/surface.ts'
import type { InterfaceName } from '../../src/api/framework/surface.ts'
import { anchor, code, GENERATED, page, table } from './markdown.ts'

const STABILITIES: readonly Operation['stability'][] = [
  'stable',
  'public',
  'experimental',
  'internal',
  'deprecated',
  'unstated',
]

/** The text of the page. */
export function operationsPage(operations: readonly Operation[]): string {
  const offered = INTERFACES.map((name) => ({
    name,
    listed: operations.filter((operation) => operation.interface === name),
  })).filter(({ listed }) => listed.length > 0)
  return page(
    GENERATED,
    '# Operations',
    `The simulator answers ${operations.length} operations. Each is named by its interface, its group and what it does; faults, the journal and the report use these names.`,
    summary(offered),
    LEGEND,
    ...offered.flatMap(({ name, listed }) => interfaceSection(name, listed)),
  )
}

const LEGEND = `How to read the tables:

- **Path** is followed by other paths of the same operation, each with where it is known from.
- **Parameters** are those of the query. Bold ones are required; a bound or default follows in brackets. \`sort\` takes one of the properties in brackets, \`sort=name\`, ascending, or with \`,desc\` behind it, \`sort=name,desc\`; several criteria are sent as several \`sort\`. **Body** is the name of the schema in the OpenAPI description.
- **Permission** is in the service's words; \`~\` marks one that the service does not state.
- **Rate** is the class that calls are counted in: 200 a minute for \`normal\`, 2000 for \`high\`.
- **Stability** is the class that the service gives the operation; \`unstated\` where it gives none.
- **Known from** says whether the operation is documented, observed in clients of the service, or assumed.
- **Assumptions** are the numbers of the [ledger](assumptions.md) that its answers lean on, besides the general ones.

Of the operations of the group Rules of the standalone interface nothing but that name is known: there are none here, and calls of them are answered with 404. [Rules](query-language.md#rules) themselves are simulated; scenarios and the [control API](control-api.md) manage them.`

interface Offered {
  readonly name: InterfaceName
  readonly listed: readonly Operation[]
}

function summary(offered: readonly Offered[]): string {
  const used = STABILITIES.filter((stability) =>
    offered.some(({ listed }) => listed.some((operation) => operation.stability === stability)),
  )
  const rows = offered.map(({ name, listed }) => {
    const { title } = INTERFACE_DESCRIPTIONS[name]
    const counts = used.map(
      (stability) => listed.filter((operation) => operation.stability === stability).length,
    )
    return [
      `[${title}](#${anchor(title)})`,
      `${listed.length}`,
      ...counts.map((count) => (count === 0 ? '' : `${count}`)),
    ]
  })
  return table(['Interface', 'Operations', ...used], rows)
}

function interfaceSection(name: InterfaceName, listed: readonly Operation[]): string[] {
  const { title, prefix } = INTERFACE_DESCRIPTIONS[name]
  const groups = [...new Set(listed.map(({ group }) => group))]
  return [
    `## ${title}`,
    ...(prefix === '' ? [] : [`Paths begin with ${code(prefix)}.`]),
    ...(name === 'hosted-wiki' || name === 'hosted-tracker'
      ? [
          `Its address also answers the operations of the embedded interface, below ${code('/rest/reqs/1')}, with the hosted credentials (A48).`,
        ]
      : []),
    ...groups.flatMap((group) => [
      `### ${group}`,
      table(
        [
          'Operation',
          'Method',
          'Path',
          'Parameters',
          'Body',
          'Permission',
          'Rate',
          'Stability',
          'Known from',
          'Assumptions',
        ],
        listed.filter((operation) => operation.group === group).map(row),
      ),
    ]),
  ]
}

function row(operation: Operation): string[] {
  const { permission } = operation
  return [
    code(operation.id),
    operation.method,
    [code(operation.path), ...(operation.otherPaths ?? []).map(otherPathWords)].join(', '),
    Object.entries(operation.query).map(parameterWords).join(', '),
    operation.body === undefined ? '' : bodyWords(operation.body),
    permission.assumed === true ? `~ ${permission.words}` : permission.words,
    operation.rate,
    operation.stability,
    operation.provenance,
    operation.assumptions.map((id) => `[${id}](assumptions.md#${id.toLowerCase()})`).join(', '),
  ]
}

function otherPathWords({ path, provenance }: OtherPath): string {
  return `${code(path)} (${provenance})`
}

function bodyWords(body: NonNullable<Operation['body']>): string {
  const words = body.name ?? body.contentType ?? 'JSON'
  return body.required ? `**${words}**` : words
}

function parameterWords([name, parameter]: [string, Parameter<unknown>]): string {
  const notes = [bounds(parameter), fallback(parameter)].filter((note) => note !== '')
  const words = parameter.required ? `**${name}**` : name
  return notes.length === 0 ? words : `${words} (${notes.join(', ')})`
}

function bounds({ kind, minimum, maximum, maximumLength, values }: Parameter<unknown>): string {
  if (values !== undefined) return values.join(kind === 'sort' ? ', ' : ' or ')
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `at least ${minimum}`
  if (maximum !== undefined) return `at most ${maximum}`
  return maximumLength === undefined ? '' : `at most ${maximumLength} characters`
}

function fallback(parameter: Parameter<unknown>): string {
  return parameter.hasDefault && parameter.kind !== 'sort' ? `default ${String(parameter.default)}` : ''
}
