import { expect, test } from 'vitest'
import { portAddress } from '../../../src/gateway/addresses/port-address.ts'

test.each([
  ['/wiki/rest/reqs/1/baseline/ENG?x=1', '/wiki/rest/reqs/1/baseline/ENG?x=1', 'wiki', 'eu'],
  ['http://wiki.sim/rest/reqs/1/x', '/wiki/rest/reqs/1/x', 'wiki', 'eu'],
  ['http://api.us.sim/api/applications', '/us/api/applications', 'standalone', 'us'],
  ['/_world/second/eu/api/applications', '/api/applications', 'standalone', 'eu'],
  ['http://tracker.us.cloud.sim/v3/api-docs', '/us/tracker/v3/api-docs', 'hosted-tracker', 'us'],
  ['/_world/second/nothing/here?a', '/nothing/here?a', undefined, 'eu'],
  ['/_sim/health', '/_sim/health', undefined, 'eu'],
])('%s leads to %s', (url, path, surface, region) => {
  expect(portAddress(url)).toEqual({ path, interface: surface, region })
})
