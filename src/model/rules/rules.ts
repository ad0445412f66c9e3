/** Making, changing and deleting rules: people do it in the product, which shows no operation for it. */
import { isBlank } from '../input/blank.ts'
import { present } from '../input/present.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { alreadyExists, full, invalid, invalidRequest, notFound } from '../input/errors.ts'
import { requirementTypes } from '../records/wiki/types.ts'
import { readPattern } from '../finding/types.ts'
import { type RuleKind, type RuleRecord, rules, type RuleSeverity } from '../records/wiki/rules.ts'

export const MAXIMUM_RULES = 100

export interface RuleContent {
  readonly name: string
  readonly kind: RuleKind
  readonly severity?: RuleSeverity | undefined
  readonly typeId?: number | undefined
  readonly property?: string | undefined
  readonly external?: boolean | undefined
  readonly pattern?: string | undefined
  readonly values?: readonly string[] | undefined
}

type Field = 'property' | 'external' | 'pattern' | 'values'

const FIELDS: readonly Field[] = ['property', 'external', 'pattern', 'values']

/** The required and the optional fields of each kind. */
const FIELDS_OF: Readonly<
  Record<RuleKind, { readonly needs: readonly Field[]; readonly may: readonly Field[] }>
> = {
  MANDATORY_PROPERTY: { needs: ['property'], may: ['external'] },
  KEY_PATTERN: { needs: ['pattern'], may: [] },
  ALLOWED_VALUES: { needs: ['property', 'values'], may: ['external'] },
}

export function listRules(store: Store, projectContainerId: number | undefined): RuleRecord[] {
  const table = store.table(rules)
  return [...(projectContainerId === undefined ? table.scan() : table.range('project', [projectContainerId]))]
}

function findRule(store: Store, id: number): RuleRecord {
  const found = store.table(rules).get(id)
  if (found === undefined) throw notFound('rule', id)
  return found
}

/** Throws a Refusal: NOT_FOUND, INVALID or CONFLICT. */
export function createRule(
  { now }: World,
  store: Store,
  containerId: number,
  content: RuleContent,
): RuleRecord {
  const project = projectOf(store, containerId)
  checkContent(store, project, content, undefined)
  if (listRules(store, project.id).length >= MAXIMUM_RULES)
    throw full('container', project.id, `${MAXIMUM_RULES} rules`, 'delete one first')
  return store.table(rules).insert({
    id: store.nextId(rules),
    applicationId: project.applicationId,
    projectContainerId: project.id,
    ...saidBy(content),
    createdAt: now,
    updatedAt: now,
  })
}

export function changeRule({ now }: World, store: Store, id: number, content: RuleContent): RuleRecord {
  const { applicationId, projectContainerId, createdAt } = findRule(store, id)
  checkContent(store, projectOf(store, projectContainerId), content, id)
  const table = store.table(rules)
  return table.put({ id, applicationId, projectContainerId, ...saidBy(content), createdAt, updatedAt: now })
}

export function deleteRule(store: Store, id: number): void {
  findRule(store, id)
  store.raise('rule', id)
  store.table(rules).remove(id)
}

/** Throws a Refusal (INVALID) for a blank name, and for missing or extra fields. */
export function checkRule(content: RuleContent): void {
  const { name, kind, property, pattern } = content
  if (isBlank(name)) throw invalid('name', name, 'a name is not blank')
  const { needs, may } = FIELDS_OF[kind]
  const missing = needs.find((field) => content[field] === undefined)
  if (missing !== undefined) throw invalidRequest(`${missing} is missing`, `a rule of kind ${kind} needs it`)
  const surplus = FIELDS.find((field) => content[field] !== undefined && ![...needs, ...may].includes(field))
  if (surplus !== undefined)
    throw invalid(surplus, content[surplus], `a rule of kind ${kind} has none, leave it out`)
  if (property?.trim() === '') throw invalid('property', property, 'a name is not blank')
  if (pattern !== undefined) readPattern(pattern, 'pattern')
}

function checkContent(
  store: Store,
  project: ContainerRecord,
  content: RuleContent,
  id: number | undefined,
): void {
  checkRule(content)
  const { name, typeId } = content
  if (typeId !== undefined && store.table(requirementTypes).get(typeId)?.projectContainerId !== project.id) {
    throw notFound('type of requirements', typeId, {
      at: "body field 'typeId'",
      in: `container ${project.id}`,
    })
  }
  const other = store.table(rules).find('name', [project.id, name])
  if (other !== undefined && other.id !== id) {
    throw alreadyExists('rule', name, {
      in: `container ${project.id}`,
      instead: `choose another name, or change rule ${other.id}`,
    })
  }
}

function projectOf(store: Store, id: number): ContainerRecord {
  const found = store.table(containers).get(id)
  if (found?.level === 'PROJECT') return found
  throw notFound('container of level PROJECT', id, { instead: 'name another as containerId' })
}

function saidBy({ name, kind, severity, typeId, property, external, pattern, values }: RuleContent) {
  return { ...present({ typeId }), name, kind, ...present({ severity, property, external, pattern, values }) }
}
