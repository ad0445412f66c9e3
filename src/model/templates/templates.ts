/** The templates of project containers: who sees and changes them, and what they must be. */
import { isBlank } from '../input/blank.ts'
import type { Author } from '../records/actor.ts'
import { present } from '../input/present.ts'
import type { Grammar } from '../../language/grammar.ts'
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { invalid, invalidParts, notFound } from '../input/errors.ts'
import type { UserRecord } from '../records/service/users.ts'
import { maySee, requireSight } from '../finding/sharing.ts'
import { parseTemplate } from './placeholders.ts'
import { type TemplateRecord, templates, type TemplateType } from '../records/wiki/templates.ts'

export interface TemplateContent {
  readonly name: string
  readonly description?: string | undefined
  readonly type?: TemplateType | undefined
  readonly content: string
  readonly sharedLevel?: TemplateRecord['sharedLevel'] | undefined
}

/** Absent fields stay; a description that is null is removed. */
export type TemplateChanges = {
  readonly [N in keyof Omit<TemplateContent, 'description'>]?: TemplateContent[N] | undefined
} & { readonly description?: string | null | undefined }

export function templatesOf(store: Store, user: UserRecord, project: ContainerRecord): TemplateRecord[] {
  return [...store.table(templates).range('project', [project.id])].filter((template) =>
    maySee(store, user, sharingOf(template)),
  )
}

export function findTemplate(store: Store, applicationId: number, id: number | bigint): TemplateRecord {
  const found = typeof id === 'number' ? store.table(templates).get(id) : undefined
  if (found?.applicationId === applicationId) return found
  throw notFound('template', id, { in: `application ${applicationId}` })
}

export function findVisibleTemplate(
  store: Store,
  user: UserRecord,
  project: ContainerRecord,
  id: number,
): TemplateRecord {
  const found = store.table(templates).get(id)
  if (found?.projectContainerId !== project.id)
    throw notFound('template', id, { in: `container ${project.id}` })
  requireSight(store, user, sharingOf(found))
  return found
}

export const sharingOf = (template: TemplateRecord) =>
  ({ ...template, kind: 'template', ownerId: template.ownedBy }) as const

/** The caller becomes the owner. Throws a Refusal (INVALID) for a blank name or bad content. */
export function createTemplate(
  { world, store, user, grammar }: Author,
  project: ContainerRecord,
  { name, description, type = 'CALCULATION', content, sharedLevel = 'NONE' }: TemplateContent,
): TemplateRecord {
  checkName(name)
  checkContent(content, type, grammar)
  return store.table(templates).insert({
    id: store.nextId(templates),
    applicationId: project.applicationId,
    projectContainerId: project.id,
    name,
    ...(description === undefined ? {} : { description }),
    type,
    content,
    sharedLevel,
    ownedBy: user.id,
    createdAt: world.now,
    updatedAt: world.now,
  })
}

export function changeTemplate(
  { world, store, grammar }: Omit<Author, 'user'>,
  template: TemplateRecord,
  { name, description, type, content, sharedLevel }: TemplateChanges,
): TemplateRecord {
  if (name !== undefined) checkName(name)
  // Unchanged content may use another grammar.
  const isNew = content !== undefined && content !== template.content
  checkContent(content ?? template.content, type ?? template.type, isNew ? grammar : undefined)
  const { description: before, ...kept } = template
  const after = description === undefined ? before : (description ?? undefined)
  return store.table(templates).put({
    ...kept,
    ...present({ name, description: after }),
    ...present({ type, content, sharedLevel }),
    updatedAt: world.now,
  })
}

/** Widgets that show the template keep its id. */
export function deleteTemplate(store: Store, { id }: TemplateRecord): void {
  store.table(templates).remove(id)
}

export function checkContent(content: string, type: TemplateType, grammar?: Grammar): void {
  const [first, ...rest] = parseTemplate(content, type, grammar).errors
  if (first === undefined) return
  const line = ({ position, message }: typeof first) => `content: at position ${position}: ${message}`
  throw invalidParts([line(first), ...rest.map(line)], 'syntax')
}

function checkName(name: string): void {
  if (!isBlank(name)) return
  throw invalid("body field 'name'", name, 'a name is not blank')
}
