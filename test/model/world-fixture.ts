/** A small world for tests of the model: two wikis, one space with two pages, and three users. */
import { applications } from '../../src/model/records/service/applications.ts'
import { containers } from '../../src/model/records/service/containers.ts'
import { pages } from '../../src/model/records/wiki/pages.ts'
import { requirements } from '../../src/model/records/wiki/requirements.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { organizations } from '../../src/model/records/service/organizations.ts'
import { users } from '../../src/model/records/service/users.ts'
import { hashSecret } from '../../src/model/users/secrets.ts'
import { variants } from '../../src/model/records/wiki/variants.ts'
import { parseInstant } from '../../src/world/time/duration.ts'
import type { Store } from '../../src/world/store/store.ts'
import { World } from '../../src/world/world.ts'

export const START = parseInstant('2026-01-05T09:00:00Z') as number

/** Page 4000 `Specification` with children 4001 (defines REQ-001 and REQ-002) and 4002 (defines REQ-007) in space ENG. */
export function createSmallWorld(schema = worldSchema): World {
  const world = new World(schema, {
    seed: '1',
    clock: { now: START, start: START, mode: 'manual', speed: 1 },
  })
  const store = world.region('eu')
  store.table(organizations).insert({ id: 1, name: 'Northwind Robotics', createdAt: START })
  for (const [id, name] of [
    [1, 'admin'],
    [2, 'alice'],
    [3, 'bob'],
  ] as const) {
    store.table(users).insert({
      id,
      name,
      displayName: name,
      email: `${name}@northwind.test`,
      accountId: `account-${name}`,
      passwordHash: hashSecret(name),
    })
  }
  addApplication(store, 101, 'CONFLUENCE', 'https://wiki.northwind.test/wiki', true)
  addApplication(store, 103, 'STANDALONE', 'https://work.northwind.test', false)
  addApplication(store, 104, 'CONFLUENCE', 'https://other.northwind.test/wiki', false)
  addSpace(store, 1001, 5001, 101, 'ENG')
  addPage(store, 1100, 4000, 1001, 'Specification', [])
  addPage(store, 1101, 4001, 1100, 'Flight control', ['REQ-001', 'REQ-002'])
  addPage(store, 1102, 4002, 1100, 'Power', ['REQ-007'])
  store.raise('key/1001/REQ-', 7)
  // Sequences stand at the highest id in use, as those of a loaded scenario do.
  const highest = {
    organization: 1,
    user: 3,
    application: 104,
    container: 1102,
    variant: 5001,
    page: 4002,
    requirement: 6007,
  }
  for (const [sequence, value] of Object.entries(highest)) store.raise(sequence, value)
  return world
}

function addApplication(
  store: Store,
  id: number,
  type: 'CONFLUENCE' | 'STANDALONE',
  baseUrl: string,
  selfHosted: boolean,
) {
  store
    .table(applications)
    .insert({ id, name: `app ${id}`, type, status: 'ACTIVE', baseUrl, organizationId: 1, selfHosted })
}

function addSpace(store: Store, id: number, variantId: number, applicationId: number, key: string) {
  store.table(containers).insert({
    id,
    applicationId,
    projectContainerId: id,
    type: 'SPACE',
    level: 'PROJECT',
    name: key,
    key,
    createdAt: START,
    spaceId: id,
    spaceKey: key,
  })
  store
    .table(variants)
    .insert({ id: variantId, projectContainerId: id, name: 'Current', current: true, createdAt: START })
}

function addPage(
  store: Store,
  containerId: number,
  id: number,
  parent: number,
  title: string,
  keys: readonly string[],
) {
  store.table(containers).insert({
    id: containerId,
    applicationId: 101,
    parentContainerId: parent,
    projectContainerId: 1001,
    type: 'PAGE',
    level: 'DOCUMENT',
    name: title,
    createdAt: START,
    pageId: id,
  })
  const definitions = keys.map((key) => ({
    key,
    html: `<p>Text of ${key}</p>`,
    properties: [],
    dependencies: [],
  }))
  store
    .table(pages)
    .insert({ id, containerId, applicationId: 101, spaceKey: 'ENG', version: 1, definitions, links: [] })
  for (const { key, html } of definitions) {
    store.table(requirements).insert({
      id: 6000 + Number(key.slice(4)),
      applicationId: 101,
      projectContainerId: 1001,
      spaceKey: 'ENG',
      variantId: 5001,
      key,
      status: 'ACTIVE',
      html,
      text: `Text of ${key}`,
      originContainerId: containerId,
      pageId: id,
      properties: [],
      externalProperties: [],
      dependencies: [],
      htmlNeedsUpdating: false,
      createdAt: START,
    })
  }
}
