import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { clientOf } from '../support/client.ts'

const inWiki = 'applicationId=101'
const start = async (world: object) =>
  clientOf(await createSimulator({ scenario: { extends: ['demo'], world } } as never))

test('an import that waits runs as the clock goes on, and one that failed can be tried again', async () => {
  const client = await start({
    importJobs: [
      {
        site: 'wiki',
        status: 'PENDING',
        createdBy: 'alice',
        rows: [{ key: 'REQ-001', values: { Cost: 5, Note: 'a < b' } }],
      },
      {
        site: 'wiki',
        status: 'ERROR',
        done: 3,
        createdBy: 'alice',
        rows: [{ key: 'REQ-002', space: 'ENG', values: { Cost: 6 }, error: 'there was none' }],
      },
    ],
  })
  expect((await client.get(`/api/jobs/3?${inWiki}`)).body).toMatchObject({
    status: 'ERROR',
    total: 4,
    done: 3,
    failed: 1,
    errors: [{ row: 5, column: 'Key', message: 'there was none' }],
  })
  expect((await client.call('POST', `/api/jobs/3/retry?${inWiki}`)).status).toBe(200)
  client.simulator.clock.advance('1s')
  for (const [id, done] of [
    [2, 1],
    [3, 4],
  ] as const)
    expect((await client.get(`/api/jobs/${id}?${inWiki}`)).body).toMatchObject({ status: 'DONE', done })
  const cost = async (id: number) =>
    (await client.get(`/api/requirements/${id}/external-properties?${inWiki}`)).body.items[0].value
  expect([await cost(6001), await cost(6002)]).toEqual([5, 6])
})

test('a file holds the text that a scenario gives it', async () => {
  const client = await start({ files: [{ workspace: 'SIM', name: 'größe.txt', text: 'Ä' }] })
  const [file] = client.simulator.state('container', { name: 'größe.txt' })
  const reply = await client.get(`/api/files/${file?.id}/download/blob?applicationId=103`)
  expect([reply.headers['Content-Type'], reply.text]).toEqual(['text/plain', 'Ä'])
  expect(reply.headers['Content-Disposition']).toBe("attachment; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt")
})

test.each([
  [{ files: [{ workspace: 'SIM', name: 'a', text: 'a', contentType: 'nonsense' }] }, "not 'nonsense'"],
  [{ files: [{ workspace: 'SIM', name: 'a', contentType: 'a/b' }] }, 'an empty file'],
  [{ importJobs: [{ site: 'wiki', createdBy: 'nobody' }] }, "'nobody'"],
  [{ importJobs: [{ site: 'nowhere', createdBy: 'alice' }] }, "'nowhere'"],
  [{ importJobs: [{ site: 'wiki', createdBy: 'alice', rows: [{ key: 'a', values: {} }] }] }, 'DONE has none'],
])('%j is refused', async (world, mention) => {
  await expect(start(world)).rejects.toThrow(mention)
})
