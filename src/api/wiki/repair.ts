import type { Operation } from '../operation.ts'

export const wikiRepairOperations: readonly Operation[] = []
