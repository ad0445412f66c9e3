import type { Operation } from '../operation.ts'

export const wikiIntegrationOperations: readonly Operation[] = []
