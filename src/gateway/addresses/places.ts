/** Where operations are served, and which of these places a path with `{name}` segments may mean. */
import { type OperationHead, pathsOf } from '../../api/framework/operation.ts'
import { INTERFACE_DESCRIPTIONS, type InterfaceName } from '../../api/framework/interfaces.ts'
import { segmentsOf } from '../../world/path-segments.ts'
import { decodedSegment } from '../../world/percent-encoding.ts'

/** An operation at one interface that serves it. */
export interface Place<O extends OperationHead = OperationHead> {
  readonly operation: O
  readonly interface: InterfaceName
  /** Its path, relative to the prefix of the interface that declares it. */
  readonly path: string
  /** Its path below the address of the interface. */
  readonly template: string
}

/** Interfaces that serve the operations of another one besides their own. */
const EMBEDDING: Readonly<Partial<Record<InterfaceName, InterfaceName>>> = {
  wiki: 'hosted-wiki',
  tracker: 'hosted-tracker',
}

/** Every place of these operations. */
export function placesOf<O extends OperationHead>(operations: readonly O[]): Place<O>[] {
  return operations.flatMap((operation) => {
    const { prefix } = INTERFACE_DESCRIPTIONS[operation.interface]
    const hosted = EMBEDDING[operation.interface]
    const interfaces = [operation.interface, ...(hosted === undefined ? [] : [hosted])]
    return pathsOf(operation).flatMap((path) =>
      interfaces.map((served) => ({ operation, interface: served, path, template: prefix + path })),
    )
  })
}

/** Whether some path matches both `wanted`, in which `{name}` matches any segment, and this place. */
export function mayMean(wanted: string, { operation, template }: Place): boolean {
  const segments = segmentsOf(wanted)
  const served = segmentsOf(template)
  return (
    !wanted.includes('//') &&
    segments.length === served.length &&
    segments.every(
      (segment, at) => isOpen(segment) || takes(operation, served[at] as string, decodedSegment(segment)),
    )
  )
}

function takes(operation: OperationHead, word: string, segment: string): boolean {
  if (!isOpen(word)) return word === segment
  const read = operation.pathParameters[word.slice(1, -1)]?.decode(segment)
  return read === undefined || !('problem' in read)
}

/** True for a segment that matches any segment. */
export function isOpen(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}')
}
