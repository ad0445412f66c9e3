import type { Operation } from '../operation.ts'

export const wikiRequirementWritingOperations: readonly Operation[] = []
