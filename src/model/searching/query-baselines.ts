/** What a query asks about baselines: of which one a row is a frozen copy, and what a row was in one (service §2.2). */
import { oncePerKey } from '../../world/once.ts'
import type { FieldBinding, OwnCondition } from '../../language/query/source.ts'
import type { FunctionNode, RecordName, ScopedValue } from '../../language/query/syntax.ts'
import { isIdentifier, type Scalar } from '../../language/values.ts'
import { findBaseline, latestBaseline } from '../finding/baselines.ts'
import { baselines } from '../records/wiki/baselines.ts'
import type { LinkScope } from './query-links.ts'
import { countedRows, type Rows, rowsOfKey } from './query-rows.ts'
import { findFrozenSet, frozenRowOf, frozenSetsOf } from '../finding/requirements/frozen.ts'
import type { PropertyValue, RequirementRecord } from '../records/wiki/requirements.ts'

type Condition = OwnCondition<RequirementRecord>

/** Undefined if no baseline of the project has the name. */
type NumberIn = (projectContainerId: number) => number | undefined

/** `baseline` reads the number of a frozen copy, and the name that the baseline of this number has. */
export function bindBaseline(scope: LinkScope): FieldBinding<RequirementRecord> {
  const valuesIn = oncePerKey((projectContainerId: number) =>
    oncePerKey((number: number): readonly Scalar[] => {
      const named = scope.store.table(baselines).find('number', [projectContainerId, number])
      return named === undefined ? [number] : [number, named.name]
    }),
  )
  return {
    shared: true,
    values: ({ projectContainerId, baseline }) =>
      baseline === undefined ? undefined : valuesIn(projectContainerId)(baseline),
    // Only frozen copies have a baseline, and no index leads to them.
    lookup: () => NO_ROWS,
  }
}

/** `$currentBaseline`: of each row, the newest frozen baseline of its space. */
export function currentBaselineCondition(scope: LinkScope): Condition {
  return copyCondition(
    scope,
    oncePerKey((project: number) => latestBaseline(scope.store, project, true)?.number),
  )
}

/** `('Name' in space 'KEY')`: the copies of one baseline of one space. */
export function scopedBaselineCondition(scope: LinkScope, scoped: ScopedValue): Condition {
  return copyCondition(scope, numberOfReference(scope, scoped))
}

/** `baseline was N`: there is a frozen copy of the requirement in this baseline of its space. */
export function baselineWasCondition(
  scope: LinkScope,
  { baseline }: FunctionNode & { kind: 'baselineWas' },
): Condition {
  const numberIn = numberOfReference(scope, baseline)
  const copyOf = copyIn(scope, numberIn)
  return {
    matches: (record) => copyOf(record) !== undefined,
    candidates: countedRows(function* () {
      for (const key of keysFrozen(scope, numberIn)) yield* rowsOfKey(scope, key)
    }),
  }
}

/** `isModified(N)`: html or inline properties differ from the frozen copy of baseline N, or there is no such copy. */
export function isModifiedCondition(
  scope: LinkScope,
  { baseline }: FunctionNode & { kind: 'isModified' },
): Condition {
  const copyOf = copyIn(scope, numberOfReference(scope, baseline))
  return {
    matches(record) {
      const frozen = copyOf(record)
      return frozen === undefined || frozen.html !== record.html || !sameProperties(frozen, record)
    },
  }
}

function copyCondition(scope: LinkScope, numberIn: NumberIn): Condition {
  return {
    matches: ({ baseline, projectContainerId }) =>
      baseline !== undefined && baseline === numberIn(projectContainerId),
    candidates: NO_ROWS,
  }
}

function* keysFrozen({ store, projects }: LinkScope, numberIn: NumberIn): Generator<string> {
  for (const { id } of projects) {
    const number = numberIn(id)
    if (number === undefined) continue
    for (const { sources, copied } of frozenSetsOf(store, id, number))
      for (const { key } of sources.slice(0, copied)) yield key
  }
}

const NO_ROWS: Rows = { count: 0, records: () => [] }

/** A number is the baseline's own, whether or not there is a record of it; see findBaseline for texts. */
function numberOfReference({ store, projects }: LinkScope, reference: RecordName | ScopedValue): NumberIn {
  const isScoped = typeof reference === 'object' && 'kind' in reference
  const { name: written, space } = isScoped ? reference : { name: reference, space: undefined }
  const name =
    typeof written === 'string' ? written : isIdentifier(written.text) ? written.number : written.text
  const only = space === undefined ? undefined : projects.find((project) => project.key === space)
  if (space !== undefined && only === undefined) return () => undefined
  const numberIn = oncePerKey((project: number) =>
    typeof name === 'number'
      ? name
      : (findBaseline(store, project, name)?.number ?? (/^\d{1,15}$/.test(name) ? Number(name) : undefined)),
  )
  return (project) => (only === undefined || only.id === project ? numberIn(project) : undefined)
}

/** Looks up the frozen set of each project once. */
function copyIn({ store }: LinkScope, numberIn: NumberIn) {
  const setOf = oncePerKey((project: number) => {
    const number = numberIn(project)
    return number === undefined ? undefined : findFrozenSet(store, project, number)
  })
  return ({ projectContainerId, key }: RequirementRecord): RequirementRecord | undefined => {
    const set = setOf(projectContainerId)
    return set && frozenRowOf(store, set, key)
  }
}

function sameProperties(a: RequirementRecord, b: RequirementRecord): boolean {
  if (a.properties === b.properties) return true
  return (
    a.properties.length === b.properties.length &&
    a.properties.every((property, index) => sameProperty(property, b.properties[index]))
  )
}

function sameProperty(a: PropertyValue, b: PropertyValue | undefined): boolean {
  return (
    b !== undefined && a.key === b.key && a.value === b.value && hasSameItems(a.multivalues, b.multivalues)
  )
}

function hasSameItems(some?: readonly unknown[], others?: readonly unknown[]): boolean {
  if (some?.length !== others?.length) return false
  return some === others || some?.every((item, position) => item === others?.[position]) === true
}
