// The pages of the control API, read from its routes.

import type { Parameter } from '../../src/api/framework/parameter.ts'
import { regionParameter } from '../../src/control/read-input.ts'
import { GROUP_DESCRIPTIONS } from '../../src/control/openapi/groups.ts'
import type { ControlRoute } from '../../src/control/route.ts'
import { fieldRows, type Row } from '../../src/docs/field-rows.ts'
import { fieldsText } from './fields-text.ts'
import { target } from './links.ts'
import { anchor, code, page, tableWithNotes } from '../../src/docs/markdown.ts'
import { GENERATED, withNavigation } from './page-group.ts'

const INTRODUCTION = `# Control API

The control API controls a running simulator: it moves the clock, reads the state, edits pages, issues tokens and resets worlds. It is JSON over HTTP below \`/_sim\` of the one port, and \`http://sim.sim/_sim\` in process.

\`\`\`sh
curl -X POST http://127.0.0.1:4010/_sim/clock/advance -H 'Content-Type: application/json' -H 'X-Sim-Control: 1' -d '{"by": "3m"}'
\`\`\`

- **World.** The header \`X-Sim-World\`, or the path prefix \`/_world/<name>\`, selects the world; the default is \`default\`. The first request to a world creates it from the loaded scenario. Requests of pages from other sites create none (403), and neither do requests with \`X-Sim-World-Must-Exist: 1\` (404), which is meant for observers.
- **Past worlds.** \`<name>@<step>\` names the world as it was after a step, \`default@0\` at its beginning; \`GET /past\` lists the steps. Reads of the control API and of the interfaces work on it and change nothing. Writes return 409: fork it with \`POST /worlds {"name": "mine", "from": "default@12"}\`.
- **Region.** Routes that work on records take \`region\` (\`eu\` or \`us\`) in the query or the body; the default is \`eu\`.
- **Writes** (all methods but GET and HEAD) send \`X-Sim-Control: 1\`, and \`Content-Type: application/json\` with a body. Requests with a foreign \`Origin\` are refused, and so is \`GET /events\`. No route sends CORS headers.
- **Host names.** The server accepts loopback names, \`sim.sim\`, and the names given with \`--allow-host\`. Any other \`Host\` returns 403.
- **Token.** On other addresses than loopback, every route but \`GET /health\` needs \`Authorization: Bearer <control token>\`. On loopback, a token is needed if one is set.
- **Lists** are \`{items, total}\`; \`total\` also counts the items that are not on the page.
- **Instants** are virtual, and written in ISO 8601 in UTC. A date without a time means midnight in UTC. Stored values are milliseconds since 1970: \`at\` of the exchanges of \`/journal\` (ISO 8601 in its HAR), and the records of \`/state\`, of \`/export\` and of differences between snapshots. Durations are written as \`250ms\`, \`10s\`, \`3m\`, \`2h\`, \`1d\`, or ISO 8601.
- **Errors** are \`{message, statusCode, errors}\`: 400 for an invalid request, 401 and 403 for missing permission, 404 for an unknown object, 405 with \`Allow\`, 409 for a conflict with the state, 413 and 415 for bodies, 503 if too many streams are open. Unknown parameters and fields are errors. The message names the parameter, its value and a correction.
- The simulator never fetches an address from a request.
- **Clients.** \`GET /_sim/openapi.json\` and \`reqsim openapi control\` return an OpenAPI 3.0.3 description of all routes, from which generators make a client in any language, such as \`npx @hey-api/openapi-ts -i http://127.0.0.1:4010/_sim/openapi.json -o client\`. An operation is named by verb and noun: \`advanceClock\`, \`addFault\`, \`createWorld\`. Writes have the API key \`write\` with the value \`1\`.
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
      `${GROUP_DESCRIPTIONS[group]} Routes below ${code('/_sim')}; the [introduction](README.md) says what all routes have in common.`,
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
    `${route.summary} (${code(route.id)}).${route.details === undefined ? '' : ` ${route.details}`}`,
  ]
  const region = route.regional && route.body === undefined ? { region: regionParameter } : {}
  const parameters = { ...route.pathParameters, ...route.query, ...region }
  const rows = Object.entries(parameters).map(([name, parameter]) => parameterRow(name, parameter))
  for (const [name, header] of Object.entries(route.headers ?? {}))
    rows.push([code(name), 'text', 'header', header.description])
  if (route.filters !== undefined) rows.push(['*any field*', 'text', '', route.filters])
  if (rows.length > 0) parts.push(tableWithNotes(['Parameter', 'Type', '', 'Meaning'], rows))
  if (route.body !== undefined) {
    const fields = fieldRows(route.body.shape())
    if (fields.length > 0) parts.push(tableWithNotes(['Field', 'Type', '', 'Meaning'], fields))
    const example = JSON.stringify(route.body.example, undefined, 2)
    if (example !== '{}') parts.push(`\`\`\`json\n${example}\n\`\`\``)
  }
  parts.push(`Returns ${sentencesAboutResponse(route).join(' ')}`)
  return parts.join('\n\n')
}

/** Status and fields of the response, what there is to say about it, and the errors that only this route has. */
function sentencesAboutResponse({
  status,
  returns,
  otherTypes = [],
  responseNote: answer,
  refusals = {},
}: ControlRoute): string[] {
  const types = otherTypes.map(code).join(' or ')
  const content =
    returns === undefined
      ? types === ''
        ? `${status} without a body.`
        : `${status}: ${types}.`
      : `${status}: ${code(fieldsText(returns.schema()))}${types === '' ? '' : `, or ${types}`}.`
  const errors = Object.entries(refusals).map(([error, words]) => `${error}: ${words}`)
  return [content, ...(answer === undefined ? [] : [answer]), ...errors]
}

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
