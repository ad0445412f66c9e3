import { describe, expect, test } from 'vitest'
import { startClient } from '../../support/client.ts'
import { harFormat } from './har-format.ts'

describe('the archive', () => {
  test('is HAR 1.2, whatever was exchanged', async () => {
    const client = await startClient()
    const { simulator } = client
    await client.get('/api/applications?organizationId=1&text=%20a+b&lone=%')
    await client.get('http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001', {
      headers: { 'x-many': 'a', host: 'wiki.sim' },
    })
    await client.call('PUT', '/wiki/rest/reqs/1/requirement2/ENG', {
      token: 'tok-admin',
      body: [{ key: 'REQ-002', htmlExcerpt: 'Grüße' }],
    })
    await client.get('/nowhere at all')
    await client.call('HEAD', '/api/applications/101')
    await simulator.exchange({ method: 'GET', url: 'x:y', headers: { host: 'a b', accept: ['x', 'y'] } })
    simulator.faults.add({ operation: 'standalone.application.read', latency: '2s', slow: '500ms', times: 1 })
    await client.get('/api/applications/101')
    simulator.faults.add({ operation: 'standalone.application.read', drop: true, times: 1 })
    await simulator.exchange({ method: 'GET', url: '/api/applications/101', headers: {} })
    const har = JSON.parse(JSON.stringify(simulator.journal.har()))
    expect(harFormat.safeParse(har).error).toBeUndefined()
    expect(har.log.entries).toHaveLength(8)
  })

  test('over HTTP', async () => {
    const client = await startClient()
    await client.get('/api/applications/101')
    await client.get('/api/applications/101', { headers: { 'x-sim-world': 'other' } })
    const all = await client.get('/_sim/journal?format=har')
    expect(all.body).toEqual(JSON.parse(JSON.stringify(client.simulator.journal.har())))
    const one = await client.get('/_sim/journal?format=har&world=other')
    expect(one.body.log.entries.map(({ _world }: { _world: string }) => _world)).toEqual(['other'])
    const filters =
      'world=other&operation=standalone.application.read&status=200&method=GET&path=/api/applications/101' +
      '&user=alice&unmatched=false&faulted=false&since=1'
    const filtered = await client.get(`/_sim/journal?format=har&${filters}`)
    expect(filtered.body).toEqual(one.body)
  })
})
