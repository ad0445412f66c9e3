/** A request as a line for a shell. */
import type { ExchangeRequest } from '../api/framework/exchange.ts'
import { quoted } from './shell.ts'
import { type FormPart, type SnippetBody, type SnippetRequest, TOKEN } from './request.ts'

/** The default address of `reqsim serve`. */
const DEFAULT_URL = 'http://127.0.0.1:4010'

/** Headers with a variable of the shell in the place of what they hold, in double quotes. */
export type HeaderVariables = ReadonlyMap<string, string>

/** The line that sends the same request; a path is one of the one port. `variables` stand for the values of headers. */
export function curlOf(
  { method, url, headers, body }: ExchangeRequest,
  variables: HeaderVariables = new Map(),
): string {
  const address = url.startsWith('/') ? DEFAULT_URL + url : url
  const text = typeof body === 'object' ? new TextDecoder().decode(body) : body
  const options = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => {
      const variable = variables.get(name)
      return `-H ${variable === undefined ? quoted(`${name}: ${each}`) : `"${name}: ${variable}"`}`
    }),
  )
  return lineOf(method, address, options, text === undefined ? [] : [`--data-raw ${quoted(text)}`])
}

/** The request with `curl`, after a comment. */
export function curlSnippet({ method, url, headers, credential, body, notes }: SnippetRequest): string {
  const all = {
    ...headers,
    ...(credential && { [credential.header]: `${credential.scheme}${credential.token ?? TOKEN}` }),
  }
  const options = Object.entries(all).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  // Without the header, curl would say that a body is a form.
  const isUntyped =
    body?.kind === 'text' && !Object.keys(headers).some((name) => /^content-type$/i.test(name))
  const line = lineOf(
    method,
    url,
    isUntyped ? [...options, "-H 'Content-Type:'"] : options,
    body === undefined ? [] : dataOptions(body),
  )
  return [...notes.map((note) => `# ${note}`), line].join('\n')
}

function lineOf(method: string, url: string, options: readonly string[], data: readonly string[]): string {
  // A body alone would make it a POST, or the HEAD an error.
  const implied = data.length === 0 && (method === 'GET' || method === 'HEAD')
  const verb = implied
    ? method === 'HEAD'
      ? ['-I']
      : []
    : [`-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`]
  return ['curl', ...verb, ...options, ...data, quoted(url)].join(' ')
}

function dataOptions(body: SnippetBody): readonly string[] {
  if (body.kind === 'text') return [`--data-raw ${quoted(body.text)}`]
  if (body.kind === 'file') return [`--data-binary ${quoted(`@${body.file}`)}`]
  return body.parts.map(formOption)
}

function formOption(part: FormPart): string {
  if ('value' in part) return `--form-string ${quoted(`${part.name}=${part.value}`)}`
  const { name, file, fileName, type } = part
  const sent = fileName === file ? '' : `;filename="${fileName.replaceAll(/["\\]/g, '\\$&')}"`
  return `-F ${quoted(`${name}=@${file}${sent};type=${type}`)}`
}
