/** Every operation of every interface, in the order in which the reference lists them. */
import { descriptionOperations } from './description.ts'
import type { Operation } from './operation.ts'
import { aggregationOperations } from './standalone/aggregations.ts'
import { applicationOperations } from './standalone/applications.ts'
import { calculationOperations } from './standalone/calculations.ts'
import { containerOperations } from './standalone/containers.ts'
import { requirementOperations } from './standalone/requirements.ts'
import { variantOperations } from './standalone/variants.ts'

export const operations: readonly Operation[] = [
  ...aggregationOperations,
  ...applicationOperations,
  ...calculationOperations,
  ...containerOperations,
  ...variantOperations,
  ...requirementOperations,
  ...descriptionOperations(() => operations),
]
