/** Imports of whole worlds, checked so that nothing later stumbles over them: fields, references, and numbers given. */
import { checkAlternatives } from '../api/framework/assumptions.ts'
import { isBeingFrozen, isFrozen } from '../model/records/machines/baseline-machine.ts'
import { baselineSequence, runningTask } from '../model/finding/baselines.ts'
import { baselines } from '../model/records/wiki/baselines.ts'
import { countPreviews } from '../model/baselines/rows-to-freeze.ts'
import { readConfig } from '../model/records/world/config.ts'
import { containers } from '../model/records/service/containers.ts'
import { faults, MAXIMUM_FAULTS } from '../model/records/world/faults.ts'
import { formerKeyId, formerKeys, keyHolds } from '../model/records/wiki/requirement-keys.ts'
import { linkIdentities, linkIdentityId } from '../model/records/tracker/link-identities.ts'
import { issues, bulkJobs } from '../model/records/tracker/tracker.ts'
import { pages, pageVersions } from '../model/records/wiki/pages.ts'
import { isKeySequence } from '../model/finding/requirement-keys.ts'
import { type FrozenSetRecord, frozenSetId, frozenSets } from '../model/finding/requirements/frozen.ts'
import { type RequirementRecord, requirements } from '../model/records/wiki/requirements.ts'
import { recordCheck } from '../model/input/record-check.ts'
import { Refusal, quoted } from '../model/input/refusal.ts'
import { rules } from '../model/records/wiki/rules.ts'
import { checkRule } from '../model/rules/rules.ts'
import { settings } from '../model/records/service/settings.ts'
import { settingId } from '../model/settings/settings.ts'
import { featureUseId, featureUses } from '../model/records/service/telemetry.ts'
import { matrices, type MatrixColumn } from '../model/records/wiki/matrices.ts'
import { variants } from '../model/records/wiki/variants.ts'
import { compareCodePoints, type KeyPart } from '../world/order.ts'
import { keyField, type Reference } from '../world/store/fields.ts'
import { referencesOf } from '../world/store/references.ts'
import { MAXIMUM_ID, sequences, type Store } from '../world/store/store.ts'
import type { Table, TableDefinition } from '../world/store/table.ts'
import { importWorld, WorldDocumentError } from '../world/transfer.ts'
import { SYSTEM, tablesOf, type World, type WorldSchema } from '../world/world.ts'

type AnyTable = Table<object, string>
type AnyDefinition = TableDefinition<object, string>

/** Makes the world that a document describes. Throws WorldDocumentError, naming the place, for anything that is not one. */
export function importCheckedWorld(schema: WorldSchema, document: unknown): World {
  const world = importWorld(schema, document, checksOf(schema))
  const alternatives = checkAlternatives(readConfig(world.system).assumptions)
  if (alternatives[0] !== undefined) throw new WorldDocumentError(`stores.system.config: ${alternatives[0]}`)
  if (world.system.table(faults).size > MAXIMUM_FAULTS)
    throw new WorldDocumentError(`stores.system.fault: a world holds at most ${MAXIMUM_FAULTS} faults`)
  checkMutations(world)
  for (const region of schema.regions) {
    const store = world.region(region)
    const copies = checkFrozenSets(store)
    checkReferences(schema, store, copies)
    checkFrozenBaselines(store)
    checkBaselines(store)
    checkContainerTree(store)
    checkCurrentVariants(store)
    checkComposedIds(store)
    checkMatrixColumns(store)
    checkBulkJobs(store)
    checkRules(store)
    countBaselines(store)
    raiseSequences(schema, store)
  }
  for (const store of [world.system, ...schema.regions.map((region) => world.region(region))])
    checkSequences(store)
  return world
}

function checksOf(schema: WorldSchema): (table: string, record: object) => string | undefined {
  const checks = new Map<string, (record: object) => string | undefined>()
  for (const { name, fields } of [SYSTEM, ...schema.regions].flatMap((store) => tablesOf(schema, store)))
    checks.set(name, recordCheck(fields))
  return (table, record) => checks.get(table)?.(record)
}

