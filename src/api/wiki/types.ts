import type { Operation } from '../operation.ts'

export const wikiTypeOperations: readonly Operation[] = []
