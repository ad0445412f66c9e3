/** Making, changing and deleting rules: people do it in the product, which shows no operation for it. */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import { nextFree } from '../next-free.ts'
import { Refusal, shown } from '../refusal.ts'
import { requirementTypes } from '../types/records.ts'
import { readPattern } from '../types/types.ts'
import { type RuleKind, type RuleRecord, rules, type RuleSeverity } from './records.ts'

/** Rules of one project container. */
export const MAXIMUM_RULES = 100

/** What is said of a rule. */
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

/** What a rule of each kind needs, and what it may have besides. */
const FIELDS_OF: Readonly<
  Record<RuleKind, { readonly needs: readonly Field[]; readonly may: readonly Field[] }>
> = {
  MANDATORY_PROPERTY: { needs: ['property'], may: ['external'] },
  KEY_PATTERN: { needs: ['pattern'], may: [] },
  ALLOWED_VALUES: { needs: ['property', 'values'], may: ['external'] },
}

/** The rules of a project container, or of all, by id. */
export function listRules(store: Store, projectContainerId: number | undefined): RuleRecord[] {
  const table = store.table(rules)
  return [...(projectContainerId === undefined ? table.scan() : table.range('project', [projectContainerId]))]
}

/** The rule of this id. Throws a Refusal (NOT_FOUND). */
export function findRule(store: Store, id: number): RuleRecord {
  const found = store.table(rules).get(id)
  if (found === undefined) throw new Refusal('NOT_FOUND', `there is no rule ${shown(String(id))}`)
  return found
}

/**
 * Makes a rule. Throws a Refusal: NOT_FOUND for an unknown container or type, INVALID for what does not fit the kind,
 * CONFLICT for a taken name and for one rule too many.
 */
export function createRule(
  { now }: World,
  store: Store,
  containerId: number,
  content: RuleContent,
): RuleRecord {
  const project = projectOf(store, containerId)
  checkContent(store, project, content, undefined)
  const table = store.table(rules)
  if (listRules(store, project.id).length >= MAXIMUM_RULES)
    throw new Refusal(
      'CONFLICT',
      `container ${project.id} has ${MAXIMUM_RULES} rules already: delete one first`,
    )
  return table.insert({
    id: nextFree(store, 'rule', (candidate) => table.has(candidate)),
    applicationId: project.applicationId,
    projectContainerId: project.id,
    ...saidBy(content),
    createdAt: now,
    updatedAt: now,
  })
}

/** Replaces what a rule says. Throws as createRule does. */
export function changeRule({ now }: World, store: Store, id: number, content: RuleContent): RuleRecord {
  const { applicationId, projectContainerId, createdAt } = findRule(store, id)
  checkContent(store, projectOf(store, projectContainerId), content, id)
  const table = store.table(rules)
  return table.put({ id, applicationId, projectContainerId, ...saidBy(content), createdAt, updatedAt: now })
}

/** Deletes a rule. Throws a Refusal (NOT_FOUND). */
export function deleteRule(store: Store, id: number): void {
  findRule(store, id)
  store.raise('rule', id)
  store.table(rules).remove(id)
}

/** Throws a Refusal (INVALID) for a name that is blank, and for fields that a rule's kind lacks or does not have. */
export function checkRule(content: RuleContent): void {
  const { name, kind, property, pattern } = content
  if (name.trim() === '') throw invalid('name', `${shown(name)}: a name is not blank`)
  const { needs, may } = FIELDS_OF[kind]
  const missing = needs.find((field) => content[field] === undefined)
  if (missing !== undefined) throw invalid(missing, `is needed by a rule of kind ${kind}`)
  const surplus = FIELDS.find((field) => content[field] !== undefined && ![...needs, ...may].includes(field))
  if (surplus !== undefined)
    throw invalid(surplus, `${shown(content[surplus])}: a rule of kind ${kind} has none, leave it out`)
  if (property?.trim() === '') throw invalid('property', `${shown(property)}: a name is not blank`)
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
    const message = `typeId ${shown(String(typeId))}: container ${project.id} has no such type of requirements`
    throw new Refusal('NOT_FOUND', message)
  }
  const other = store.table(rules).find('name', [project.id, name])
  if (other !== undefined && other.id !== id) {
    const message = `name ${shown(name)}: rule ${other.id} of container ${project.id} has it already, choose another`
    throw new Refusal('CONFLICT', message)
  }
}

function projectOf(store: Store, id: number): ContainerRecord {
  const found = store.table(containers).get(id)
  if (found?.level === 'PROJECT') return found
  throw new Refusal(
    'NOT_FOUND',
    `containerId ${shown(String(id))}: there is no such container of level PROJECT`,
  )
}

function saidBy({ name, kind, severity, typeId, property, external, pattern, values }: RuleContent) {
  return {
    ...(typeId === undefined ? {} : { typeId }),
    name,
    kind,
    ...(severity === undefined ? {} : { severity }),
    ...(property === undefined ? {} : { property }),
    ...(external === undefined ? {} : { external }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(values === undefined ? {} : { values }),
  }
}

function invalid(field: string, complaint: string): Refusal {
  const message = `${field} ${complaint}`
  return new Refusal('INVALID', message, [message])
}
