/** The operations by which each interface serves its own OpenAPI description (service §9.7). */
import { z } from '../framework/zod.ts'
import { assumptions } from '../framework/assumptions.ts'
import type { AssumptionId } from '../framework/assumptions.ts'
import { openApiDocument } from './document.ts'
import { operation } from '../framework/operation.ts'
import type { Context, Operation, Shape } from '../framework/operation.ts'
import { INTERFACE_DESCRIPTIONS } from '../framework/surface.ts'
import type { InterfaceName } from '../framework/surface.ts'

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

/**
 * One operation for each interface. `all` answers every operation of the simulator, these included; it is called when a
 * description is read, not before.
 */
export function descriptionOperations(all: () => readonly Operation[]): Operation[] {
  return [
    descriptionOperation('standalone', '/v3/api-docs', ['A46'], (context) =>
      described('standalone', all(), context),
    ),
    descriptionOperation('wiki', '/openapi', ['A46'], (context) => described('wiki', all(), context)),
    descriptionOperation('tracker', '/openapi', ['A46'], (context) => described('tracker', all(), context)),
    hostedDescription('hosted-wiki', all),
    hostedDescription('hosted-tracker', all),
  ]
}

/** Hosted addresses list the embedded operations too, as long as they answer them. */
function hostedDescription(
  name: 'hosted-wiki' | 'hosted-tracker',
  all: () => readonly Operation[],
): Operation {
  let own: readonly Operation[] | undefined
  return descriptionOperation(name, '/v3/api-docs', ['A46', 'A48'], (context) => {
    if (context.assume('A48') !== 'off') return described(name, all(), context)
    own ??= all().filter((operation) => operation.interface === name)
    return described(name, own, context)
  })
}

function described(name: InterfaceName, operations: readonly Operation[], context: Context): object {
  return openApiDocument(name, operations, { baseUrls: [context.baseUrl], assumptions })
}

function descriptionOperation(
  name: InterfaceName,
  path: string,
  leansOn: readonly AssumptionId[],
  describe: (context: Context) => object,
): Operation {
  return operation({
    id: `${name}.openapi.read`,
    interface: name,
    group: 'OpenAPI description',
    summary: `Reads the OpenAPI description of the ${INTERFACE_DESCRIPTIONS[name].title}.`,
    method: 'GET',
    path,
    stability: 'internal',
    provenance: 'documented',
    permission: { words: 'none', assumed: true },
    anonymous: true,
    section: '9.7',
    success: { description: 'The description, as OpenAPI 3.0.3.', shape: descriptionShape },
    assumptions: leansOn,
    authorise: () => undefined,
    handle: (_input, context) => {
      context.assume('A46')
      return { status: 200, body: describe(context) }
    },
  })
}
