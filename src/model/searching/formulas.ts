/** Formulas over requirements: what they select, and what their operands read (service §4.1). */
import { oncePerKey } from '../../world/once.ts'
import type { Grammar } from '../../language/grammar.ts'
import { parseFormula } from '../../language/formula/parse.ts'
import type { FormulaSource } from '../../language/formula/source.ts'
import type { Formula, FormulaLanguage } from '../../language/formula/syntax.ts'
import { planQuery } from '../../language/query/plan.ts'
import type { Store } from '../../world/store/store.ts'
import type { ApplicationRecord } from '../records/service/applications.ts'
import { findProject, readableContainers } from '../finding/containers.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { invalidParts, notFound } from '../input/errors.ts'
import { requireContainerRead } from '../finding/permissions.ts'
import type { UserRecord } from '../records/service/users.ts'
import { type VariantRecord, variants } from '../records/wiki/variants.ts'
import { currentVariant, findVariant } from '../finding/variants.ts'
import { listRequirements } from './listing.ts'
import { findIssueLinks, findRelated } from '../finding/requirements/lookup.ts'
import { propertyText } from '../records/text/property-text.ts'
import { frozenSource, requirementSource } from './query-source.ts'
import { refuseUnfitValues } from './query-values.ts'
import {
  externalPropertyMetadata,
  type ExternalPropertyValue,
  type PropertyValue,
  type RequirementRecord,
} from '../records/wiki/requirements.ts'

/** Which requirements a formula runs over; absent fields do not restrict it. */
export interface Selection {
  readonly query?: string | undefined
  /** The grammar of the query; absent: it may use the words of both dialects. */
  readonly grammar?: Grammar | undefined
  readonly projectContainerId?: number | undefined
  readonly variantId?: number | undefined
  readonly keys?: readonly string[] | undefined
}

/** Reads a formula; throws a Refusal (INVALID) that begins with the position of the first error and lists them all. */
export function readFormula(text: string, language: FormulaLanguage, grammar?: Grammar): Formula {
  const parsed = parseFormula(text, language, grammar)
  if (parsed.ok) return parsed.formula
  const lines = parsed.errors.map(
    ({ position, message }) => `Syntax error at position ${position}: ${message}`,
  )
  throw invalidParts(lines as [string, ...string[]], 'syntax')
}

/** The variant of each project that a selection covers; throws NOT_FOUND and FORBIDDEN for what it names. */
export function selectedVariants(
  store: Store,
  user: UserRecord,
  application: ApplicationRecord,
  { projectContainerId, variantId }: Selection,
): { readonly project: ContainerRecord; readonly variant: VariantRecord }[] {
  const named = projectContainerId ?? projectOfVariant(store, variantId)
  if (named === undefined) {
    return readableContainers(store, user, application.id, 'PROJECT').map((project) => ({
      project,
      variant: currentVariant(store, project.id),
    }))
  }
  const project = findProject(store, application.id, named)
  requireContainerRead(store, user, project)
  const variant =
    variantId === undefined ? currentVariant(store, project.id) : findVariant(store, project.id, variantId)
  return [{ project, variant }]
}

export function selectRequirements(
  store: Store,
  user: UserRecord,
  application: ApplicationRecord,
  selection: Selection,
): RequirementRecord[] {
  const keys = selection.keys === undefined ? undefined : new Set(selection.keys)
  return selectedVariants(store, user, application, selection)
    .flatMap(({ project, variant }) => [
      ...listRequirements(store, user, project, variant, {
        query: selection.query,
        grammar: selection.grammar,
        key: keys === undefined ? undefined : (key) => keys.has(key),
      }).rowsFrom(0),
    ])
    .sort((a, b) => a.id - b.id)
}

/** The operand that stands for a requirement's issue links, unless it has a property of this name. */
export const ISSUE_OPERAND = 'jira'

/**
 * What formulas read of readable requirements. With `issues`, `@jira` is the number of issue links. Criteria throw INVALID for
 * values that cannot be compared.
 */
export function formulaSource(
  store: Store,
  user: UserRecord,
  application: ApplicationRecord,
  { issues = false, grammar }: { readonly issues?: boolean; readonly grammar?: Grammar | undefined } = {},
): FormulaSource<RequirementRecord> {
  const projects = readableContainers(store, user, application.id, 'PROJECT')
  const readable = new Set(projects.map((project) => project.id))
  const metadataId = oncePerKey(
    (name: string) => store.table(externalPropertyMetadata).find('name', [application.id, name])?.id,
  )
  const inline = createFinder((property: PropertyValue) => property.key)
  const external = createFinder((property: ExternalPropertyValue) => property.metadataId)
  return {
    identity: (record) => record.id,
    value(record, operand) {
      const { name } = operand
      if (operand.external) {
        const id = metadataId(name)
        const found = id === undefined ? undefined : external(record.externalProperties, id)
        return found?.multivalues ?? found?.value
      }
      const property = inline(record.properties, name)
      if (property !== undefined) return propertyText(property)
      return issues && name === ISSUE_OPERAND ? findIssueLinks(store, record).length || undefined : undefined
    },
    *related(record, relation) {
      for (const other of findRelated(store, record, relation))
        if (readable.has(other.projectContainerId)) yield other
    },
    criteria(query) {
      const scope = { store, user, applicationId: application.id, projects, size: Number.MAX_SAFE_INTEGER }
      const plan = planQuery(query, requirementSource(scope), grammar)
      refuseUnfitValues(plan, grammar)
      const ofRows = plan.matches
      const ofCopies = planQuery(query, frozenSource(scope), grammar).matches
      // Indexes know rows of the table only.
      return (record) => (record.baseline === undefined ? ofRows(record) : ofCopies(record))
    },
  }
}

/** Longer lists get an index when a finder first looks into them. */
const LONG_LIST = 20

function createFinder<Item, Key>(
  keyOf: (item: Item) => Key,
): (items: readonly Item[], key: Key) => Item | undefined {
  const indexes = new Map<readonly Item[], ReadonlyMap<Key, Item>>()
  return (items, key) => {
    if (items.length <= LONG_LIST) return items.find((item) => keyOf(item) === key)
    let index = indexes.get(items)
    if (index === undefined) {
      // From the last to the first: of equal keys the first stays.
      index = new Map(items.toReversed().map((item) => [keyOf(item), item]))
      indexes.set(items, index)
    }
    return index.get(key)
  }
}

function projectOfVariant(store: Store, variantId: number | undefined): number | undefined {
  if (variantId === undefined) return undefined
  const variant = store.table(variants).get(variantId)
  if (variant === undefined) throw notFound('variant', variantId, { at: 'variantId' })
  return variant.projectContainerId
}
