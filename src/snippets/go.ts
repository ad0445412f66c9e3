/** A request as a program of Go with its standard library: `go run send.go` runs it. */
import { type FormPart, type SnippetBody, type SnippetRequest, TOKEN } from './request.ts'

export function goSnippet({ method, url, headers, credential, body, notes }: SnippetRequest): string {
  const named = Object.entries(headers).map(([name, value]) => header(name, text(value)))
  if (body?.kind === 'form') named.push(header('Content-Type', 'form.FormDataContentType()'))
  if (credential !== undefined)
    named.push(
      header(credential.header, credential.scheme === '' ? 'token' : `${text(credential.scheme)}+token`),
    )
  const { imports, before, reader } = bodyOf(body)
  return [
    ...notes.map((note) => `// ${note}`),
    'package main',
    '',
    'import (',
    ...['fmt', 'io', 'net/http', ...imports].toSorted().map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(credential === undefined ? [] : [`\ttoken := ${text(credential.token ?? TOKEN)}`]),
    ...before,
    // Go refuses a stray percent sign.
    `\trequest, err := http.NewRequest(${text(method)}, ${text(url.replaceAll(/%(?![\da-f]{2})/gi, '%25'))}, ${reader})`,
    '\tcheck(err)',
    ...named,
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tcheck(err)',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tcheck(err)',
    '\tfmt.Println(response.StatusCode, string(text))',
    '}',
    '',
    'func check(err error) {',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '}',
  ].join('\n')
}

const header = (name: string, value: string): string => `\trequest.Header.Set(${text(name)}, ${value})`

interface Body {
  readonly imports: readonly string[]
  /** The statements that make it. */
  readonly before: readonly string[]
  /** The expression that is sent. */
  readonly reader: string
}

function bodyOf(body: SnippetBody | undefined): Body {
  if (body === undefined) return { imports: [], before: [], reader: 'nil' }
  if (body.kind === 'text')
    return { imports: ['strings'], before: [], reader: `strings.NewReader(${text(body.text)})` }
  if (body.kind === 'file')
    return {
      imports: ['bytes', 'os'],
      before: [`\tcontent, err := os.ReadFile(${text(body.file)})`, '\tcheck(err)'],
      reader: 'bytes.NewReader(content)',
    }
  const hasFiles = body.parts.some((part) => 'file' in part)
  return {
    imports: ['bytes', 'mime/multipart', ...(hasFiles ? ['net/textproto', 'os'] : [])],
    before: [
      '\tvar body bytes.Buffer',
      '\tform := multipart.NewWriter(&body)',
      ...body.parts.flatMap(partLines),
      '\tcheck(form.Close())',
    ],
    reader: '&body',
  }
}

/** A part with a type of its own needs its header written: `CreateFormFile` knows one type only. */
function partLines(part: FormPart): readonly string[] {
  if ('value' in part) return [`\tcheck(form.WriteField(${text(part.name)}, ${text(part.value)}))`]
  const { name, file, fileName, type } = part
  return [
    '\t{',
    '\t\tpart, err := form.CreatePart(textproto.MIMEHeader{',
    `\t\t\t"Content-Disposition": {${text(`form-data; name="${name}"; filename="${fileName}"`)}},`,
    `\t\t\t"Content-Type":        {${text(type)}},`,
    '\t\t})',
    '\t\tcheck(err)',
    `\t\tcontent, err := os.ReadFile(${text(file)})`,
    '\t\tcheck(err)',
    '\t\t_, err = part.Write(content)',
    '\t\tcheck(err)',
    '\t}',
  ]
}

/** The escapes of JSON are those of Go, whose sources have no byte order mark but at their start. */
function text(value: string): string {
  return JSON.stringify(value.toWellFormed()).replaceAll('\uFEFF', String.raw`\ufeff`)
}
