/** A request as a program with `fetch`, a module for Node or a page. */
import { type FormPart, type SnippetRequest, TOKEN } from './request.ts'

export function fetchSnippet({ method, url, headers, credential, body, notes }: SnippetRequest): string {
  const isBodyless = method === 'GET' || method === 'HEAD'
  const sent = isBodyless ? undefined : body
  const readsFiles =
    sent?.kind === 'file' || (sent?.kind === 'form' && sent.parts.some((part) => 'file' in part))
  const named = Object.entries(headers).map(([name, value]) => `    ${text(name)}: ${text(value)},`)
  if (credential !== undefined)
    named.push(
      `    ${text(credential.header)}: ${credential.scheme === '' ? 'token' : `\`${credential.scheme}\${token}\``},`,
    )
  const options = [
    `  method: ${text(method)},`,
    ...(named.length === 0 ? [] : ['  headers: {', ...named, '  },']),
    ...(sent === undefined
      ? []
      : sent.kind === 'text'
        ? [`  body: ${text(sent.text)},`]
        : sent.kind === 'file'
          ? [`  body: await openAsBlob(${text(sent.file)}),`]
          : ['  body: form,']),
  ]
  return [
    ...notes.map((note) => `// ${note}`),
    ...(body !== undefined && isBodyless ? [`// fetch sends no body with ${method}.`] : []),
    ...(readsFiles ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    ...(credential === undefined ? [] : [`const token = ${text(credential.token ?? TOKEN)}`]),
    ...(sent?.kind === 'form' ? ['const form = new FormData()', ...sent.parts.map(appended)] : []),
    `const response = await fetch(${text(url)}, {`,
    ...options,
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function appended(part: FormPart): string {
  if ('value' in part) return `form.append(${text(part.name)}, ${text(part.value)})`
  const blob = `await openAsBlob(${text(part.file)}, { type: ${text(part.type)} })`
  return `form.append(${text(part.name)}, ${blob}, ${text(part.fileName)})`
}

function text(value: string): string {
  return /['\\\p{Cc}\u2028\u2029]/u.test(value) ? JSON.stringify(value) : `'${value}'`
}
