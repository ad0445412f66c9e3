/** The simulators of a file of tests: one for what runs outside of tests, and a fork of it for each test. Loaded with the first request. */
import { getResponse } from 'msw'
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { handlers } from '../msw.ts'
import { withKnownCredential } from '../shared/known-credentials.ts'
import { acceptsCredentials, loadBase } from './base.ts'
import type { SetupOptions } from './options.ts'

/** Finds the simulator of the running test, given that of its file. */
export type SimulatorFor = (file: Simulator) => Simulator | Promise<Simulator>

export interface SimulatedFile {
  readonly sim: Simulator
  respond(request: Request): Promise<Response>
}

export async function openFile(options: SetupOptions, simulatorFor: SimulatorFor): Promise<SimulatedFile> {
  const { as, base, corsOrigin } = options
  const sim = await loadBase(options)
  const accepts = acceptsCredentials(options)
  const own = handlers(
    {
      checkAdapterOptions: (options) => sim.checkAdapterOptions(options),
      async exchange(request: ExchangeRequest, options) {
        const current = await simulatorFor(sim)
        return current.exchange(accepts ? withKnownCredential(request, current) : request, options)
      },
    },
    {
      ...(base !== undefined && { base }),
      ...(as !== undefined && { as: as as NonNullable<Parameters<typeof handlers>[1]>['as'] & string }),
      ...(corsOrigin !== undefined && { corsOrigin }),
    },
  )
  return {
    sim,
    async respond(request) {
      const response = await getResponse(own, request)
      if (response === undefined) throw new Error(`no handler for ${request.url.split('?', 1)[0]}`)
      return response
    },
  }
}
