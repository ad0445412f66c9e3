/** What makes mutants, of the copy of the package that loads this file. */
import { mutants } from '../../../mutate/index.ts'
import { operationWatch } from '../../../mutate/observed.ts'
import type { MutantMakers } from '../tries.ts'

export const ownMakers: MutantMakers = { mutants, operationWatch }
