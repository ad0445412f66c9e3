/** Sessions of a script on the standalone interface; what it writes shows in the wikis. */
import { expect } from 'vitest'
import { hostedWiki, standalone } from './demo.ts'
import { test, throughDoors } from './doors.ts'
import { createSearchClient } from './hosted-search.ts'
import {
  createStandaloneClient,
  type ExternalProperty,
  type Kind,
  KINDS,
  type Requirement,
} from './standalone.ts'

const ENG = 1001

const TEXTS = [
  'The drone shall take off and land without a pilot at the controls.',
  'The drone shall hold its altitude within 0.5 m in winds of up to 10 m/s.',
  'The drone shall hold its position within 1 m while hovering.',
  'The drone shall report its altitude to the ground station ten times a second.',
  'The drone shall follow a route of up to 200 waypoints.',
  'The drone shall return to its starting point when the radio link is lost for 5 s.',
  'The drone shall fly for at least 35 minutes on one battery charge.',
  'The drone shall land by itself when the battery falls below 15 percent.',
  'The drone shall refuse to take off with a battery warmer than 60 °C.',
  'The drone shall draw no more than 400 W while hovering.',
  'The drone shall accept a supply voltage from 20 V to 26 V.',
  'The drone shall cut all motors within 0.2 s of an emergency stop.',
]

