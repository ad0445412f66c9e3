/** A request as a program of Java with the `HttpClient` of its library: `java SendRequest.java` runs it. */
import { type FormPart, type SnippetBody, type SnippetRequest, TOKEN } from './request.ts'

/** Separates the parts of a form; the files beside the snippet do not contain it. */
const BOUNDARY = 'boundary-of-reqsim-snippet'

export function javaSnippet({ method, url, headers, credential, body, notes }: SnippetRequest): string {
  const named = Object.entries(headers).map(([name, value]) => header(name, text(value)))
  if (body?.kind === 'form')
    named.push(header('Content-Type', text(`multipart/form-data; boundary=${BOUNDARY}`)))
  if (credential !== undefined)
    named.push(
      header(credential.header, credential.scheme === '' ? 'token' : `${text(credential.scheme)} + token`),
    )
  const readsFiles =
    body?.kind === 'file' || (body?.kind === 'form' && body.parts.some((part) => 'file' in part))
  return [
    ...notes.map((note) => `// ${note}`),
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(readsFiles ? ['import java.nio.file.Path;'] : []),
    '',
    'public class SendRequest {',
    '  public static void main(String[] arguments) throws Exception {',
    ...(credential === undefined ? [] : [`    String token = ${text(credential.token ?? TOKEN)};`]),
    // Java refuses a stray percent sign.
    `    HttpRequest request = HttpRequest.newBuilder(URI.create(${text(url.replaceAll(/%(?![\da-f]{2})/gi, '%25'))}))`,
    `        .method(${text(method)}, ${publisher(body)})`,
    ...named,
    '        .build();',
    '    HttpResponse<String> response =',
    '        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n')
}

const header = (name: string, value: string): string => `        .header(${text(name)}, ${value})`

function publisher(body: SnippetBody | undefined): string {
  if (body === undefined) return 'HttpRequest.BodyPublishers.noBody()'
  if (body.kind === 'text') return ofString(body.text)
  if (body.kind === 'file') return ofFile(body.file)
  const parts = [...body.parts.flatMap(published), ofString(`--${BOUNDARY}--\r\n`)]
  return `HttpRequest.BodyPublishers.concat(\n            ${parts.join(',\n            ')})`
}

function published(part: FormPart): readonly string[] {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part.name}"`
  if ('value' in part) return [ofString(`${head}\r\n\r\n${part.value}\r\n`)]
  const { file, fileName, type } = part
  return [
    ofString(`${head}; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`),
    ofFile(file),
    ofString('\r\n'),
  ]
}

const ofString = (value: string): string => `HttpRequest.BodyPublishers.ofString(${text(value)})`
const ofFile = (file: string): string => `HttpRequest.BodyPublishers.ofFile(Path.of(${text(file)}))`

/** Compilers read a source in the encoding of their system, so it is ASCII. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
