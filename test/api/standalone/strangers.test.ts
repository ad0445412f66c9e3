/** Callers who may read nothing in an application get 403 for what it has and for what it lacks, at both addresses (A27). */
import { expect, test } from 'vitest'
import { startClient } from '../../support/client.ts'

test.each([
  ['/applications/101/containers/ID', '/containers/ID?applicationId=101', '1001'],
  ['/applications/101/projects/ID/variants', '/variants?applicationId=101&projectContainerId=ID', '1001'],
  ['/applications/101/projects/1001/variants/ID', '/variants/ID?applicationId=101', '5001'],
  [
    '/applications/101/projects/ID/variants/current/requirements',
    '/requirements?applicationId=101&projectContainerId=ID',
    '1001',
  ],
])('%s and %s', async (first, second, known) => {
  const client = await startClient()
  for (const address of [first, second]) {
    const statusOf = async (id: string, token: string) =>
      (await client.get(`/api${address.replace('ID', id)}`, { token })).status
    expect([address, await statusOf(known, 'tok-eve'), await statusOf('999999', 'tok-eve')]).toEqual([
      address,
      403,
      403,
    ])
    expect([address, await statusOf(known, 'tok-bob'), await statusOf('999999', 'tok-bob')]).toEqual([
      address,
      200,
      404,
    ])
  }
})
