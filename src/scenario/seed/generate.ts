/**
 * Bulk requirements. Every value is drawn for its own record and field, so that adding a property, a list or a record
 * changes no other value.
 */
import { containers, LEVEL_OF_TYPE } from '../../model/records/service/containers.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import { keySequence } from '../../model/finding/requirement-keys.ts'
import { pages, type RequirementDefinition } from '../../model/records/wiki/pages.ts'
import { htmlToText, textToHtml } from '../../model/records/text/excerpt.ts'
import {
  type DependencyValue,
  type ExternalPropertyValue,
  type PropertyValue,
  type RequirementRecord,
  type RequirementStatus,
  requirements,
} from '../../model/records/wiki/requirements.ts'
import type { Random } from '../../world/random/random.ts'
import type { MakeField } from '../format/fields.ts'
import type { Entry, FieldSchema, RequirementGenerator, ValueSource } from '../format/format.ts'
import { keyOfNumber, keyWidth } from '../format/generated-keys.ts'
import { createNumbers } from './numbering.ts'
import { compilePattern, type PatternValues } from '../format/patterns.ts'
import { pathText, ScenarioError } from '../format/problems.ts'
import { type Scalar, scalarProperty } from '../format/property-values.ts'
import type { LinkPlan } from './links.ts'
import {
  externalPropertyId,
  noteRequirement,
  originOf,
  ownerOf,
  type RequirementSeeding,
} from './requirements.ts'
import { containerId, only, type Seeding, siteId, variantId } from './seeding.ts'

/** A record in the making: what its patterns may name, and its streams of values. */
interface Subject {
  readonly position: number
  readonly values: PatternValues
  readonly random: (field: string) => Random
}

type Maker<T> = (subject: Subject) => T

/** A page that a generator makes. */
interface NewPage {
  readonly id: number
  readonly container: number
}

/**
 * Makes the requirements of one generator, with their pages; returns the links to issues that it requests. `place` is
 * its position in the scenario, for errors. Throws ScenarioError when a field's schema has no value.
 */
export function generateRequirements(
  seeding: Seeding,
  progress: RequirementSeeding,
  generator: RequirementGenerator,
  makeField: MakeField | undefined,
  place: number,
): LinkPlan[] {
  const { store, world } = seeding
  const owner = ownerOf(seeding, generator)
  const newPages = makePages(seeding, generator, owner)
  const makeRecord = recordMaker(seeding, generator, owner, newPages, { makeField, place })
  const planLink = linkPlanner(seeding, generator)
  const numbers = createNumbers(store, 'requirement', [])
  const records: RequirementRecord[] = []
  const definitions = newPages.map((): RequirementDefinition[] => [])
  const plans: LinkPlan[] = []
  const stream = `${store.name}/${owner.key}/${generator.variant === undefined ? '' : `${generator.variant}/`}`
  const width = keyWidth(generator)
  for (let position = 0; position < generator.requirements; position++) {
    const number = (generator.start ?? 1) + position
    const key = keyOfNumber(generator.prefix, number, width)
    const page = pageOf(position, generator)
    const subject: Subject = {
      position,
      values: { key, number, page: page + 1, prefix: generator.prefix },
      random: world.randomFields('requirement', stream + key),
    }
    const record = makeRecord(subject, numbers.next())
    records.push(record)
    if (newPages.length === 0) noteRequirement(seeding, progress, record)
    else if (record.status === 'ACTIVE' && seeding.currentVariantIds.has(record.variantId)) {
      const { html, properties, dependencies } = record
      definitions[page]?.push({ key, html, properties, dependencies })
    }
    const plan = planLink?.(subject)
    if (plan !== undefined && record.status === 'ACTIVE') plans.push(plan)
  }
  store.table(requirements).insertMany(records)
  numbers.keep()
  raiseSequence(progress, generator, containerId(seeding, owner))
  newPages.forEach((page, at) => writePage(seeding, page, owner, definitions[at] ?? []))
  return plans
}

function raiseSequence(
  progress: RequirementSeeding,
  generator: RequirementGenerator,
  projectContainerId: number,
): void {
  if (generator.requirements === 0) return
  const sequence = keySequence(projectContainerId, generator.prefix)
  const last = (generator.start ?? 1) + generator.requirements - 1
  progress.highest.set(sequence, Math.max(last, progress.highest.get(sequence) ?? 0))
}

/** The new page, counted from 0, that defines a requirement. */
function pageOf(position: number, generator: RequirementGenerator): number {
  return Math.floor((position * (generator.pages ?? 1)) / generator.requirements)
}

