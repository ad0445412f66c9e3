import { Collection } from '@msw/data'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createCollections, DataError, fromCollections, toCollections } from '../../../src/adapters/data.ts'
import type { Sections } from '../../../src/scenario/format/format.ts'
import { SECTION_NAMES } from '../../../src/scenario/format/sections.ts'
import { sections } from './sections.ts'

describe('collections', () => {
  test('exist for every section', async () => {
    expect(Object.keys(await createCollections())).toEqual(SECTION_NAMES)
    expect(fromCollections(await createCollections())).toEqual({})
  })

  test('hold sections and give them back, entries in their order', async () => {
    const input = structuredClone(sections)
    const collections = await toCollections(input)
    expect(input).toEqual(sections)
    expect(collections.users.findFirst((query) => query.where({ name: 'alice' }))?.id).toBe(7)
    const back = fromCollections(collections)
    expect(back).toEqual(sections)
    expect(Object.keys(back)).toEqual(['organizations', 'users', 'sites', 'spaces', 'requirements'])
    expect(JSON.stringify(fromCollections(await toCollections(back)))).toBe(JSON.stringify(back))
  })

  test('give back what was changed in them', async () => {
    const collections = await toCollections(sections)
    await collections.spaces.create({ site: 101, key: 'OPS', name: 'Operations' })
    await collections.users.update((query) => query.where({ id: 7 }), {
      data: (user) => void (user.displayName = 'Alice'),
    })
    collections.organizations.delete((query) => query.where({ id: 2 }))
    const back = fromCollections(collections)
    expect(back.spaces?.map(({ key }) => key)).toEqual(['ENG', 'OPS'])
    expect(back.users?.[0]).toMatchObject({ name: 'alice', displayName: 'Alice' })
    expect(back.organizations).toHaveLength(1)
  })

  test('of schemas of their own are read field by field, related records by reference', async () => {
    const organizations = new Collection({ schema: z.object({ id: z.number(), name: z.string() }) })
    const sites = new Collection({
      schema: z.object({
        id: z.number(),
        name: z.string(),
        type: z.literal('CONFLUENCE'),
        baseUrl: z.string(),
        organization: z.object({ id: z.number(), name: z.string() }).optional(),
      }),
    })
    sites.defineRelations(({ one }) => ({ organization: one(organizations) }))
    const owner = await organizations.create({ id: 1, name: 'Northwind Robotics' })
    await sites.create({
      id: 101,
      name: 'wiki',
      type: 'CONFLUENCE',
      baseUrl: 'https://w.test',
      organization: owner,
    })
    expect(fromCollections({ organizations, sites })).toEqual({
      organizations: [{ id: 1, name: 'Northwind Robotics' }],
      sites: [{ id: 101, name: 'wiki', type: 'CONFLUENCE', baseUrl: 'https://w.test', organization: 1 }],
    })
  })

  test('name related records by the field that others look them up by', async () => {
    const baselines = new Collection({
      schema: z.object({ id: z.number(), space: z.string(), number: z.number(), name: z.string() }),
    })
    const excelAttachments = new Collection({ schema: z.object({ space: z.string(), fileName: z.string() }) })
    const integrations = new Collection({
      schema: z.object({ serviceId: z.string(), wiki: z.string(), tracker: z.string() }),
    })
    const requirements = new Collection({
      schema: z.object({
        space: z.string(),
        key: z.string(),
        status: z.literal('ARCHIVED'),
        baseline: z.object({ number: z.number() }).optional(),
        excel: z.object({ fileName: z.string() }).optional(),
      }),
    })
    requirements.defineRelations(({ one }) => ({
      baseline: one(baselines),
      excel: one(excelAttachments),
    }))
    const outboundMessages = new Collection({
      schema: z.object({
        operation: z.literal('LINK_ADDED'),
        integration: z.object({ serviceId: z.string() }).optional(),
      }),
    })
    outboundMessages.defineRelations(({ one }) => ({ integration: one(integrations) }))
    const baseline = await baselines.create({ id: 70, space: 'ENG', number: 2, name: 'Second' })
    const excel = await excelAttachments.create({ space: 'ENG', fileName: 'a.xlsx' })
    const integration = await integrations.create({ serviceId: 'svc', wiki: 'wiki', tracker: 'tracker' })
    await requirements.create({ space: 'ENG', key: 'A-1', status: 'ARCHIVED', baseline, excel })
    await outboundMessages.create({ operation: 'LINK_ADDED', integration })
    const all = { baselines, excelAttachments, integrations, requirements, outboundMessages }
    expect(fromCollections(all)).toMatchObject({
      requirements: [{ key: 'A-1', baseline: 2, excel: 'a.xlsx' }],
      outboundMessages: [{ operation: 'LINK_ADDED', integration: 'svc' }],
    })
  })

  test('of quite another shape are read by a reader', async () => {
    const people = new Collection({ schema: z.object({ login: z.string(), born: z.date() }) })
    await people.create({ login: 'alice', born: new Date(0) })
    const readers = { users: (person: { login: string }) => ({ name: person.login }) }
    expect(fromCollections({ users: people }, readers)).toEqual({ users: [{ name: 'alice' }] })
    expect(() => fromCollections({ users: people })).toThrow(DataError)
    expect(() => fromCollections({ users: people })).toThrow('users[0].name: ')
  })

  test('refuse what is no entry, and name it', async () => {
    const wrong = { users: [{ name: 'ok' }, { name: 5 }] } as unknown as Sections
    await expect(toCollections(wrong)).rejects.toThrow(DataError)
    await expect(toCollections(wrong)).rejects.toThrow('users[1].name: ')
  })

  test('refuse records that lead to each other without end', async () => {
    const ring: { name: string; next?: unknown } = { name: 'a' }
    ring.next = ring
    expect(() => fromCollections({ users: { findMany: () => [{ name: 'b', next: ring }] } })).toThrow(
      'more than 20 deep',
    )
  })
})
