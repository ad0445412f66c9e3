/** The example of an operation as a program in each language, to run against the demo. */
import type { Operation } from '../api/framework/operation.ts'
import { exampleRequest } from '../api/openapi/example-request.ts'
import { snippetOf, type SnippetLanguage } from '../snippets/snippet.ts'

/** Where `reqsim serve` listens by default. */
const SERVER = 'http://127.0.0.1:4010'

/** The program sends the example to a new demo on the default port. */
export function operationRequest(operation: Operation, language: SnippetLanguage): string {
  const { method, url, headers, credential, body } = exampleRequest(operation, ({ path }) => SERVER + path)
  const { 'content-type': type, 'x-base-url': site } = headers
  return snippetOf(language, {
    method,
    url,
    headers: {
      ...(site === undefined ? {} : { 'X-Base-Url': site }),
      ...(type === undefined ? {} : { 'Content-Type': type }),
    },
    ...(operation.anonymous === true
      ? {}
      : {
          credential: {
            header: credential.header === 'x-api-key' ? ('X-Api-Key' as const) : ('Authorization' as const),
            scheme: credential.scheme,
            token: credential.token,
          },
        }),
    ...(body === undefined ? {} : { body: { kind: 'text' as const, text: body } }),
    notes: neededFirst(operation),
  })
}

/** What the example needs on a new demo. */
function neededFirst({ exampleAfter = [] }: Operation): readonly string[] {
  return exampleAfter.map(({ operation, parameters = {} }) => {
    const names = Object.keys(parameters)
    return names.length === 0
      ? `Call ${operation} first.`
      : `Call ${operation} first, and write the ${names.join(' and ')} of its response into the address.`
  })
}