throughDoors('a script', () => {
  test('lists projects and requirements in pages, with the links that it asks for', async ({ opened }) => {
    const client = createStandaloneClient(standalone(opened), 101)
    expect(await client.projects()).toEqual([
      { id: 1001, name: 'Engineering', level: 'PROJECT' },
      { id: 1002, name: 'Operations', level: 'PROJECT' },
    ])
    const plain = await client.requirements(ENG)
    expect(plain).toEqual(
      TEXTS.map((text, index) => ({
        id: 6001 + index,
        key: `REQ-${String(index + 1).padStart(3, '0')}`,
        text,
        status: 'ACTIVE',
        variantId: 5001,
        originLinks: [expect.anything()],
      })),
    )
    const linked = await client.requirements(ENG, {
      includeOriginLinks: false,
      includeFromDependencies: true,
      includeToDependencies: true,
      includeJiraIssueLinks: true,
    })
    expect(linked[1]).not.toHaveProperty('originLinks')
    // REQ-004 refines REQ-002, which refines REQ-001.
    const refining = (...numbers: number[]) =>
      numbers.map((number) => ({ relationship: 'refines', key: `REQ-00${number}` }))
    const { originLinks: _, ...second } = plain[1] as Requirement
    expect(linked[1]).toEqual({
      ...second,
      fromDependencies: refining(4),
      toDependencies: refining(1),
      jiraIssueLinks: [{ issueKey: 'DRN-2', relationship: 'implements' }],
    })
    expect(linked[0]).toMatchObject({
      fromDependencies: refining(2, 3),
      toDependencies: [],
      jiraIssueLinks: [
        { issueKey: 'DRN-1', relationship: 'implements' },
        { issueKey: 'DRN-2', relationship: 'tests' },
      ],
    })
  })

  test('spells flags in every way that clients do', async ({ opened }) => {
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

  test('makes external properties of each kind, gives them values and sees who has one', async ({
    opened,
  }) => {
    const client = createStandaloneClient(standalone(opened), 101)
    const values: Record<Kind, string | number | boolean> = {
      Text: 'Contoso',
      Decimal: 1.5,
      Integer: 7,
      Boolean: true,
      Dropdown: 'Late',
    }
    const cost = { id: 7001, name: 'Cost', dataType: 'DECIMAL' }
    const properties: ExternalProperty[] = [cost]
    const held: object[] = [{ id: cost.id, name: 'Cost', value: 300 }]
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const enumValues = kind === 'Dropdown' ? ['Early', 'Late'] : undefined
      const name = `Of ${kind}`
      const made = await client.createProperty(name, kind, enumValues)
      const given = enumValues === undefined ? {} : { enumValues }
      expect(made).toEqual({ id: expect.any(Number), name, dataType: KINDS[kind], ...given })
      properties.push(made)
      await client.setValue(6003, name, values[kind])
      held.push({ id: made.id, name, value: values[kind] })
      expect(await client.requirementsWith(made.id)).toEqual([6003])
      // No write has changed another record, or what earlier ones wrote.
      expect(await client.properties()).toEqual(properties)
      expect(await client.values(6003)).toEqual(held)
    }
    expect(await client.values(6004)).toEqual([{ id: cost.id, name: 'Cost', value: 400 }])
    // A value is made once.
    await expect(client.setValue(6003, 'Of Integer', 8)).rejects.toMatchObject({ status: 409 })
    expect(await client.values(6003)).toEqual(held)

    const hosted = hostedWiki(opened)
    const [row] = await createSearchClient(hosted).search("ext@Of\\ Dropdown = 'Late'", {
      withExternalProperties: true,
    })
    expect(row?.properties).toContainEqual({ name: 'Of Integer', value: '7', external: true })
  })

  test('counts where a property is used', async ({ opened }) => {
    const client = createStandaloneClient(standalone(opened), 101)
    const [cost] = await client.properties()
    const id = cost?.id ?? 0
    const made = await client.createProperty('Supplier', 'Text')
    await client.setValue(6002, 'Supplier', 'Contoso')
    expect(await client.usage([id, made.id])).toEqual([
      { id, requirementCount: 12, baselineCount: 1 },
      { id: made.id, requirementCount: 1, baselineCount: 1 },
    ])
    const carriers = Array.from({ length: 12 }, (_, index) => 6001 + index)
    expect(await client.requirementsWith(id)).toEqual(carriers)
  })

  test('is refused what its user may not change, and what cannot be', async ({ opened }) => {
    const asBob = createStandaloneClient(standalone(opened, 'tok-bob'), 101)
    await expect(asBob.createProperty('Supplier', 'Text')).rejects.toMatchObject({ status: 403 })
    await expect(asBob.setValue(6001, 'Cost', 1)).rejects.toMatchObject({ status: 403 })
    const client = createStandaloneClient(standalone(opened), 101)
    await client.createProperty('Weight', 'Decimal')
    await expect(client.setValue(9999, 'Weight', 1)).rejects.toMatchObject({ status: 404 })
    await expect(client.setValue(6001, 'Weight', 'much')).rejects.toMatchObject({ status: 400 })
    await expect(client.createProperty('Cost', 'Text')).rejects.toMatchObject({ status: 409 })
    expect(await client.values(6001)).toEqual([{ id: 7001, name: 'Cost', value: 100 }])
    expect((await client.properties()).map(({ name }) => name)).toEqual(['Cost', 'Weight'])
  })

  test('raises numbers to a power', async ({ opened }) => {
    const client = createStandaloneClient(standalone(opened), 101)
    for (const power of ['POW', 'POWER'])
      expect(await client.calculate(`${power}(ext@Cost, 2)`, ['REQ-001', 'REQ-002'])).toEqual({
        'REQ-001': 10_000,
        'REQ-002': 40_000,
      })
  })

  test('says why a formula has no value', async ({ opened }) => {
    const client = createStandaloneClient(standalone(opened), 101)
    expect(await client.calculate('ext@Cost / (ext@Cost - 100)', ['REQ-002', 'REQ-001'])).toEqual({
      'REQ-002': 2,
      'REQ-001': 'division by zero',
    })
  })

  test('checks a template variable by variable', async ({ opened }) => {
    const client = createStandaloneClient(standalone(opened), 101)
    expect(await client.parseTemplate('{{key}} costs {{ext@Cost}}')).toEqual({ valid: true, errors: {} })
    const wrong = await client.parseTemplate('{{key}} costs {{FOO(1)}} or {{ext@}}')
    expect(wrong.valid).toBe(false)
    expect(wrong.errors).toMatchObject({
      'FOO(1)': [{ position: 16, message: expect.stringContaining("unknown function 'FOO'") }],
      'ext@': [{ position: 33, message: expect.stringContaining("expected a name after '@'") }],
    })
  })
})
