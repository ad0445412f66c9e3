/** `reqsim openapi`: writes the OpenAPI description of an interface or the control API, as the server also serves it. */
import { writeFileSync } from 'node:fs'
import { assumptions } from '../../api/framework/assumptions.ts'
import { loadSchemas } from '../../api/framework/zod.ts'
import { type DocumentName, openApiDocument } from '../../api/openapi/document.ts'
import { operations } from '../../api/operations.ts'
import { ADDRESSES } from '../../api/framework/interfaces.ts'
import { controlDocument } from '../../control/openapi/document.ts'
import { controlRoutes } from '../../control/routes.ts'
import { VERSION } from '../../version.ts'
import { fileProblem, ToolFailure } from '../../replay/failure.ts'

/** The default address of `serve`. */
const DEFAULT_URL = 'http://127.0.0.1:4010'

/** Writes the document as indented JSON to a file, or to the standard output. */
export async function runOpenapi(
  name: DocumentName | 'control',
  options: { readonly out?: string },
): Promise<void> {
  await loadSchemas()
  const document =
    name === 'control'
      ? controlDocument(controlRoutes, { origin: DEFAULT_URL, version: VERSION })
      : openApiDocument(name, operations, { baseUrls: baseUrlsOf(name), version: VERSION, assumptions })
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (options.out === undefined) {
    process.stdout.write(text)
    return
  }
  try {
    writeFileSync(options.out, text)
  } catch (error) {
    throw new ToolFailure(1, fileProblem('write', options.out, error))
  }
}

/** Hosted addresses contain their region. That of the standalone interface has the same operations. */
function baseUrlsOf(name: DocumentName): string[] {
  const surface = name === 'hosted-standalone' ? 'standalone' : name
  const hosted = name.startsWith('hosted-')
  return ADDRESSES.filter(
    (address) => address.interface === surface && /^\/(?:eu|us)\//.test(address.path) === hosted,
  ).map(({ path }) => `${DEFAULT_URL}${path}`)
}