/** A fault that is a mutation names a mistake, and no other fault does. */
function checkMutations({ system }: World): void {
  for (const { id, target, effect } of system.table(faults).scan())
    if ((target.kind === 'mutation') !== (effect.mutate !== undefined))
      throw new WorldDocumentError(
        `stores.system.fault: fault ${id} must have effect.mutate if its target.kind is 'mutation', and only then`,
      )
}

/** The record that a reference names is there, or once was; for requirements the ids of frozen copies count too. */
function checkReferences(schema: WorldSchema, store: Store, copies: ReadonlySet<KeyPart>): void {
  const tables = new Map(tablesIn(schema, store).map(([{ name }, table]) => [name, table]))
  const isThere = ({ table, holds }: Reference, key: KeyPart) =>
    tables.get(table)?.has(key) === true ||
    (table === requirements.name && copies.has(key)) ||
    (holds === 'existed' && typeof key === 'number' && key >= 1 && key <= store.last(table))
  for (const [definition, table] of tablesIn(schema, store)) {
    const walk = referencesOf(definition.fields)
    for (const record of table.scan()) {
      const problem = walk(record, (name, reference, key) =>
        isThere(reference, key)
          ? undefined
          : `${name} ${quoted(key)} names no ${reference.table} of this region`,
      )
      if (problem === undefined) continue
      const key = shownKey(definition, record)
      throw new WorldDocumentError(`stores.${store.name}.${definition.name}: record ${key}: ${problem}`)
    }
  }
}

/** The key of a record, or its id where the key is a hash. */
function shownKey({ fields, key }: AnyDefinition, record: object): string {
  if (fields[keyField(fields) ?? '']?.isSecret !== true) return quoted(key(record))
  return 'id' in record ? quoted(record.id) : '(a hash)'
}

/** Whoever looks for a copy finds it: lists of one length, in order of key, with ids that nothing else has; these ids. */
function checkFrozenSets(store: Store): ReadonlySet<KeyPart> {
  const found = new Set<KeyPart>()
  for (const set of store.table(frozenSets).scan()) {
    const taken = set.ids.find((id) => found.has(id) || store.table(requirements).has(id))
    const problem =
      taken === undefined ? problemOfSet(set) : `something else has the id ${quoted(taken)} of a copy`
    if (problem !== undefined)
      throw new WorldDocumentError(`stores.${store.name}.frozenSet: record ${quoted(set.id)}: ${problem}`)
    for (const id of set.ids) found.add(id)
  }
  return found
}

function checkFrozenBaselines(store: Store): void {
  for (const set of store.table(frozenSets).scan()) {
    const problem = problemOfBaseline(store, set)
    if (problem === undefined) continue
    throw new WorldDocumentError(`stores.${store.name}.frozenSet: record ${quoted(set.id)}: ${problem}`)
  }
}

/** Copies are of a baseline that is DONE, or of one that a task freezes right now. */
function problemOfBaseline(store: Store, set: FrozenSetRecord): string | undefined {
  const { projectContainerId, number } = set
  const baseline = store.table(baselines).find('number', [projectContainerId, number])
  if (baseline === undefined) return `there is no baseline ${number}`
  if (isFrozen(baseline)) return undefined
  const grows = isBeingFrozen(baseline) && runningTask(store, baseline) !== undefined
  return grows ? undefined : `baseline ${number} is ${baseline.status}: no task makes copies for it`
}

/** A baseline follows one that is there, not itself by way of others, and names a page that is there (A237). */
function checkBaselines(store: Store): void {
  const table = store.table(baselines)
  for (const { id, projectContainerId, number, parentBaseline, pageId } of table.scan()) {
    const place = `stores.${store.name}.baseline: record ${quoted(id)}`
    if (pageId !== undefined && !store.table(pages).has(pageId))
      throw new WorldDocumentError(`${place}: pageId ${pageId} names no page of this region: leave it out`)
    const passed = new Set([number])
    for (let at = parentBaseline; at !== undefined;) {
      const parent = table.find('number', [projectContainerId, at])
      if (parent === undefined)
        throw new WorldDocumentError(`${place}: there is no parentBaseline ${at}: leave it out`)
      if (passed.has(at))
        throw new WorldDocumentError(`${place}: it follows itself by parentBaseline ${at}: leave it out`)
      passed.add(at)
      at = parent.parentBaseline
    }
  }
}

