import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../../../src/index.ts'
import { MAXIMUM_STORED_BYTES } from '../../../../src/model/files/files.ts'
import { fileContents } from '../../../../src/model/records/service/files.ts'
import { grants } from '../../../../src/model/records/service/users.ts'
import { type Client, startClient } from '../../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const inWorkspaces = 'applicationId=103'
const headers = { authorization: 'Bearer tok-alice' }
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)

const fetchBytes = async (sim: Simulator, path: string, init: RequestInit = {}) => {
  const response = await sim.fetch(path, { headers, ...init })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('files', () => {
  test('keep bytes exactly, whichever way they come and go', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const blob = `/api/files/3101/upload/blob?${inWorkspaces}`
    const way = (form: string) => `/api/files/3101/download${form}?${inWorkspaces}`
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (random) => {
        const body = new Uint8Array([...everyByte, ...random])
        const put = { method: 'PUT', headers: { ...headers, 'content-type': 'image/png' }, body }
        expect((await fetchBytes(sim, blob, put)).response.status).toBe(200)
        const down = await fetchBytes(sim, way('/blob'))
        expect(down.response.headers.get('content-type')).toBe('image/png')
        expect(down.bytes).toEqual(body)
        const json = await (await sim.fetch(way(''), { headers })).json()
        expect(Uint8Array.from(atob(json.content), (unit) => unit.charCodeAt(0))).toEqual(body)
        expect(json).toMatchObject({ size: body.length, contentType: 'image/png', name: 'simulation.docx' })
      }),
      { numRuns: 20 },
    )
  })

  test('are made in workspaces, and are containers from then on', async () => {
    const body = {
      name: 'notes.txt',
      parentContainerId: 3001,
      content: 'aGVsbG8=',
      contentType: 'text/plain',
    }
    const made = await client.post(`/api/files?${inWorkspaces}`, body)
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'notes.txt', size: 5, contentType: 'text/plain' },
    })
    const { id } = made.body
    const container = await client.get(`/api/containers/${id}?${inWorkspaces}`)
    expect(container.body).toMatchObject({ type: 'FILE', fileName: 'notes.txt', parentContainerId: 3001 })
    expect((await client.post(`/api/files?${inWorkspaces}`, body)).status).toBe(409)
    await client.put(`/api/containers/${id}?${inWorkspaces}`, { name: 'renamed.txt' })
    expect((await client.get(`/api/files/${id}?${inWorkspaces}`)).body.name).toBe('renamed.txt')
    expect((await client.delete(`/api/containers/${id}?${inWorkspaces}`)).status).toBe(204)
    expect((await client.get(`/api/files/${id}?${inWorkspaces}`)).status).toBe(404)
    expect(client.simulator.state('fileContent', { containerId: id })).toEqual([])
  })

  test('hold nothing before something is uploaded', async () => {
    const { body } = await client.get(`/api/files/3101?${inWorkspaces}`)
    expect(body).not.toHaveProperty('size')
    for (const form of ['', '/blob', '/url'])
      expect((await client.get(`/api/files/3101/download${form}?${inWorkspaces}`)).status).toBe(404)
    const empty = await client.put(`/api/files/3101/upload/blob?${inWorkspaces}`)
    expect(empty.body).toMatchObject({ size: 0, contentType: 'application/octet-stream' })
    expect((await client.get(`/api/files/3101/download/blob?${inWorkspaces}`)).text).toBe('')
  })

  test('take the file of a form', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const form = new FormData()
    form.set('note', 'x')
    form.set('file', new Blob([everyByte], { type: 'image/gif' }), 'a"b\r\n.gif')
    const path = `/api/files/3101/upload/blob?${inWorkspaces}`
    const response = await sim.fetch(path, { method: 'PUT', headers, body: form })
    expect(await response.json()).toMatchObject({ size: 256, contentType: 'image/gif' })
    expect((await fetchBytes(sim, `/api/files/3101/download/blob?${inWorkspaces}`)).bytes).toEqual(everyByte)
  })

  test.each([
    [{ content: 'a' }, 400],
    [{ content: '====' }, 400],
    [{ content: 'aGVs bG8=' }, 400],
    [{ content: 'aGVsbG8=', contentType: 'text/plain\r\nSet-Cookie: a=b' }, 400],
    [{ content: 'aGVsbG8=', contentType: 'nonsense' }, 400],
    [{ content: 7 }, 400],
    [{}, 400],
  ])('refuse the content %j', async (body, status) => {
    expect((await client.put(`/api/files/3101/upload?${inWorkspaces}`, body)).status).toBe(status)
    expect(client.simulator.state('fileContent', { containerId: 3101 })).toEqual([])
  })

  test.each([
    [255, 200],
    [256, 400],
  ])('have a content type of up to 255 characters: %i is %i', async (length, status) => {
    const body = { content: 'aGVsbG8=', contentType: 'a/'.padEnd(length, 'b') }
    expect((await client.put(`/api/files/3101/upload?${inWorkspaces}`, body)).status).toBe(status)
  })

  test('are refused with a longer one in the header as well', async () => {
    const upload = async (length: number) => {
      const sent = { body: 'x', headers: { 'content-type': 'a/'.padEnd(length, 'b') } }
      return (await client.call('PUT', `/api/files/3101/upload/blob?${inWorkspaces}`, sent)).status
    }
    expect([await upload(255), await upload(256)]).toEqual([200, 400])
  })

  test('hold as much as is left by the others of their application, each counted once', async () => {
    const { world } = client.simulator
    const holds = (containerId: number, applicationId: number, size: number) => {
      const record = { containerId, applicationId, size, contentType: 'a/b', content: '', updatedAt: 0 }
      world.transact(() => world.region('eu').table(fileContents).put(record))
    }
    holds(3100, 103, MAXIMUM_STORED_BYTES - 5)
    holds(777, 101, MAXIMUM_STORED_BYTES)
    const upload = async (body: string) => {
      const { status, text } = await client.put(`/api/files/3101/upload/blob?${inWorkspaces}`, body, {
        headers: { 'content-type': 'a/b' },
      })
      return [status, status === 200 ? '' : text]
    }
    const refusal = [
      413,
      expect.stringMatching(/application 103 has 67108865 bytes of files: the maximum is 67108864/),
    ]
    expect(await upload('123456')).toEqual(refusal)
    expect(await upload('12345')).toEqual([200, ''])
    expect(await upload('abcde')).toEqual([200, ''])
    expect(await upload('abcdef')).toEqual(refusal)
    // A file that goes leaves its room to the others.
    await client.delete(`/api/containers/3100?${inWorkspaces}`)
    expect(await upload('abcdef')).toEqual([200, ''])
  })

  test('are in workspaces of standalone applications only', async () => {
    const file = { name: 'a', parentContainerId: 1100 }
    const elsewhere = await client.post('/api/files?applicationId=101', file)
    expect([elsewhere.status, elsewhere.body.message]).toEqual([
      400,
      expect.stringMatching(/'applicationId' '101': it is of type CONFLUENCE: name one of type STANDALONE/),
    ])
    // A container of another type is no file, and other applications have others.
    expect((await client.get(`/api/files/3001?${inWorkspaces}`)).status).toBe(404)
    expect((await client.get('/api/files/3100?applicationId=101')).status).toBe(404)
  })
})

