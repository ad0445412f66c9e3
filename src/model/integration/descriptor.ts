/** The descriptor of an integration: where its tracker is reached (service §2.4). */

/** What a descriptor says of a tracker at an address, unless somebody says otherwise. */
export function descriptorOf(baseUrl: string) {
  const address = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl
  return {
    status: 'ACTIVE' as const,
    displayUrl: address,
    rpcUrl: address,
    endpoint: `${address}/rest/reqs/1`,
  }
}
