import type { Operation } from '../operation.ts'

export const wikiSavedQueryOperations: readonly Operation[] = []
