// Mutants for tests of the command: few, and none of the declarations, so that exact texts do not change with these.
import type { Operation } from '../../../src/api/framework/operation.ts'
import { exchangeMutation, type MutatedHandle } from '../../../src/mutate/exchange.ts'
import type { ServiceMutant } from '../../../src/mutate/mutant.ts'
import type { MUTATION_KINDS } from '../../../src/scenario/format/mutation-kinds.ts'

type Group = keyof typeof MUTATION_KINDS

/** A mutant of an operation; its body is not `real`, but `wrong`. */
export function made<G extends Group>(
  { id: operation }: Pick<Operation, 'id'>,
  group: G,
  kind: (typeof MUTATION_KINDS)[G][number],
  { sentence = 'was wrong', handle = unchanged }: { sentence?: string; handle?: MutatedHandle } = {},
): ServiceMutant {
  return {
    id: `${operation}:${group}:${kind}`,
    sentence: `${operation} ${sentence}`,
    group,
    kind,
    operations: [operation],
    hint: `look at ${operation}`,
    begin: (onReached) => exchangeMutation(operation, handle, onReached),
  }
}

/** Replaces a text in each response. */
export function replacing(from: string, to: string): MutatedHandle {
  return (call, handle, reached, refused) => {
    const entry = handle(call, refused)
    const { body } = entry.answer
    const changed = typeof body === 'string' ? body.replaceAll(from, to) : body
    if (changed === body) return entry
    reached()
    return { ...entry, answer: { ...entry.answer, body: changed } }
  }
}

export const refusing: MutatedHandle = (call, handle, reached, refused) => {
  const entry = handle(call, refused)
  reached()
  return { ...entry, answer: { ...entry.answer, status: 403 } }
}

const unchanged: MutatedHandle = (call, handle, _reached, refused) => handle(call, refused)