function makePages(
  seeding: Seeding,
  generator: RequirementGenerator,
  owner: Entry<'spaces'> | Entry<'workspaces'>,
): NewPage[] {
  const { store, world } = seeding
  const project = containerId(seeding, owner)
  const title = compilePattern(generator.pageTitle ?? '{prefix} page {page}', generator.lists ?? {})
  const pageNumbers = createNumbers(store, 'page', [])
  const containerNumbers = createNumbers(store, 'container', [])
  const made: NewPage[] = []
  const count = Math.min(generator.pages ?? 0, generator.requirements)
  for (let page = 1; page <= count; page++) {
    const id = pageNumbers.next()
    const container = containerNumbers.next()
    const random = () =>
      world.random('page', `${store.name}/${owner.key}/${generator.prefix}${page}`, 'title')
    store.table(containers).insert({
      id: container,
      applicationId: siteId(seeding, owner.site),
      projectContainerId: project,
      parentContainerId: project,
      type: 'PAGE',
      level: LEVEL_OF_TYPE.PAGE,
      name: title({ key: '', number: page, page, prefix: generator.prefix }, random).slice(0, 255),
      createdAt: world.clock.start,
      pageId: id,
    })
    made.push({ id, container })
  }
  pageNumbers.keep()
  containerNumbers.keep()
  return made
}

function writePage(
  seeding: Seeding,
  page: NewPage,
  owner: Entry<'spaces'> | Entry<'workspaces'>,
  definitions: readonly RequirementDefinition[],
): void {
  const place = { applicationId: siteId(seeding, owner.site), spaceKey: owner.key }
  seeding.store
    .table(pages)
    .insert({ id: page.id, containerId: page.container, ...place, version: 1, definitions, links: [] })
}

/** Prepares the data that all records of a generator share. */
function recordMaker(
  seeding: Seeding,
  generator: RequirementGenerator,
  owner: Entry<'spaces'> | Entry<'workspaces'>,
  newPages: readonly NewPage[],
  field: { makeField: MakeField | undefined; place: number },
): (subject: Subject, id: number) => RequirementRecord {
  const applicationId = siteId(seeding, owner.site)
  const projectContainerId = containerId(seeding, owner)
  const variant = variantId(seeding, owner, generator.variant)
  const origin = originOf(seeding, owner, generator)
  const createdAt = seeding.world.clock.start
  const makeText = textMaker(generator)
  const makeStatus = statusMaker(generator)
  const makeProperties = together([...propertyMakers(generator), ...fieldMakers(generator, field)])
  const makeExternal = together(externalMakers(seeding, generator, owner))
  const makeDependencies = dependencyMaker(generator, owner.key)
  return (subject, id) => {
    const html = textToHtml(makeText(subject))
    const page = newPages[pageOf(subject.position, generator)]
    // A literal without a spread takes 32 bytes less for each record: a twentieth of a million requirements.
    if (page !== undefined)
      return {
        id,
        applicationId,
        projectContainerId,
        spaceKey: owner.key,
        variantId: variant,
        key: String(subject.values.key),
        status: makeStatus(subject),
        html,
        text: htmlToText(html),
        originContainerId: page.container,
        pageId: page.id,
        properties: makeProperties(subject),
        externalProperties: makeExternal(subject),
        dependencies: makeDependencies(subject),
        htmlNeedsUpdating: false,
        createdAt,
      }
    return {
      id,
      applicationId,
      projectContainerId,
      spaceKey: owner.key,
      variantId: variant,
      key: String(subject.values.key),
      status: makeStatus(subject),
      html,
      text: htmlToText(html),
      ...origin,
      properties: makeProperties(subject),
      externalProperties: makeExternal(subject),
      dependencies: makeDependencies(subject),
      htmlNeedsUpdating: false,
      createdAt,
    }
  }
}

/**
 * Lists of what is shared are shared too: `large` has 1.5 million objects instead of 1.9 million, and 12 MB less.
 */
function together<T extends object>(makers: readonly Maker<T>[]): Maker<readonly T[]> {
  const none: readonly T[] = []
  if (makers.length === 0) return () => none
  const root: ListBranch<T> = { next: new Map() }
  let branches = 0
  return (subject) => {
    const made = makers.map((make) => make(subject))
    let branch = root
    for (const item of made) {
      let next = branch.next.get(item)
      if (next === undefined) {
        if (branches++ >= SHARED_VALUES) return made
        next = { next: new Map() }
        branch.next.set(item, next)
      }
      branch = next
    }
    return (branch.list ??= made)
  }
}

/** What lists begin with: the list of no more than that, once there was one, and those that go on, by their next item. */
interface ListBranch<T> {
  list?: readonly T[]
  readonly next: Map<T, ListBranch<T>>
}

function textMaker(generator: RequirementGenerator): Maker<string> {
  const text = generator.text ?? 'Requirement {number}'
  const patterns = (typeof text === 'string' ? [text] : text).map((pattern) =>
    compilePattern(pattern, generator.lists ?? {}),
  )
  return (subject) => {
    const random = subject.random('text')
    return random.pick(patterns)(subject.values, () => random)
  }
}

