import type { Operation } from '../operation.ts'

export const wikiRequirementReadingOperations: readonly Operation[] = []