function problemOfSet({ sources, ids, pageVersions, copied, ...set }: FrozenSetRecord): string | undefined {
  const id = frozenSetId(set.projectContainerId, set.number, set.variantId)
  if (set.id !== id) return `its id must be ${quoted(id)}, as its fields say`
  if (ids.length !== sources.length || pageVersions.length !== sources.length || copied > sources.length)
    return `sources, ids and pageVersions must be as many, and 'copied' no more`
  if (new Set(ids).size < ids.length) return 'two copies have the same id'
  const elsewhere = (source: RequirementRecord) =>
    source.projectContainerId !== set.projectContainerId || source.variantId !== set.variantId
  if (sources.some(elsewhere)) return 'its sources must be of its own project container and variant'
  const keys = sources.map(({ key }) => key)
  const ordered = keys.every((key, at) => at === 0 || compareCodePoints(keys[at - 1] as string, key) < 0)
  return ordered ? undefined : 'sources must be in order of key, no key twice'
}

/** No container may be its own ancestor, or walking up would never end. */
function checkContainerTree(store: Store): void {
  const table = store.table(containers)
  const sound = new Set<number>()
  for (const start of table.scan()) {
    const path = new Set<number>()
    for (
      let id: number | undefined = start.id;
      id !== undefined && !sound.has(id);
      id = table.get(id)?.parentContainerId
    ) {
      if (path.has(id))
        throw new WorldDocumentError(`stores.${store.name}.container: ${quoted(id)} is above itself`)
      path.add(id)
    }
    for (const id of path) sound.add(id)
    const project = table.get(start.projectContainerId)
    if (project?.level !== 'PROJECT') {
      const place = `stores.${store.name}.container: record ${quoted(start.id)}`
      throw new WorldDocumentError(
        `${place}: projectContainerId ${quoted(start.projectContainerId)} is not of level PROJECT`,
      )
    }
    if (start.level === 'PROJECT' && start.parentContainerId === undefined) continue
    if (start.level === 'PROJECT' || start.parentContainerId === undefined) {
      const place = `stores.${store.name}.container: record ${quoted(start.id)}`
      throw new WorldDocumentError(`${place}: a container has a parent exactly when its level is DOCUMENT`)
    }
  }
  for (const issue of store.table(issues).scan()) {
    if (table.get(issue.containerId)?.type === 'ISSUE') continue
    throw new WorldDocumentError(
      `stores.${store.name}.issue: record ${quoted(issue.id)}: its container is no ISSUE`,
    )
  }
}

/** Every project container has the one variant that the path segment `current` addresses. */
function checkCurrentVariants(store: Store): void {
  for (const container of store.table(containers).scan()) {
    if (container.level !== 'PROJECT') continue
    if (store.table(variants).find('current', [container.id]) !== undefined) continue
    throw new WorldDocumentError(
      `stores.${store.name}.variant: container ${quoted(container.id)} has no current variant`,
    )
  }
}

/** Ids that are made of other fields say what those say, or look-ups would not find the record. */
function checkComposedIds(store: Store): void {
  const check = (table: string, id: string, composed: string) => {
    if (id === composed) return
    const place = `stores.${store.name}.${table}: record ${quoted(id)}`
    throw new WorldDocumentError(`${place}: its id must be ${quoted(composed)}, as its fields say`)
  }
  for (const { id, pageId, version } of store.table(pageVersions).scan())
    check('pageVersion', id, `${pageId}/${version}`)
  for (const { id, projectContainerId, key } of store.table(keyHolds).scan())
    check('keyHold', id, `${projectContainerId}/${key}`)
  for (const { id, projectContainerId, key } of store.table(formerKeys).scan())
    check('formerKey', id, formerKeyId(projectContainerId, key))
  for (const { id, applicationId, name, projectContainerId } of store.table(settings).scan())
    check('setting', id, settingId(applicationId, name, projectContainerId))
  for (const { id, userId, feature } of store.table(featureUses).scan())
    check('featureUse', id, featureUseId(userId, feature))
  for (const { id, requirementId, facts } of store.table(linkIdentities).scan())
    check('linkIdentity', id, linkIdentityId(requirementId, facts))
}

