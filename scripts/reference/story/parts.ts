// The pieces of a page that tells a story: requests that can be copied, answers, tables of what was where when.

import { table } from '../../../src/docs/markdown.ts'
import { clockTime } from './diagram.ts'
import { headersOf, type Facts, type StoryRequest, type Told } from './record.ts'

/** Where a served simulator is, as all pages write it. */
const SERVED = 'http://127.0.0.1:4010'
const LINE = 100

/** The request as a command, and what it answered. */
export function exchangeBlocks({ request, shown }: Told): string {
  const answer = shown === undefined ? [] : [fenced('json', laidOut(shown))]
  return [fenced('sh', curlOf(request)), ...answer].join('\n\n')
}

/** The command alone, for requests that were shown before. */
export function commandBlock({ request }: Told): string {
  return fenced('sh', curlOf(request))
}

export function diagramBlock(diagram: string): string {
  return fenced('mermaid', diagram)
}

/** The command that sends a request. Throws for a body that a shell would not read as it is. */
function curlOf(request: StoryRequest): string {
  const { method, path, body } = request
  const address = /[?&]/.test(path) ? `'${SERVED}${path}'` : `${SERVED}${path}`
  const headers = Object.entries(headersOf(request)).map(([name, value]) => `-H '${name}: ${value}'`)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${address}`,
    headers.join(' '),
    ...(body === undefined ? [] : [`-d '${bodyText(body)}'`]),
  ]
  const line = parts.join(' ')
  return line.length <= LINE ? line : parts.join(' \\\n  ')
}

function bodyText(body: object): string {
  const text = laidOut(body)
  if (text.includes("'")) throw new Error(`a body with a quote cannot be shown as a command: ${text}`)
  return text
}

/** JSON in which whatever fits into a line has one. */
function laidOut(value: unknown, indent = ''): string {
  const text = JSON.stringify(value, null, 1).replaceAll(/\s*\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + text.length <= LINE) return text
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => laidOut(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${laidOut(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${close}`
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}

/** What there is to know after each step that changed something: when it was, and the cells of that moment. */
export function courseTable(
  headings: readonly string[],
  chapter: readonly Told[],
  cells: (facts: Facts) => readonly string[],
): string {
  const rows = chapter
    .filter(({ request }) => request.method !== 'GET')
    .map(({ request, at, after }) => [clockTime(at), request.label, ...cells(after)])
  return table(['Clock', 'What happened', ...headings], rows)
}
