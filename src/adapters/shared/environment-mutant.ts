/**
 * The mutant that `reqsim mutate` hands to tests which create simulators themselves: `REQSIM_MUTANT` is its id, and
 * `REQSIM_MUTANT_REACHED` a file that gets a line when it was reached; for the id `none`, a line for each operation that is called.
 */
import { mutantWithId } from '../../mutate/index.ts'
import { NO_MUTANT, operationWatch, withReport } from '../../mutate/observed.ts'
import type { Mutant } from '../../simulator/mutation.ts'

/** Resolves with the mutant of an id that appends to the file. Rejects with TypeError if there is none. */
export async function reportingMutant(id: string, file: string | undefined): Promise<Mutant> {
  if (id !== NO_MUTANT) {
    const mutant = await mutantWithId(id)
    return withReport(mutant, () => append(file, id))
  }
  const called = new Set<string>()
  return operationWatch((operation) => {
    if (!called.has(operation)) append(file, operation)
    called.add(operation)
  })
}

/** The mutant of the environment; undefined without one, and in browsers. */
export async function environmentMutant(): Promise<Mutant | undefined> {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  const { REQSIM_MUTANT: id = '', REQSIM_MUTANT_REACHED: file } = process?.env ?? {}
  return id === '' ? undefined : reportingMutant(id, file)
}

function append(file: string | undefined, line: string): void {
  // A static import would not load in a browser.
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  if (file !== undefined && file !== '')
    process?.getBuiltinModule?.('node:fs').appendFileSync(file, `${line}\n`)
}