/** Following the parents of any column of a matrix leads to the first column. */
function checkMatrixColumns(store: Store): void {
  for (const { id, columns } of store.table(matrices).scan()) {
    if (
      columns.length > 0 &&
      columns.every((column, at) => column.columnIndex === at && arrives(columns, at))
    )
      continue
    const rule = 'a column has its position as index, and starts from the first or from one that does'
    throw new WorldDocumentError(`stores.${store.name}.matrix: record ${quoted(id)}: ${rule}`)
  }
}

function arrives(columns: readonly MatrixColumn[], from: number): boolean {
  let at: number | undefined = from
  for (let steps = 0; steps <= columns.length; steps++) {
    if (at === 0) return columns[0]?.parentColumnIndex === 0
    at = columns[at ?? 0]?.parentColumnIndex
    if (at === undefined) return false
  }
  return false
}

/** Rules say what their kind has, as those do that are made one by one. */
function checkRules(store: Store): void {
  for (const rule of store.table(rules).scan()) {
    try {
      checkRule(rule)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new WorldDocumentError(`stores.${store.name}.rule: record ${quoted(rule.id)}: ${error.message}`)
    }
  }
}

/** Counts what baselines would freeze if the document does not say so, as worlds of earlier versions may not. */
function countBaselines(store: Store): void {
  try {
    countPreviews(store)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new WorldDocumentError(`stores.${store.name}.baseline: ${error.message}`)
  }
}

/** What a job has left to do is of its kind. */
function checkBulkJobs(store: Store): void {
  for (const { id, kind, shared, items } of store.table(bulkJobs).scan()) {
    const field = kind === 'RESYNCHRONISE' ? 'serviceId' : 'requirements'
    const isOfKind = items.every((item) => field in item)
    if (isOfKind && (items.length === 0 || kind === 'RESYNCHRONISE' || shared !== undefined)) continue
    const place = `stores.${store.name}.bulkJob: record ${quoted(id)}`
    throw new WorldDocumentError(`${place}: its items are not those of a job of kind ${kind}`)
  }
}

/** New records get numbers above all existing ones, whatever the sequences in the document are. */
function raiseSequences(schema: WorldSchema, store: Store): void {
  for (const [definition, table] of tablesIn(schema, store)) {
    // Only ids are numbered; other keys that are numbers are made of them.
    const [last] = keyField(definition.fields) === 'id' ? table.scan({ reverse: true }) : []
    const key = last === undefined ? undefined : definition.key(last)
    if (typeof key === 'number') store.raise(definition.name, key)
  }
  for (const { projectContainerId, number } of store.table(baselines).scan())
    store.raise(baselineSequence(projectContainerId), number)
  for (const { projectContainerId, number, ids } of store.table(frozenSets).scan()) {
    store.raise(baselineSequence(projectContainerId), number)
    store.raise(
      requirements.name,
      ids.reduce((highest, id) => Math.max(highest, id), 0),
    )
  }
}

/** Numbers, those given since the highest of a record included, leave room for more. Those that keys of requirements end in go up to the last safe integer. */
function checkSequences(store: Store): void {
  for (const { name, value } of store.table(sequences).scan()) {
    if (value <= 2 * MAXIMUM_ID || isKeySequence(name)) continue
    throw new WorldDocumentError(
      `stores.${store.name}.${name}: the highest number is ${value}, which leaves none for new records: use numbers up to ${MAXIMUM_ID}`,
    )
  }
}

function tablesIn(schema: WorldSchema, store: Store): (readonly [AnyDefinition, AnyTable])[] {
  return tablesOf(schema, store.name).map((definition) => {
    const table = store.table(definition as unknown as AnyDefinition)
    return [definition as unknown as AnyDefinition, table] as const
  })
}
