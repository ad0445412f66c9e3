/** The example of every operation at the addresses of either region, and a world whose regions have changed places. */
import { expect } from 'vitest'
import type { Operation } from '../../src/api/framework/operation.ts'
import type { InterfaceName } from '../../src/api/framework/interfaces.ts'
import { exportWorld, type WorldDocument } from '../../src/world/transfer.ts'
import { type Client, clientOf, startClient } from './client.ts'
import { type ExampleRequest, exampleRequest } from './examples.ts'
import { hostedHeaders, SITES } from './hosted.ts'

export type Region = 'eu' | 'us'
export const REGIONS = ['eu', 'us'] as const
export const otherRegion = (region: Region): Region => (region === 'eu' ? 'us' : 'eu')

/** What a request to an address of one region has before the path of the one-port layout. */
const ADDRESS_OF: Readonly<Record<InterfaceName, (path: string, region: Region) => string>> = {
  standalone: (path, region) => `/${region}${path}`,
  // The embedded operations are of a region through the hosted addresses.
  wiki: (path, region) => `/${region}${path}`,
  tracker: (path, region) => `/${region}${path}`,
  'hosted-wiki': (path, region) => path.replace(/^\/eu/, `/${region}`),
  'hosted-tracker': (path, region) => path.replace(/^\/eu/, `/${region}`),
}

/** The example of an operation at a region, as the caller that it is for or with another token. */
export function exampleAt(operation: Operation, region: Region, token?: string): ExampleRequest {
  const request = exampleRequest(operation)
  const path = ADDRESS_OF[operation.interface](request.path, region)
  const { authorization = '', 'x-api-key': key, 'x-base-url': _, ...headers } = request.headers
  const sent = token ?? key ?? authorization.slice('Bearer '.length)
  if (operation.interface === 'standalone')
    return { ...request, path, headers: { ...headers, authorization: `Bearer ${sent}` } }
  const product = operation.interface.endsWith('wiki') ? 'wiki' : 'tracker'
  return { ...request, path, headers: { ...headers, ...hostedHeaders(sent, SITES[product]) } }
}

/** The demo with all that one region holds in the other. */
export async function startSwapped(): Promise<Client> {
  const client = await startClient()
  const body = JSON.stringify(swapped(exportWorld(client.simulator.world)))
  const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
  const { status } = await client.simulator.exchange({ method: 'POST', url: '/_sim/import', headers, body })
  expect(status).toBe(200)
  return clientOf(client.simulator)
}

function swapped(document: WorldDocument): WorldDocument {
  const { eu = {}, us = {}, system = {} } = document.stores
  const job = (system['job'] ?? []).map((record) => {
    const { region } = record as { region: Region }
    return { ...record, region: otherRegion(region) }
  })
  return { ...document, stores: { eu: us, us: eu, system: { ...system, job } } }
}
