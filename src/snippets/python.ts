/** A request as a program of Python with `requests`. */
import { type FormPart, type SnippetBody, type SnippetRequest, TOKEN } from './request.ts'

export function pythonSnippet({ method, url, headers, credential, body, notes }: SnippetRequest): string {
  const named = Object.entries(headers).map(([name, value]) => `        ${text(name)}: ${text(value)},`)
  if (credential !== undefined)
    named.push(
      `        ${text(credential.header)}: ${credential.scheme === '' ? 'token' : `f"${credential.scheme}{token}"`},`,
    )
  return [
    ...notes.map((note) => `# ${note}`),
    'import requests',
    '',
    ...(credential === undefined ? [] : [`token = ${text(credential.token ?? TOKEN)}`]),
    'response = requests.request(',
    `    ${text(method)},`,
    `    ${text(url)},`,
    ...(named.length === 0 ? [] : ['    headers={', ...named, '    },']),
    ...(body === undefined ? [] : bodyLines(body)),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}

function bodyLines(body: SnippetBody): readonly string[] {
  // As text, the library would send it in Latin-1.
  if (body.kind === 'text') return [`    data=${text(body.text)}.encode(),`]
  if (body.kind === 'file') return [`    data=open(${text(body.file)}, "rb"),`]
  return ['    files=[', ...body.parts.map((part) => `        ${partOf(part)},`), '    ],']
}

function partOf(part: FormPart): string {
  if ('value' in part) return `(${text(part.name)}, (None, ${text(part.value)}))`
  const { name, fileName, file, type } = part
  return `(${text(name)}, (${text(fileName)}, open(${text(file)}, "rb"), ${text(type)}))`
}

/** The escapes of JSON are those of Python. */
function text(value: string): string {
  return JSON.stringify(value.toWellFormed())
}
