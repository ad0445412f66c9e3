/** Values that exist in a world at the moment, by the names that parameters and fields call them. */
import { regionTables } from '../../src/model/schema.ts'
import type { Store } from '../../src/world/store/store.ts'
import type { Table, TableDefinition } from '../../src/world/store/table.ts'

/** Stands for the value that is so-and-so-manieth of those that its parameter or field can have in the world. */
export class Live {
  readonly choice: number
  constructor(choice: number) {
    this.choice = choice
  }
}

type Pool = ReadonlyMap<string, readonly (string | number)[]>

/** Values of one name in one table, records read for them, and characters of one. */
const MAXIMUM_VALUES = 40
const MOST_RECORDS = 200
const MAXIMUM_CHARACTERS = 200
const NO_POOL: Pool = new Map()

/** What names mean that are not those of fields of records. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  projectId: ['projectContainerId', 'containerId'],
  project: ['projectKey'],
  contentId: ['pageId'],
  ceo: ['pageId'],
  fromCeo: ['pageId'],
  issue: ['issueKey'],
  issues: ['issueKey'],
  issueNumber: ['issueId'],
  applink: ['wikiApplinkId', 'trackerApplinkId'],
  applinkId: ['wikiApplinkId', 'trackerApplinkId'],
  applicationLinkId: ['wikiApplinkId', 'trackerApplinkId'],
  version: ['baseline', 'number'],
  n: ['baseline'],
  v: ['baseline', 'baselineName'],
  baselineNumber: ['baseline'],
  parentBaseline: ['baseline'],
  baselineToRefreeze: ['baseline'],
  baselineNumberToRefreeze: ['baseline'],
  messageId: ['outboundMessageId', 'trackerMessageId'],
  jobId: ['bulkJobId', 'importJobId', 'jobId'],
  attachmentId: ['excelAttachmentId'],
  externalPropertyId: ['externalPropertyMetadataId', 'metadataId'],
  ids: ['externalPropertyMetadataId', 'requirementId', 'containerId'],
  id: ['matrixId', 'issueTemplateId', 'fileId', 'pageId', 'issueId', 'requirementId', 'ruleId'],
  reqs: ['key'],
  spaceKeys: ['spaceKey'],
  newSpaceKey: ['spaceKey'],
  credentialId: ['tokenId'],
  linkId: ['issueLinkId', 'linkIdentityId', 'linkId'],
  propertyName: ['name'],
  settingsName: ['settingName'],
  username: ['userName'],
  url: ['baseUrl'],
  jiraUrl: ['baseUrl'],
  from: ['baseUrl'],
}

const pools = new WeakMap<object, Pool>()

/** What a parameter or field of this name can have in a store; empty where nothing is known. */
export function liveValues(store: Store, name: string): readonly (string | number)[] {
  const names = Object.hasOwn(MEANT, name) ? (MEANT[name] ?? []) : [name, name.replace(/s$/, '')]
  const found: (string | number)[] = []
  for (const [table, definition] of Object.entries(regionTables)) {
    const pool = poolOf(table, store.table(definition as unknown as TableDefinition<object, string>))
    for (const each of names) found.push(...(pool.get(each) ?? []))
  }
  return found
}

/** Read anew when a table has been written: its image is then another object. */
function poolOf(name: string, table: Table<object, string>): Pool {
  if (table.size === 0) return NO_POOL
  const image = table.image()
  const known = pools.get(image)
  if (known !== undefined) return known
  const found = new Map<string, Set<string | number>>()
  const add = (field: string, value: unknown) => {
    if (typeof value !== 'string' && typeof value !== 'number') return
    if (typeof value === 'string' && value.length > MAXIMUM_CHARACTERS) return
    const values = found.get(field) ?? new Set()
    found.set(field, values)
    if (values.size < MAXIMUM_VALUES) values.add(value)
  }
  let seen = 0
  for (const record of table.scan()) {
    if (++seen > MOST_RECORDS) break
    collect(name, record, add)
  }
  const pool = new Map([...found].map(([field, values]) => [field, [...values]]))
  pools.set(image, pool)
  return pool
}

function collect(table: string, record: object, add: (field: string, value: unknown) => void): void {
  for (const [field, value] of Object.entries(record)) {
    add(field, value)
    // What a table numbers is named by others after the table.
    if (field === 'id' || field === 'name' || field === 'key') add(table + initialCapital(field), value)
    if (field === 'number') add(table, value)
    if (field === 'key' && table === 'container') add('projectKey', value)
  }
}

function initialCapital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
