/** Resources of the MCP server: reference data that a client may read beside the tools. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { INTERFACES } from '../api/framework/interfaces.ts'
import { operationIndex } from '../api/operation-index.ts'
import { controlRoutes } from '../control/routes.ts'
import { suggestionFor } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import { readyScenarios } from '../scenario/ready/list.ts'
import { loadReady } from '../scenario/ready/ready.ts'
import { callRoute, routeOf } from './control-route.ts'
import type { Session } from './tool.ts'

const MARKDOWN = 'text/markdown'
const JSON_TYPE = 'application/json'

/** Texts that do not depend on a world, by the last part of their address. */
const TEXTS: Readonly<
  Record<string, { readonly title: string; readonly description: string; readonly text: () => string }>
> = {
  scenarios: {
    title: 'Ready scenarios',
    description: 'The names and descriptions of the scenarios that load_scenario loads.',
    text: () =>
      readyScenarios()
        .map(({ name, description }) => `- \`${name}\`: ${description}`)
        .join('\n'),
  },
  control: {
    title: 'Control API',
    description: 'Every route that call_control calls, with its body and response.',
    text: () => controlRoutes.map(describeRoute).join('\n\n'),
  },
}

export function addResources(server: McpServer, session: Session): void {
  for (const [name, { title, description, text }] of Object.entries(TEXTS))
    server.registerResource(
      name,
      `reqsim://${name}`,
      { title, description, mimeType: MARKDOWN },
      async (url) => textOf(url, MARKDOWN, text()),
    )
  server.registerResource(
    'report',
    'reqsim://report',
    { title: 'Report', description: 'The whole report on the requests so far.', mimeType: MARKDOWN },
    async (url) => {
      const query = { format: 'markdown' }
      return textOf(url, MARKDOWN, String(await callRoute(session, routeOf('GET /report'), { query })))
    },
  )
  addList(server, {
    kind: 'scenarios',
    title: 'A ready scenario',
    mimeType: JSON_TYPE,
    names: readyScenarios().map(({ name }) => name),
    read: async (name) => JSON.stringify(await loadReady(name), undefined, 1),
  })
  addList(server, {
    kind: 'operations',
    title: 'The operations of an interface',
    mimeType: MARKDOWN,
    names: INTERFACES,
    read: async (name) =>
      operationIndex
        .filter((operation) => operation.interface === name)
        .map(({ id, method, path }) => `- \`${id}\`: ${method} ${path}`)
        .join('\n'),
  })
  const { pages } = session
  if (pages.paths.length > 0)
    addList(server, {
      kind: 'docs',
      title: 'A page of the documentation',
      mimeType: MARKDOWN,
      names: pages.paths,
      read: (name) => pages.read(name),
    })
}

interface NamedTexts {
  readonly kind: string
  readonly title: string
  readonly mimeType: string
  readonly names: readonly string[]
  readonly read: (name: string) => Promise<string>
}

/** Texts of one kind, which the template of an address selects by name. Any other name is refused. */
function addList(server: McpServer, { kind, title, mimeType, names, read }: NamedTexts): void {
  const template = new ResourceTemplate(`reqsim://${kind}/{+name}`, {
    list: async () => ({
      resources: names.map((name) => ({
        name: `${kind}/${name}`,
        uri: `reqsim://${kind}/${name}`,
        mimeType,
      })),
    }),
    complete: { name: (begun) => names.filter((name) => name.startsWith(begun)) },
  })
  server.registerResource(`${kind} by name`, template, { title, mimeType }, async (url, { name }) => {
    const wanted = String(name)
    if (!names.includes(wanted))
      throw new ResourceNotFoundError(
        url.href,
        `no ${quoted(wanted)} in ${kind}: ${suggestionFor(wanted, names, 'resources/list has the names')}`,
      )
    return textOf(url, mimeType, await read(wanted))
  })
}

function textOf(url: URL, mimeType: string, text: string) {
  return { contents: [{ uri: url.href, mimeType, text }] }
}

function describeRoute({
  method,
  path,
  summary,
  details,
  body,
  status,
  responseNote: response,
}: (typeof controlRoutes)[number]) {
  const more = details === undefined ? '' : ` ${details}`
  const sent = body === undefined ? '' : `\nBody, for example: \`${JSON.stringify(body.example)}\``
  return `## ${method} ${path}\n\n${summary}.${more}${sent}\nReturns ${status}: ${response}`
}
