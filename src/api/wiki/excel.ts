import type { Operation } from '../operation.ts'

export const wikiExcelOperations: readonly Operation[] = []
