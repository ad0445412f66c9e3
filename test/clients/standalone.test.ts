/** Sessions of a script on the standalone interface; what it writes shows in the wikis. */
import { expect, test } from 'vitest'
import { hostedWiki, standalone } from './demo.ts'
import { throughDoors } from './doors.ts'
import { createSearchClient } from './hosted-search.ts'
import { createStandaloneClient, type Kind, KINDS } from './standalone.ts'

const ENG = 1001

throughDoors('a script', (open) => {
  test('lists projects and requirements in pages, with the links that it asks for', async () => {
    const client = createStandaloneClient(standalone(await open()), 101)
    expect((await client.projects()).map(({ name }) => name)).toEqual(['Engineering', 'Operations'])
    const plain = await client.requirements(ENG)
    expect(plain.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, index) => 6001 + index))
    expect(plain[1]).toHaveProperty('originLinks')
    expect(plain[1]).not.toHaveProperty('toDependencies')
    const linked = await client.requirements(ENG, {
      includeOriginLinks: false,
      includeFromDependencies: true,
      includeToDependencies: true,
      includeJiraIssueLinks: true,
    })
    expect(linked[1]).not.toHaveProperty('originLinks')
    // REQ-004 refines REQ-002, which refines REQ-001.
    expect(linked[1]).toMatchObject({
      fromDependencies: [{ relationship: 'refines', key: 'REQ-004' }],
      toDependencies: [{ relationship: 'refines', key: 'REQ-001' }],
      jiraIssueLinks: [{ issueKey: 'DRN-2', relationship: 'implements' }],
    })
  })

  test('spells flags in every way that clients do', async () => {
    const opened = await open()
    const yes = ['True', 'true', 'TRUE', '1', 'yes', 'Yes', 'on', 'ON']
    const no = ['False', 'false', 'FALSE', '0', 'no', 'off', '']
    const parts = async (spelled: string) => {
      const [first] = await createStandaloneClient(
        standalone(opened, 'tok-alice', () => spelled),
        101,
      ).requirements(ENG, {
        includeFromDependencies: true,
      })
      return first !== undefined && 'fromDependencies' in first
    }
    for (const spelled of yes) expect(await parts(spelled), spelled).toBe(true)
    // An empty value is absent, so that the default counts.
    for (const spelled of no) expect(await parts(spelled), spelled).toBe(false)
  })

  test('makes external properties of each kind, gives them values and sees who has one', async () => {
    const opened = await open()
    const client = createStandaloneClient(standalone(opened), 101)
    const values: Record<Kind, string | number | boolean> = {
      Text: 'Contoso',
      Decimal: 1.5,
      Integer: 7,
      Boolean: true,
      Dropdown: 'Late',
    }
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const enumValues = kind === 'Dropdown' ? ['Early', 'Late'] : undefined
      const made = await client.createProperty(`Of ${kind}`, kind, enumValues)
      expect(made).toMatchObject({ name: `Of ${kind}`, dataType: KINDS[kind] })
      if (kind === 'Dropdown') expect(made.enumValues).toEqual(enumValues)
      await client.setValue(6003, made.name, values[kind])
      expect(await client.requirementsWith(made.id)).toEqual([6003])
    }
    expect((await client.properties()).map(({ name }) => name)).toContain('Of Dropdown')
    const held = await client.values(6003)
    for (const kind of Object.keys(KINDS) as Kind[])
      expect(held).toContainEqual(expect.objectContaining({ name: `Of ${kind}`, value: values[kind] }))

    const hosted = hostedWiki(opened)
    const [row] = await createSearchClient(hosted).search("ext@Of\\ Dropdown = 'Late'", {
      withExternalProperties: true,
    })
    expect(row?.properties).toContainEqual({ name: 'Of Integer', value: '7', external: true })
  })

  test('counts where a property is used', async () => {
    const client = createStandaloneClient(standalone(await open()), 101)
    const cost = (await client.properties()).find(({ name }) => name === 'Cost')
    const id = cost?.id ?? 0
    const [usage] = await client.usage([id])
    expect(usage).toMatchObject({ id, requirementCount: 12 })
    const carriers = Array.from({ length: 12 }, (_, index) => 6001 + index)
    expect(await client.requirementsWith(id)).toEqual(carriers)
  })

  test('raises numbers to a power', async () => {
    const client = createStandaloneClient(standalone(await open()), 101)
    for (const power of ['POW', 'POWER'])
      expect(await client.calculate(`${power}(ext@Cost, 2)`, ['REQ-001', 'REQ-002'])).toEqual({
        'REQ-001': 10_000,
        'REQ-002': 40_000,
      })
  })

  test('checks a template variable by variable', async () => {
    const client = createStandaloneClient(standalone(await open()), 101)
    expect(await client.parseTemplate('{{key}} costs {{ext@Cost}}')).toEqual({ valid: true, errors: {} })
    const wrong = await client.parseTemplate('{{key}} costs {{FOO(1)}} or {{ext@}}')
    expect(wrong.valid).toBe(false)
    expect(Object.keys(wrong.errors).toSorted()).toEqual(['FOO(1)', 'ext@'])
  })
})