function statusMaker(generator: RequirementGenerator): Maker<RequirementStatus> {
  const { ACTIVE: active = 0, DELETED: deleted = 0 } = generator.status ?? { ACTIVE: 1 }
  if (deleted === 0) return () => 'ACTIVE'
  return (subject) =>
    subject.random('status').fraction() * (active + deleted) < active ? 'ACTIVE' : 'DELETED'
}

function propertyMakers(generator: RequirementGenerator): Maker<PropertyValue>[] {
  return Object.entries(generator.properties ?? {}).map(([name, source]) =>
    sharing(valueMaker(`property/${name}`, source, generator), (value) => scalarProperty(name, value)),
  )
}

function externalMakers(
  seeding: Seeding,
  generator: RequirementGenerator,
  owner: Entry<'spaces'> | Entry<'workspaces'>,
): Maker<ExternalPropertyValue>[] {
  return Object.entries(generator.external ?? {})
    .map(([name, source]) => ({ metadataId: externalPropertyId(seeding, owner, name), name, source }))
    .toSorted((a, b) => a.metadataId - b.metadataId)
    .map(({ metadataId, name, source }) =>
      sharing(valueMaker(`external/${name}`, source, generator), (value) => ({ metadataId, value })),
    )
}

/** More distinct values than this are not kept for sharing. */
const SHARED_VALUES = 10_000

/** Equal values become one object: bulk data repeats itself. */
function sharing<T>(make: Maker<Scalar>, wrap: (value: Scalar) => T): Maker<T> {
  const known = new Map<Scalar, T>()
  return (subject) => {
    const value = make(subject)
    const shared = known.get(value)
    if (shared !== undefined) return shared
    const wrapped = wrap(value)
    if (known.size < SHARED_VALUES) known.set(value, wrapped)
    return wrapped
  }
}

function valueMaker(field: string, source: ValueSource, generator: RequirementGenerator): Maker<Scalar> {
  if (Array.isArray(source)) return (subject) => subject.random(field).pick(source)
  if (typeof source === 'string') {
    const pattern = compilePattern(source, generator.lists ?? {})
    return (subject) => pattern(subject.values, () => subject.random(field))
  }
  const { from, to, step = 1 } = source
  const steps = Math.min(Math.floor((to - from) / step), 0x7fff_ffff)
  return (subject) => toTwelveDigits(from + subject.random(field).integer(0, steps) * step)
}

/** Twelve digits hide what binary fractions add to 0.1 + 0.2; a whole number that has no more needs no text for that. */
function toTwelveDigits(value: number): number {
  return Number.isInteger(value) && Math.abs(value) < 1e12 ? value : Number(value.toPrecision(12))
}

function fieldMakers(
  generator: RequirementGenerator,
  { makeField, place }: { makeField: MakeField | undefined; place: number },
): Maker<PropertyValue>[] {
  return Object.entries(generator.fields ?? {}).map(([name, schema]) => (subject) => {
    const value = makeField?.(schema, subject.random(`field/${name}`))
    if (value === undefined) throw new ScenarioError([noValue(name, place)])
    const property = scalarProperty(name, value)
    return isDate(schema) ? { ...property, dataType: 'DATE' } : property
  })
}

function noValue(name: string, place: number) {
  const path = pathText(['generate', place, 'fields', name])
  return {
    file: 'scenario',
    path,
    message: 'no value matches this schema: give a type, and wider bounds',
  }
}

function isDate(schema: FieldSchema): boolean {
  return schema.format === 'date' || schema.format === 'date-time'
}

function dependencyMaker(
  generator: RequirementGenerator,
  spaceKey: string,
): Maker<readonly DependencyValue[]> {
  const shares = Object.entries(generator.dependencies ?? {})
  const none: readonly DependencyValue[] = []
  const width = keyWidth(generator)
  return (subject) => {
    if (subject.position === 0) return none
    const made: DependencyValue[] = []
    for (const [relationship, share] of shares) {
      const random = subject.random(`dependency/${relationship}`)
      if (random.fraction() >= share) continue
      const parent = (generator.start ?? 1) + random.integer(0, subject.position - 1)
      made.push({ relationship, spaceKey, key: keyOfNumber(generator.prefix, parent, width) })
    }
    return made.length === 0 ? none : made
  }
}

function linkPlanner(
  seeding: Seeding,
  generator: RequirementGenerator,
): Maker<LinkPlan | undefined> | undefined {
  const { links, space: named } = generator
  if (links === undefined || named === undefined) return undefined
  const { directory } = seeding
  const space = only(directory.space(named), 'space', named)
  const issues = directory.issuesOf(only(directory.project(links.project), 'project', links.project))
  const relationship = links.relationship ?? DEFAULT_ISSUE_RELATIONSHIP
  return (subject) => {
    const random = subject.random('link')
    if (random.fraction() >= links.share) return undefined
    return { issue: random.pick(issues), space, key: String(subject.values.key), relationship }
  }
}
