import type { Operation } from '../operation.ts'

export const trackerSettingOperations: readonly Operation[] = []
