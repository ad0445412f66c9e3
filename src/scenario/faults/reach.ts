/** Whether a fault of exchanges can strike anything: its fields must leave an operation that they all are about. */
import { operationIndex } from '../../api/operation-index.ts'
import { ADDRESSES, type InterfaceName } from '../../api/framework/interfaces.ts'
import { locate } from '../../gateway/addresses/locate.ts'
import { isOpen, type Place, placesOf } from '../../gateway/addresses/places.ts'
import { segmentsOf } from '../../world/path-segments.ts'
import { isOperation } from '../../model/finding/faults/matching.ts'
import { FAULT_MUTATIONS } from '../../model/records/world/fault-limits.ts'
import { quoted } from '../../model/input/refusal.ts'
import { nearestName } from '../../world/nearest.ts'
import type { FaultFields } from '../format/fault-shape.ts'
import type { Report } from '../check/reference-check.ts'

/** Tells of the field that leaves nothing to strike, and of paths that are not written as those of operations. */
export function checkReach(fault: FaultFields, report: Report): void {
  const { operation, interface: surface, region, method, path, mutate } = fault
  // Most faults of programs match every exchange.
  if ([operation, surface, region, method, path].every((field) => field === undefined)) return undefined
  if (path !== undefined && /[?#]/.test(path)) {
    const bare = path.replace(/[?#].*$/s, '')
    return report(['path'], `has a query, which faults do not look at: leave it out of ${quoted(path)}`, bare)
  }
  const named = placesNamed(operation)
  const served = named.filter((place) => surface === undefined || place.interface === surface)
  if (served.length === 0) {
    const own = [...new Set(named.map((place) => place.interface))]
    const message = `${quoted(surface)} does not serve ${quoted(operation)}: that is served by ${own.join(' and ')}`
    return report(['interface'], message)
  }
  const nearby = served.filter((place) => region === undefined || regionsOf(place.interface).includes(region))
  if (nearby.length === 0) {
    const known = [...new Set(served.flatMap((place) => regionsOf(place.interface)))]
    const what = surface ?? operation
    return report(
      ['region'],
      `${quoted(what)} is not served in ${quoted(region)}: it is in ${known.join(', ')}`,
    )
  }
  if (operation !== undefined && method !== undefined) {
    const taken = [...new Set(nearby.map((place) => place.operation.method as string))]
    if (!taken.includes(method === 'HEAD' ? 'GET' : method))
      return report(['method'], `${quoted(operation)} does not take ${method}: it takes ${taken.join(', ')}`)
  }
  if (path !== undefined && !nearby.some(({ template }) => mayMeet(path, template)))
    return checkPlace(path, fault, nearby, report)
  const mutable: readonly string[] | undefined = mutate && FAULT_MUTATIONS[mutate]
  const methods = method === undefined ? nearby.map((place) => place.operation.method) : [method]
  if (mutable !== undefined && !methods.some((each) => mutable.includes(each))) {
    return report(['mutate'], `${quoted(mutate)} is of ${mutable.join(', ')}: select such an operation`)
  }
  return undefined
}

/** What is wrong with a path at which none of these places is. */
function checkPlace(path: string, fault: FaultFields, places: readonly Place[], report: Report): void {
  const { target, path: rest } = locate(path)
  if (target?.kind === 'service' && places.some(({ template }) => mayMeet(rest, template))) {
    const message = `is the path below the address of an interface, without ${quoted(path.slice(0, path.length - rest.length))}; 'interface' and 'region' say which`
    return report(['path'], message, rest)
  }
  const what = fault.operation === undefined ? 'no operation is' : `${quoted(fault.operation)} is not`
  const templates = [...new Set(places.map(({ template }) => template))]
  return report(['path'], `${what} at ${quoted(path)}`, nearestName(path, templates) ?? sole(templates))
}

function sole(templates: readonly string[]): string | undefined {
  return templates.length === 1 ? templates[0] : undefined
}

function placesNamed(named: string | undefined): Place[] {
  return placesOf(operationIndex.filter(({ id }) => named === undefined || isOperation(named, id)))
}

function regionsOf(name: InterfaceName): readonly string[] {
  return [...new Set(ADDRESSES.filter((address) => address.interface === name).map(({ region }) => region))]
}

/** Whether some path fits a fault's template and an operation's. */
function mayMeet(faultPath: string, template: string): boolean {
  const faultSegments = segmentsOf(faultPath)
  const operationSegments = segmentsOf(template)
  const isOpen = faultSegments.at(-1) === '*'
  if (
    isOpen
      ? operationSegments.length < faultSegments.length
      : operationSegments.length !== faultSegments.length
  )
    return false
  return faultSegments.every(
    (segment, at) =>
      isAny(segment) || isAny(operationSegments[at] ?? '') || segment === operationSegments[at],
  )
}

function isAny(segment: string): boolean {
  return segment === '*' || isOpen(segment)
}
