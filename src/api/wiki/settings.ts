import type { Operation } from '../operation.ts'

export const wikiSettingOperations: readonly Operation[] = []
