/** A whole world as one JSON document, out and in, or as a scenario. */
import * as z from 'zod'
import { string } from '../../api/framework/parameter.ts'
import { invalid } from '../../model/input/errors.ts'
import { MAXIMUM_NAME_LENGTH } from '../../model/input/names.ts'
import { REGIONS } from '../../model/schema.ts'
import { exportWorld } from '../../world/transfer.ts'
import { tablesOf, type World } from '../../world/world.ts'
import { MAXIMUM_IMPORT_BYTES } from '../limits.ts'
import { controlRoute, routesOf } from '../route.ts'
import { importCheckedWorld } from '../../simulator/world-import.ts'
import { once } from '../../world/once.ts'
import { describeClock } from './clock.ts'
import { changedWorldResponse, savedScenarioResponse, worldDocumentResponse } from '../responses/worlds.ts'

/** Nearly what a world and each of its records take in memory, so that many imports do not fill it with the past. */
const BYTES_PER_WORLD = 100_000
const BYTES_PER_RECORD = 1000
/** In characters; it is part of an address. */
const MAXIMUM_DESCRIPTION_LENGTH = 2000

const documentShape = once(() => z.record(z.string(), z.unknown()))

export const transferRoutes = routesOf('Export and import', [
  controlRoute({
    id: 'exportWorld',
    method: 'GET',
    path: '/export',
    summary: 'Export the addressed world',
    details:
      'Holds the hashes of passwords, tokens and sessions, so that they still work after an import; never the values.',
    returns: worldDocumentResponse,
    responseNote: 'The records of every table of every region and of the world itself.',
    handle: (_input, { world }) => exportWorld(world()),
  }),
  controlRoute({
    id: 'saveScenario',
    method: 'GET',
    path: '/export/scenario',
    summary: 'Save the addressed world as a scenario',
    details:
      'The scenario starts at the present instant of the world, and is loaded once to find what it lacks; never for pages of other origins. Passwords, tokens and sessions get new values, because a world holds only hashes.',
    query: {
      name: string({
        description: 'The name of the scenario; that of the loaded one with `-saved` by default.',
        example: 'monday',
        maximumLength: MAXIMUM_NAME_LENGTH,
      }),
      description: string({
        description: 'What the scenario is for; none when absent.',
        example: 'The state before the demo on Monday',
        maximumLength: MAXIMUM_DESCRIPTION_LENGTH,
      }),
    },
    sameOrigin: true,
    returns: savedScenarioResponse,
    responseNote:
      "`text` is YAML, with comments that say the same as the other fields. `unsaved` lists, by table, records of the world that are `absent` from the file, `different` in `fields`, or `additional` in the file's world. `renewed` counts the new credentials.",
    refusals: { 409: 'The world makes a longer file than a scenario may be.' },
    handle: async ({ query }, { host, world }) => {
      if (query.name === '') {
        const rule = `a scenario has a name of 1 to ${MAXIMUM_NAME_LENGTH} characters, or leave the parameter out`
        throw invalid("query parameter 'name'", query.name, rule)
      }
      const { saveScenario } = await import('../on-demand.ts')
      return saveScenario(world(), query.name ?? `${host.loaded().name}-saved`, query.description)
    },
  }),
  controlRoute({
    id: 'importWorld',
    method: 'POST',
    path: '/import',
    summary: 'Import a world in place of the addressed one',
    details: 'Every field and reference of every record is checked before anything changes.',
    body: {
      shape: documentShape,
      example: {
        format: 'reqsim.world',
        version: 1,
        seed: '1',
        clock: { now: 0, start: 0, mode: 'manual', speed: 1 },
        stores: {},
      },
      maximumBytes: MAXIMUM_IMPORT_BYTES,
    },
    returns: changedWorldResponse,
    refusals: { 400: 'The document is not a world; the message names the place of the error.' },
    handle: ({ body }, { host, world, worldName }) => {
      const imported = importCheckedWorld(world().schema, body)
      host.worlds.restore(worldName, imported.snapshot(), bytesOf(imported))
      return { world: worldName, clock: describeClock(world()) }
    },
  }),
])

function bytesOf(world: World): number {
  let records = 0
  for (const region of REGIONS)
    for (const table of tablesOf(world.schema, region)) records += world.region(region).table(table).size
  return BYTES_PER_WORLD + BYTES_PER_RECORD * records
}