describe('signed addresses', () => {
  const addressOf = async (sim: Simulator, purpose: string, base = '/api') => {
    const response = await sim.fetch(`${base}/files/3100/${purpose}/url?${inWorkspaces}`, { headers })
    return (await response.json()) as { url: string; method: string; expiresAt: string }
  }

  test('serve and take bytes without a credential until they expire', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const up = await addressOf(sim, 'upload')
    const down = await addressOf(sim, 'download', 'http://api.sim/api')
    expect([up.method, down.method]).toEqual(['PUT', 'GET'])
    expect(down.url).toMatch(/^http:\/\/api\.sim\/api\/file-transfers\//)
    const put = { method: 'PUT', headers: { 'content-type': 'a/b' }, body: everyByte }
    expect((await sim.fetch(up.url, put)).status).toBe(200)
    const got = await sim.fetch(down.url)
    expect(got.headers.get('content-type')).toBe('a/b')
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(everyByte)
    expect((await sim.fetch(down.url, put)).status).toBe(403)
    expect((await sim.fetch(up.url)).status).toBe(403)
    sim.clock.advance('899s')
    expect((await sim.fetch(down.url)).status).toBe(200)
    sim.clock.advance('1s')
    expect((await sim.fetch(down.url)).status).toBe(403)
    expect((await sim.fetch(up.url, put)).status).toBe(403)
  })

  test('cannot be made up', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const { url } = await addressOf(sim, 'download')
    const parts = /download-(\d+)-\d+-(\d+)-(\w+)/.exec(url) as string[]
    const [whole, id, expiresAt, signature] = parts as [string, string, string, string]
    for (const forged of [
      whole.replace(id, '3101'),
      whole.replace(expiresAt, `${Number(expiresAt) + 1}`),
      whole.replace(
        signature,
        signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      ),
      whole.replace('download', 'upload'),
      whole.replace(`${id}-2-`, `${id}-1-`),
      `x${whole}`,
      `${whole}0`,
      'download',
      '__proto__',
    ])
      expect((await sim.fetch(`/api/file-transfers/${forged}`)).status).toBe(403)
    // In the other region it means nothing.
    expect((await sim.fetch(`/us${url}`)).status).toBe(403)
    const other = await createSimulator({ scenario: 'demo', seed: 2 })
    expect((await other.fetch(url)).status).toBe(403)
  })

  test('lead to the world and host of the request', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const byHeader = await sim.exchange({
      method: 'GET',
      url: `/api/files/3100/download/url?${inWorkspaces}`,
      headers: { ...headers, 'x-sim-world': 'mine', host: '127.0.0.1:4010' },
    })
    const { url } = JSON.parse(String(byHeader.body))
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/_world\/mine\/api\/file-transfers\//)
    const odd = await sim.exchange({
      method: 'GET',
      url: `/api/files/3100/download/url?${inWorkspaces}`,
      headers: { ...headers, host: 'a b"<' },
    })
    expect(JSON.parse(String(odd.body)).url).toMatch(/^\/api\/file-transfers\//)
  })

  test('have the current rights of the user who requested them', async () => {
    const { world } = client.simulator
    const mayNow = (level: 'read' | 'edit') =>
      world.transact(() => world.region('eu').table(grants).put({ containerId: 3001, userId: 3, level }))
    mayNow('read')
    const signedUrl = async (purpose: string) =>
      (await client.get(`/api/files/3100/${purpose}/url?${inWorkspaces}`, { token: 'tok-bob' })).body.url
    const [up, down] = [await signedUrl('upload'), await signedUrl('download')]
    const put = { token: null, body: 'x', headers: { 'content-type': 'a/b' } }
    const refused = await client.call('PUT', up, put)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringMatching(/user 3 may not edit file 3100: ticket '[^']+' was issued for that user/),
    ])
    const before = await client.get(down, { token: null })
    expect([before.status, before.text === 'x']).toEqual([200, false])
    mayNow('edit')
    expect((await client.call('PUT', up, put)).status).toBe(200)
    expect((await client.get(down, { token: null })).text).toBe('x')
    expect((await client.delete('/api/users/me', { token: 'tok-bob' })).status).toBe(204)
    const deeds = [await client.call('PUT', up, put), await client.get(down, { token: null })]
    expect(
      deeds.map(({ status, body }) => [status, /may not (\w+) file 3100/.exec(body.message)?.[1]]),
    ).toEqual([
      [403, 'edit'],
      [403, 'read'],
    ])
  })

  test('work for a user id of any size', async () => {
    const world = {
      users: [{ id: 123_456_789_012, name: 'zoe', organizations: [{ organization: 'Northwind Robotics' }] }],
      tokens: [{ user: 'zoe', name: 'of zoe', value: 'tok-zoe' }],
      workspaces: [{ site: 'workspaces', key: 'SIM', name: 'Simulation', grants: { read: ['zoe'] } }],
    }
    const scenario = { name: 'zoe', extends: ['demo'], world }
    client = await startClient({ scenario } as never)
    const reply = await client.get(`/api/files/3100/download/url?${inWorkspaces}`, { token: 'tok-zoe' })
    expect((await client.get(reply.body.url, { token: null })).status).toBe(200)
  })

  test('end with the file', async () => {
    const { url } = (await client.get(`/api/files/3100/download/url?${inWorkspaces}`)).body
    await client.delete(`/api/containers/3100?${inWorkspaces}`)
    expect((await client.get(url, { token: null })).status).toBe(404)
  })
})

test('what files hold is in forks, snapshots and exports', async () => {
  const upload = (body: string) =>
    client.put(`/api/files/3101/upload/blob?${inWorkspaces}`, body, { headers: { 'content-type': 'a/b' } })
  const read = async () => (await client.get(`/api/files/3101/download/blob?${inWorkspaces}`)).text
  await upload('one')
  const snapshot = client.simulator.snapshot()
  const fork = client.simulator.fork()
  await upload('two')
  expect(await read()).toBe('two')
  expect(
    (await fork.exchange({ method: 'GET', url: `/api/files/3101/download/blob?${inWorkspaces}`, headers }))
      .body,
  ).toEqual(new TextEncoder().encode('one'))
  const control = { token: null, headers: { 'x-sim-control': '1' } }
  const exported = await client.get('/_sim/export', control)
  client.simulator.restore(snapshot)
  expect(await read()).toBe('one')
  expect((await client.post('/_sim/import', exported.text, control)).status).toBe(200)
  expect(await read()).toBe('two')
})
