/** Mutants whose effect somebody else reads: they report the operations that were called, or that they were reached. */
import type { Mutant } from '../simulator/mutation.ts'
import { exchangeMutation, operationOf } from './exchange.ts'

/** The id of no mistake. */
export const NO_MUTANT = 'none'

/** A mutant that makes no mistake; `onOperation` is called with the operation of each call. */
export function operationWatch(onOperation: (operation: string) => void): Mutant {
  return {
    id: NO_MUTANT,
    sentence: 'the service makes no mistake',
    begin: (onReached) =>
      exchangeMutation(
        undefined,
        (call, handle, _reached, refused) => {
          const operation = operationOf(call)
          if (operation !== undefined) onOperation(operation)
          return handle(call, refused)
        },
        onReached,
      ),
  }
}

/** The mutant, which also reports that it was reached for the first time. */
export function withReport(mutant: Mutant, onFirst: () => void): Mutant {
  let wasReached = false
  const begin: Mutant['begin'] = (onReached) =>
    mutant.begin(() => {
      if (!wasReached) onFirst()
      wasReached = true
      onReached()
    })
  return { id: mutant.id, sentence: mutant.sentence, begin }
}
