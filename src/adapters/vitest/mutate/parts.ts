/** What makes mutants and observes tests without one, of the copy of the package that has this module. */
export { operationWatch } from '../../../mutate/observed.ts'

/** Tests without a mutant need none of it. */
export const loadMutants = () => import('../../../mutate/index.ts')
