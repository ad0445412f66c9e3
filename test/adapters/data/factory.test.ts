import { factory, manyOf, nullable, oneOf, primaryKey } from '@mswjs/data'
import { describe, expect, test } from 'vitest'
import { DataError, type FactoryMapping, fromFactory, toFactory } from '../../../src/adapters/data.ts'
import { sections } from './sections.ts'

/** A field that may be absent, whatever it holds. */
const optional = () => nullable<string>(() => null)

/** What a project might have long since: its own names, a relation, values in lists and objects. */
function createOwnFactory() {
  return factory({
    company: { id: primaryKey(Number), name: String, createdAt: optional() },
    person: { login: primaryKey(String), number: Number, label: optional(), member: Array },
    site: {
      id: primaryKey(Number),
      name: String,
      type: String,
      baseUrl: String,
      organization: oneOf('company'),
      administrators: Array,
    },
    space: { key: primaryKey(String), container: Number, site: String, name: String, grants: Object },
    statement: {
      id: primaryKey(Number),
      key: String,
      space: String,
      text: optional(),
      properties: optional(),
      external: optional(),
      dependencies: optional(),
    },
  })
}

type Person = { login: string; number: number; label: string | null; member: { organization: number }[] }

function createMapping(own: ReturnType<typeof createOwnFactory>): FactoryMapping {
  return {
    organizations: { model: 'company' },
    users: {
      model: 'person',
      entry: ({ login, number, label, member }: Person) => ({
        id: number,
        name: login,
        ...(label === null ? {} : { displayName: label }),
        organizations: member,
      }),
      values: ({ id, name, displayName, organizations }) => ({
        number: id,
        login: name,
        label: displayName ?? null,
        member: organizations,
      }),
    },
    sites: {
      model: 'site',
      values: (site) => ({
        ...site,
        organization: own.company.findFirst({ where: { id: { equals: Number(site.organization) } } }),
      }),
    },
    spaces: { model: 'space' },
    requirements: { model: 'statement' },
  }
}

describe('factories', () => {
  test('hold sections and give them back, entities in their order, relations as references', () => {
    const own = createOwnFactory()
    const mapping = createMapping(own)
    toFactory(sections, own, mapping)
    expect(own.site.getAll()[0]?.organization?.name).toBe('Northwind Robotics')
    expect(own.person.findFirst({ where: { login: { equals: 'admin' } } })?.label).toBe('Ada Min')
    const back = fromFactory(own, mapping)
    expect(back).toEqual(sections)
    const again = createOwnFactory()
    toFactory(back, again, createMapping(again))
    expect(JSON.stringify(fromFactory(again, mapping))).toBe(JSON.stringify(back))
  })

  test('give lists of related entities as lists of references', () => {
    const own = factory({
      user: { name: primaryKey(String) },
      site: {
        id: primaryKey(Number),
        name: String,
        type: String,
        baseUrl: String,
        organization: Number,
        administrators: manyOf('user'),
      },
    })
    const [admin, alice] = ['admin', 'alice'].map((name) => own.user.create({ name }))
    own.site.create({
      id: 1,
      name: 'wiki',
      type: 'JIRA',
      baseUrl: 'https://t.test',
      organization: 1,
      administrators: [admin, alice].flatMap((user) => user ?? []),
    })
    const { sites } = fromFactory(own, { sites: { model: 'site' } })
    expect(sites?.[0]?.administrators).toEqual(['admin', 'alice'])
  })

  test('leave alone what is not mapped', () => {
    const own = createOwnFactory()
    toFactory(sections, own, { organizations: { model: 'company' } })
    expect([own.company.count(), own.person.count()]).toEqual([2, 0])
    expect(
      Object.keys(fromFactory(own, { organizations: { model: 'company' }, users: { model: 'person' } })),
    ).toEqual(['organizations'])
  })

  test('name the nearest model when a mapping is wrong, and refuse what is no entry', () => {
    const own = createOwnFactory()
    expect(() => fromFactory(own, { organizations: { model: 'compny' } })).toThrow(
      "organizations: the factory has no model 'compny'; did you mean 'company'?",
    )
    expect(() => toFactory(sections, own, { users: { model: 'toString' } })).toThrow(DataError)
    own.person.create({ login: 'x', number: 1, member: [] })
    expect(() => fromFactory(own, { users: { model: 'person' } })).toThrow('users[0]')
  })
})
