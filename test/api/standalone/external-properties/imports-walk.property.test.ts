/** Whatever is imported, cancelled, tried again, renamed and deleted: the numbers of jobs and the values add up. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator } from '../../../../src/index.ts'
import { type Client, clientOf } from '../../../support/client.ts'

const inWiki = 'applicationId=101'
const demo = await createSimulator({ scenario: 'demo' })

type Step =
  | {
      readonly kind: 'import'
      readonly rows: readonly (readonly [key: number, name: number, value: string | null])[]
    }
  | { readonly kind: 'job'; readonly deed: 'cancel' | 'retry'; readonly job: number }
  | { readonly kind: 'advance'; readonly by: string }
  | { readonly kind: 'rename'; readonly name: number; readonly to: number }
  | { readonly kind: 'delete'; readonly name: number }
  | { readonly kind: 'delete requirement'; readonly key: number }

const name = fc.nat(3)
const row = fc.tuple(fc.integer({ min: 1, max: 14 }), name, fc.constantFrom('1', '2.5', 'x', '', null))
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      rows: fc.array(row, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('job' as const),
      deed: fc.constantFrom('cancel' as const, 'retry' as const),
      job: fc.nat(5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), by: fc.constantFrom('500ms', '1s', '3s') }),
  },
  fc.record({ kind: fc.constant('rename' as const), name, to: name }),
  fc.record({ kind: fc.constant('delete' as const), name }),
  fc.record({ kind: fc.constant('delete requirement' as const), key: fc.integer({ min: 1, max: 12 }) }),
)
const nameOf = (index: number) => (index === 0 ? 'Cost' : `P ${index}`)
const keyOf = (number: number) => `REQ-${String(number).padStart(3, '0')}`

async function take(client: Client, taken: Step): Promise<void> {
  const idOf = (wanted: number) =>
    client.simulator.state('externalPropertyMetadata', { name: nameOf(wanted) })[0]?.id ?? 9999
  switch (taken.kind) {
    case 'import': {
      const rows = taken.rows.map(([key, property, value]) => ({
        key: keyOf(key),
        properties: [{ name: nameOf(property), value }],
      }))
      await client.post(`/api/external-properties/import/json?${inWiki}`, { rows })
      return
    }
    case 'job':
      await client.post(`/api/jobs/${taken.job}/${taken.deed}?${inWiki}`)
      return
    case 'advance':
      client.simulator.clock.advance(taken.by)
      return
    case 'rename': {
      const path = `/api/external-properties/${idOf(taken.name)}?${inWiki}`
      await client.put(path, { name: nameOf(taken.to) })
      return
    }
    case 'delete':
      await client.delete(`/api/external-properties/${idOf(taken.name)}?${inWiki}`)
      return
    case 'delete requirement':
      await client.delete(`/api/requirements/${6000 + taken.key}?${inWiki}`)
  }
}

async function expectSums(client: Client): Promise<void> {
  const { simulator } = client
  for (const job of simulator.state('importJob')) {
    expect(job.done + job.failed + job.rows.length - job.position).toBe(job.total)
    expect(job.failedRows).toHaveLength(job.failed)
    const underWay = job.status === 'PENDING' || job.status === 'RUNNING'
    expect([job.clockJobId !== undefined, job.finishedAt === undefined]).toEqual([underWay, underWay])
    if (job.status === 'DONE') expect([job.done, job.failed, job.errors]).toEqual([job.total, 0, []])
    if (job.status === 'ERROR') expect(job.failed).toBeGreaterThan(0)
  }
  const known = new Map(simulator.state('externalPropertyMetadata').map((one) => [one.id, one]))
  expect(new Set([...known.values()].map((one) => one.name)).size).toBe(known.size)
  const counts = new Map<number, number>()
  for (const { status, externalProperties } of simulator.state('requirement')) {
    for (const { metadataId, value } of externalProperties) {
      expect(typeof value).toBe(known.get(metadataId)?.dataType === 'DECIMAL' ? 'number' : 'string')
      if (status === 'ACTIVE') counts.set(metadataId, (counts.get(metadataId) ?? 0) + 1)
    }
  }
  if (known.size === 0) return
  const ids = [...known.keys()]
  const { body } = await client.get(`/api/external-properties/usage?ids=${ids.join(',')}&${inWiki}`)
  expect(body.map(({ id, requirementCount }: never) => [id, requirementCount])).toEqual(
    ids.map((id) => [id, counts.get(id) ?? 0]),
  )
}

test('a random walk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const client = clientOf(demo.fork())
      for (const taken of steps) {
        await take(client, taken)
        await expectSums(client)
      }
      expect(client.simulator.journal.entries().filter(({ defect }) => defect !== undefined)).toEqual([])
    }),
    { numRuns: 60 },
  )
}, 60_000)
