/** Compares an operation of the simulator with the same one of a description, in both directions. */
import {
  type DescriptionDifference,
  type DifferenceKind,
  type DifferenceValue,
  isLacking,
} from '../gateway/report/described.ts'
import { compareCodePoints } from '../world/order.ts'
import type { Described, DescribedOperation, DescribedParameter, Fields } from './describe.ts'

type Found = Omit<DescriptionDifference, 'operation'>

/** The compared properties of parameters and fields. */
const PROPERTIES = [
  'required',
  'type',
  'values',
  'minimum',
  'maximum',
  'minimumLength',
  'maximumLength',
  'pattern',
] as const satisfies readonly DifferenceKind[]

/** The differences of one operation. `status` is that of the simulator's response. */
export function compareOperation(
  operation: string,
  ours: DescribedOperation,
  theirs: DescribedOperation,
  status: string,
): DescriptionDifference[] {
  const found = [
    ...comparePaths(ours, theirs),
    ...compareParameters(ours, theirs),
    ...compareBodies(ours, theirs),
    ...compareStatuses(ours, theirs),
    ...compareResponses(ours, theirs, status),
  ]
  return found.map((difference) => ({ operation, ...difference }))
}

/** Sorts differences by operation, place and kind; operations that the description lacks come last. */
export function compareDifferences(a: DescriptionDifference, b: DescriptionDifference): number {
  return (
    Number(isLacking(a)) - Number(isLacking(b)) ||
    compareCodePoints(a.operation, b.operation) ||
    compareCodePoints(a.place, b.place) ||
    compareCodePoints(a.kind, b.kind)
  )
}

/** Path parameters are compared by position, since other names do not affect a client; different names are still listed. */
function comparePaths(ours: DescribedOperation, theirs: DescribedOperation): Found[] {
  return ours.path.flatMap((own, at) => {
    const other = theirs.path[at]
    if (other === undefined) return []
    const place = `path ${own.name}`
    const name: Found[] =
      own.name === other.name ? [] : [{ place, kind: 'name', ours: own.name, theirs: other.name }]
    return [...name, ...compareProperties(place, own, other)]
  })
}

function compareParameters(ours: DescribedOperation, theirs: DescribedOperation): Found[] {
  const found: Found[] = []
  const moved = (from: DescribedParameter, among: DescribedOperation) =>
    [...among.parameters.values()].find(({ name, in: place }) => name === from.name && place !== from.in)
  for (const [place, own] of ours.parameters) {
    const other = theirs.parameters.get(place)
    if (other !== undefined) found.push(...compareProperties(place, own, other))
    else {
      const elsewhere = moved(own, theirs)
      if (elsewhere === undefined) found.push({ place, kind: 'extra', ours: typeText(own), theirs: null })
      else found.push({ place, kind: 'in', ours: own.in, theirs: elsewhere.in })
    }
  }
  for (const [place, other] of theirs.parameters) {
    if (ours.parameters.has(place) || moved(other, ours) !== undefined) continue
    found.push({ place, kind: 'missing', ours: null, theirs: typeText(other) })
  }
  return found
}

function compareBodies({ body: ours }: DescribedOperation, { body: theirs }: DescribedOperation): Found[] {
  if (ours === undefined && theirs === undefined) return []
  if (ours === undefined)
    return [{ place: 'body', kind: 'missing', ours: null, theirs: theirs?.mediaType ?? null }]
  if (theirs === undefined) return [{ place: 'body', kind: 'extra', ours: ours.mediaType, theirs: null }]
  const found: Found[] = []
  if (ours.required !== theirs.required)
    found.push({ place: 'body', kind: 'required', ours: ours.required, theirs: theirs.required })
  if (ours.mediaType !== theirs.mediaType)
    return [...found, { place: 'body', kind: 'mediaType', ours: ours.mediaType, theirs: theirs.mediaType }]
  return [...found, ...compareFields('body', ours.fields, theirs.fields)]
}

/** A class such as `4XX`, or `default`, also declares a status. */
function compareStatuses(ours: DescribedOperation, theirs: DescribedOperation): Found[] {
  const declares = (statuses: ReadonlySet<string>, status: string) =>
    statuses.has(status) ||
    statuses.has(`${status.charAt(0)}XX`) ||
    (statuses.has('default') && !status.startsWith('2'))
  const exact = (statuses: ReadonlySet<string>) => [...statuses].filter((status) => /^\d{3}$/.test(status))
  return [
    ...exact(theirs.statuses)
      .filter((status) => !declares(ours.statuses, status))
      .map((status): Found => ({ place: `status ${status}`, kind: 'missing', ours: null, theirs: true })),
    ...exact(ours.statuses)
      .filter((status) => !declares(theirs.statuses, status))
      .map((status): Found => ({ place: `status ${status}`, kind: 'extra', ours: true, theirs: null })),
  ]
}

function compareResponses(ours: DescribedOperation, theirs: DescribedOperation, status: string): Found[] {
  const successes = [...theirs.statuses]
    .filter((name) => /^2(?:\d\d|XX)$/.test(name))
    .toSorted(compareCodePoints)
  const same = theirs.statuses.has(status) ? status : successes[0]
  return same === undefined ? [] : compareFields('answer', ours.response(status), theirs.response(same))
}

/** If only one side has a field, its inner fields are not listed. */
function compareFields(where: string, ours: Fields, theirs: Fields): Found[] {
  if (ours.size === 0 || theirs.size === 0) {
    if (ours.size === theirs.size) return []
    return ours.size === 0
      ? [{ place: where, kind: 'missing', ours: null, theirs: typeText(theirs.get('')) }]
      : [{ place: where, kind: 'extra', ours: typeText(ours.get('')), theirs: null }]
  }
  const found: Found[] = []
  for (const [path, own] of ours) {
    const other = theirs.get(path)
    const place = path === '' ? where : `${where} ${path}`
    if (other !== undefined) found.push(...compareProperties(place, own, other))
    else if (hasParent(theirs, path)) found.push({ place, kind: 'extra', ours: typeText(own), theirs: null })
  }
  for (const [path, other] of theirs) {
    if (ours.has(path) || !hasParent(ours, path)) continue
    found.push({ place: `${where} ${path}`, kind: 'missing', ours: null, theirs: typeText(other) })
  }
  return found
}

function hasParent(fields: Fields, path: string): boolean {
  const end = path.endsWith('[]') ? path.length - 2 : path.lastIndexOf('.')
  const parent = fields.get(end === -1 ? '' : path.slice(0, end))
  // A field without details may contain anything.
  return parent !== undefined && parent.type !== undefined
}

function compareProperties(place: string, ours: Described, theirs: Described): Found[] {
  return PROPERTIES.flatMap((kind): Found[] => {
    const own = valueOf(ours[kind])
    const other = valueOf(theirs[kind])
    // Without a type, any value is allowed.
    if (kind === 'type' && (own === null || other === null)) return []
    return JSON.stringify(sorted(own)) === JSON.stringify(sorted(other))
      ? []
      : [{ place, kind, ours: own, theirs: other }]
  })
}

function valueOf(value: DifferenceValue | undefined): DifferenceValue {
  return value ?? null
}

function sorted(value: DifferenceValue): DifferenceValue {
  return typeof value === 'object' && value !== null ? value.toSorted(compareCodePoints) : value
}

function typeText(described: Described | undefined): string {
  return described?.type ?? 'anything'
}
