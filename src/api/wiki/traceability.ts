import type { Operation } from '../operation.ts'

export const wikiTraceabilityOperations: readonly Operation[] = []
