/** The operations that serve the OpenAPI description of each interface (service §9.7). */
import { z } from '../framework/zod.ts'
import { assumptions } from '../framework/assumptions.ts'
import { openApiDocument } from './document.ts'
import { always, type Context, operation, type Operation, type Shape } from '../framework/operation.ts'
import * as ledger from '../framework/ledger-names.ts'
import { INTERFACE_DESCRIPTIONS, type InterfaceName, INTERFACES } from '../framework/interfaces.ts'

const descriptionShape: Shape = {
  name: 'OpenApiDescription',
  schema: () =>
    z.looseObject({
      openapi: z.string(),
      info: z.looseObject({ title: z.string(), version: z.string() }),
      paths: z.record(z.string(), z.looseObject({})),
    }),
  example: { openapi: '3.0.3', info: { title: 'Wiki-embedded API', version: '1' }, paths: {} },
}

/** One operation for each interface. `all` lists every operation, these included, when a description is read. */
export function descriptionOperations(all: () => readonly Operation[]): Operation[] {
  return INTERFACES.map((name) => descriptionOperation(name, all))
}

function descriptionOperation(name: InterfaceName, all: () => readonly Operation[]): Operation {
  const { title, credentials } = INTERFACE_DESCRIPTIONS[name]
  const hosted = credentials === 'hosted-headers'
  // Always the same list, so that its document is cached.
  let own: readonly Operation[] | undefined
  const listed = (context: Context) => {
    // The description of a hosted product lists the embedded operations if its addresses serve them.
    if (hosted ? context.choose(ledger.embeddedAtHostedAddresses) !== 'off' : context.addressed === name)
      return all()
    own ??= all().filter((each) => each.interface === name)
    return own
  }
  return operation({
    id: `${name}.openapi.read`,
    interface: name,
    group: 'OpenAPI description',
    summary: `Reads the OpenAPI description of the ${title}.`,
    method: 'GET',
    path: credentials === 'site-session' ? '/openapi' : '/v3/api-docs',
    stability: 'internal',
    provenance: 'documented',
    permission: { words: 'none', assumed: true },
    anonymous: true,
    section: '9.7',
    success: { description: 'The description, as OpenAPI 3.0.3.', shape: descriptionShape },
    assumptions: hosted ? [...always('A46'), 'A48'] : always('A46'),
    authorise: () => undefined,
    handle: (_input, context) =>
      openApiDocument(context.addressed, listed(context), { baseUrls: [context.baseUrl], assumptions }),
  })
}
