import type { Operation } from '../operation.ts'

export const wikiAccumulatorOperations: readonly Operation[] = []
