// The pages of the control API, read from its routes.

import * as z from 'zod'
import type { Parameter } from '../../src/api/framework/parameter.ts'
import { regionParameter } from '../../src/control/read-input.ts'
import type { ControlRoute } from '../../src/control/route.ts'
import { target } from './links.ts'
import { anchor, code, GENERATED, page, tableWithNotes } from './markdown.ts'
import { withNavigation } from './page-group.ts'

const INTRODUCTION = `# Control API

Everything that a person or a test does to a running simulator without being a client of the service: move the clock, look at the state, edit pages, issue tokens, reset. JSON over HTTP below \`/_sim\` of the one port, and \`http://sim.sim/_sim\` in process.

\`\`\`sh
curl -X POST http://127.0.0.1:4010/_sim/clock/advance -H 'Content-Type: application/json' -H 'X-Sim-Control: 1' -d '{"by": "3m"}'
\`\`\`

- **World.** The header \`X-Sim-World\`, or the path prefix \`/_world/<name>\`, selects the world; \`default\` without. A world is made from the loaded scenario when it is first used; what a page of another site asks for makes none (403), and so does what is sent with \`X-Sim-World-Must-Exist: 1\` (404), for those who only watch.
- **Region.** Routes that work on records take \`region\` (\`eu\` or \`us\`) in the query or the body; \`eu\` without.
- **Writes** (everything but GET and HEAD) send \`Content-Type: application/json\` and \`X-Sim-Control: 1\`, the ones without a body too, and no \`Origin\` but the server's own. No route sends CORS headers. \`GET /events\` takes no foreign \`Origin\` either.
- **Names.** The server answers to loopback names, to \`sim.sim\`, and to the names given with \`--allow-host\`; to any other \`Host\` with 403.
- **Token.** Off loopback everything but \`GET /health\` takes \`Authorization: Bearer <control token>\`. A control token that is set on loopback is compulsory there, too.
- **Lists** are \`{items, total}\`; \`total\` counts what the page leaves out as well.
- **Instants** are virtual, and written in ISO 8601 in UTC; a date that is sent alone means its midnight in UTC. Numbers, milliseconds since 1970, are only where something is shown as it is stored: \`at\` of the exchanges of \`/journal\` (in its HAR they are ISO 8601), and the records of \`/state\`, of \`/export\` and of the differences between snapshots. Durations read \`250ms\`, \`10s\`, \`3m\`, \`2h\`, \`1d\`, or ISO 8601.
- **Errors** are \`{message, statusCode, errors}\`: 400 for what is wrong with the request, 401 and 403 for who may not, 404 for what does not exist, 405 with \`Allow\`, 409 for what the state forbids, 413 and 415 for bodies, 503 where too many streams are open. A parameter or field that the route does not know is an error. The message names the parameter, its value and the mend.
- No value of a request is ever fetched.
`

const INDEX = 'docs/control-api/README.md'

/** The index and a page for each group of routes. */
export function controlPages(routes: readonly ControlRoute[]): Map<string, string> {
  const groups = Map.groupBy(routes, ({ group }) => group)
  const pages = [...groups].map(([group, members]): [string, string] => [
    pathOf(group),
    page(
      GENERATED,
      `# Control API: ${group}`,
      `Routes below ${code('/_sim')}; the [introduction](README.md) says what all routes have in common.`,
      ...members.map(describeRoute),
    ),
  ])
  const listed = [...groups].map(([group, members]) =>
    [`**[${group}](${target(INDEX, pathOf(group))})**`, members.map(routeLine).join('\n')].join('\n\n'),
  )
  const index = page(GENERATED, INTRODUCTION.trim(), '## Routes', ...listed)
  return new Map([[INDEX, index], ...withNavigation(INDEX, new Map(pages))])
}

function pathOf(group: string): string {
  return `docs/control-api/${anchor(group)}.md`
}

function headingOf({ method, path }: ControlRoute): string {
  return `${method} ${path}`
}

function routeLine(route: ControlRoute): string {
  const link = target(INDEX, pathOf(route.group), anchor(headingOf(route)))
  return `- [${code(headingOf(route))}](${link}): ${route.summary}`
}

function describeRoute(route: ControlRoute): string {
  const parts = [
    `## ${code(headingOf(route))}`,
    `${route.summary}.${route.details === undefined ? '' : ` ${route.details}`}`,
  ]
  const region = route.regional && route.body === undefined ? { region: regionParameter } : {}
  const parameters = { ...route.pathParameters, ...route.query, ...region }
  const rows = Object.entries(parameters).map(([name, parameter]) => parameterRow(name, parameter))
  if (route.filters !== undefined) rows.push(['*any field*', 'text', '', route.filters])
  if (rows.length > 0) parts.push(tableWithNotes(['Parameter', 'Type', '', 'Meaning'], rows))
  if (route.body !== undefined) {
    const fields = fieldRows(route.body.shape())
    if (fields.length > 0) parts.push(tableWithNotes(['Field', 'Type', '', 'Meaning'], fields))
    const example = JSON.stringify(route.body.example, undefined, 2)
    if (example !== '{}') parts.push(`\`\`\`json\n${example}\n\`\`\``)
  }
  parts.push(`Returns ${route.status}: ${route.answer}`)
  return parts.join('\n\n')
}

type Row = readonly [name: string, type: string, presence: string, description: string]

const KIND_NAMES: Readonly<Partial<Record<Parameter<unknown>['kind'], string>>> = {
  int32: 'whole number',
  int64: 'whole number',
  string: 'text',
}

function parameterRow(name: string, parameter: Parameter<unknown>): Row {
  const type =
    parameter.values === undefined
      ? (KIND_NAMES[parameter.kind] ?? parameter.kind)
      : parameter.values.join(', ')
  const presence = parameter.required
    ? 'required'
    : parameter.default === undefined
      ? ''
      : `default ${String(parameter.default)}`
  return [`\`${name}\``, type, presence, parameter.description]
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

function fieldRows(shape: z.ZodType): Row[] {
  const schema = z.toJSONSchema(shape, { io: 'input' }) as JsonSchema
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    rowsOfField(name, field, schema.required?.includes(name) ?? false),
  )
}

/** A field, and below it the fields of the objects that a list of it holds, unless its description tells them. */
function rowsOfField(name: string, field: JsonSchema, required: boolean): Row[] {
  const { items, description = '' } = field
  const preset = typeof field.default === 'object' || field.default === '' ? undefined : field.default
  const presence = required ? 'required' : preset === undefined ? '' : `default ${String(preset)}`
  const row: Row = [`\`${name}\``, typeOf(field), presence, description]
  if (items?.properties === undefined || description.includes('{')) return [row]
  const members = Object.entries(items.properties)
  return [
    row,
    ...members.flatMap(([member, shape]) =>
      rowsOfField(`${name}[].${member}`, shape, items.required?.includes(member) ?? false),
    ),
  ]
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return String(schema.const)
  if (schema.enum !== undefined) return schema.enum.join(', ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (typeof schema.type === 'object') return schema.type.map((type) => typeOf({ type })).join(' or ')
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
  if (schema.type === 'integer') return 'whole number'
  return schema.type === 'string' ? 'text' : (schema.type ?? 'anything')
}
