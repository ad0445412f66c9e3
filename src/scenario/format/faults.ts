/** Faults as scenario files give them. */
import * as z from 'zod'
import { buildFaultShape } from './fault-shape.ts'

export type { FaultFields } from './fault-shape.ts'

/** A fault as a file, the control API and the library give it. */
export const faultSchema = buildFaultShape().meta({
  id: 'fault',
  description: 'A fault: what misbehaves, when, and how',
})

/** The faults of a file: an entry with the `id` of one that an extended file gave changes that one. */
export const faultsSection = z
  .array(
    faultSchema
      .extend({
        remove: z.literal(true).describe('Removes a fault of an extended file').optional(),
      })
      .meta({ id: 'faults', description: 'A fault; an entry with the id of an earlier one changes it' }),
  )
  .max(1000)
  .describe('What misbehaves, when, and how; the first that matches strikes')
