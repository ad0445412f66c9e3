/** The query language bound to requirements: fields, values that name records, functions and relations (service §4.3). */
import { compileLike } from '../../language/like.ts'
import type { OwnCondition, QuerySource } from '../../language/query/source.ts'
import type { FieldReference, FunctionNode, ScopedValue, SpecialValue } from '../../language/query/syntax.ts'
import { foldCase, isIdentifier, type Relation } from '../../language/values.ts'
import { users } from '../records/service/users.ts'
import { type VariantRecord, variants } from '../records/wiki/variants.ts'
import {
  baselineWasCondition,
  currentBaselineCondition,
  isModifiedCondition,
  scopedBaselineCondition,
} from './query-baselines.ts'
import { bindField } from './query-fields.ts'
import { createQueryLinks, type LinkScope, ofRelationship, type QueryLinks } from './query-links.ts'
import { type RequirementRecord, requirements } from '../records/wiki/requirements.ts'

export interface QueryScope extends LinkScope {
  /** How many rows a full scan reads, roughly. */
  readonly size: number
}

type Condition = OwnCondition<RequirementRecord>

const NEVER: Condition = { matches: () => false, candidates: { count: 0, records: () => [] } }

/** The source of a query over requirements. Its candidates are rows of the table; see `frozenSource` for copies. */
export function requirementSource(scope: QueryScope): QuerySource<RequirementRecord> {
  const { store } = scope
  let made: QueryLinks | undefined
  const links = () => (made ??= createQueryLinks(scope))
  const related = (record: RequirementRecord, { direction, relationship }: Relation) => {
    const followed =
      direction === 'from'
        ? ofRelationship(links().children(record), relationship)
        : links().parents(record, relationship)
    return followed.map(({ other }) => other)
  }
  return {
    size: scope.size,
    identity: (record) => record.id,
    field: (field) => bindField(scope, links, field),
    user: (name) => (store.table(users).find('name', [name]) === undefined ? undefined : name),
    special: (field, value) => specialCondition(scope, field, value),
    condition: (called) => functionCondition(scope, links(), called),
    related,
    relatedBy: (record, { direction, relationship }) =>
      direction === 'from'
        ? related(record, relationship === undefined ? TO : { ...TO, relationship })
        : namedBy(scope, record, relationship),
    allLinks: (relation) => links().allLinks(relation),
  }
}

/** The source of a query over frozen copies: no index leads to them. */
export function frozenSource(scope: QueryScope): QuerySource<RequirementRecord> {
  const { size, identity, field, user, special, condition, related } = requirementSource(scope)
  const test = ({ matches }: Condition): Condition => ({ matches })
  return {
    size,
    identity,
    user,
    related,
    field(reference) {
      const binding = field(reference)
      if (binding === undefined) return undefined
      const { lookup: _rows, prefix: _beginnings, present: _present, ...read } = binding
      return read
    },
    special: (reference, value) => test(special(reference, value)),
    condition: (called) => test(condition(called)),
  }
}

const TO: Relation = { direction: 'to' }

/** Every row whose definition names a requirement. DELETED rows have parents too, but are no children. */
function namedBy(
  { store }: LinkScope,
  { applicationId, key, spaceKey }: RequirementRecord,
  relationship: string | undefined,
): Iterable<RequirementRecord> {
  const prefix = [applicationId, key, spaceKey]
  return store
    .table(requirements)
    .range('parent', relationship === undefined ? prefix : [...prefix, relationship])
}

function specialCondition(scope: LinkScope, { field }: FieldReference, value: SpecialValue): Condition {
  if (value.kind === 'currentBaseline') return currentBaselineCondition(scope)
  return field === 'baseline' ? scopedBaselineCondition(scope, value) : scopedVariantCondition(scope, value)
}

/** `('Name' in space 'KEY')`: the variant of this id or name. */
function scopedVariantCondition({ store, projects }: LinkScope, { name, space }: ScopedValue): Condition {
  const project = projects.find((candidate) => candidate.key === space)
  if (project === undefined) return NEVER
  const isNamed = (candidate: VariantRecord) =>
    typeof name === 'string'
      ? candidate.name === name
      : candidate.id === name.number || (candidate.name === name.text && !isIdentifier(name.text))
  const variant = [...store.table(variants).range('project', [project.id])].find(isNamed)
  return variant === undefined ? NEVER : { matches: (record) => record.variantId === variant.id }
}

function functionCondition(scope: LinkScope, links: QueryLinks, called: FunctionNode): Condition {
  switch (called.kind) {
    case 'hasTest':
      return { matches: testCondition(links, called) }
    case 'baselineWas':
      return baselineWasCondition(scope, called)
    case 'isModified':
      return isModifiedCondition(scope, called)
  }
}

function testCondition(
  links: QueryLinks,
  { relationship, last, status }: FunctionNode & { kind: 'hasTest' },
): (record: RequirementRecord) => boolean {
  const { matches } = compileLike(status)
  return (record) => {
    const all = links.tests(record)
    if (all.length === 0) return false
    const related = all.filter((link) => relationship === undefined || link.relationship === relationship)
    const considered = last ? related.slice(-1) : related
    return considered.some((link) => matches(foldCase(link.status)))
  }
}
