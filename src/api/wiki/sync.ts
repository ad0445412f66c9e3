import type { Operation } from '../operation.ts'

export const wikiSyncOperations: readonly Operation[] = []
