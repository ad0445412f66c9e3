/** The shape of what `reqsim audit --json` prints. */
import * as z from 'zod'
import { DIFFERENCE_KINDS } from '../../replay/audit/difference.ts'
import { NEED_KINDS } from '../../replay/audit/needs.ts'
import { VERDICTS } from '../../replay/audit/summary.ts'

const count = z.number().int().min(0)
const calls = z.number().int().min(1).describe('The number of calls of which this holds')

export const auditSchema = z.object({
  handlers: z.array(
    z.object({
      handler: z.string().describe('Method and path'),
      place: z.string().describe('The file and line that made it').optional(),
      verdict: z
        .enum(VERDICTS)
        .describe(
          '`safe`: the simulator responds the same, but for further fields; `outside`: no call was for it',
        ),
      operations: z.array(z.string()),
      calls: count,
      differences: z.array(
        z.object({
          kind: z
            .enum(DIFFERENCE_KINDS)
            .describe('`field`: the simulator lacks a field; `added`: it has one that the handler lacks'),
          place: z.string(),
          text: z.string(),
          calls,
        }),
      ),
      needs: z.array(
        z.object({
          kind: z.enum(NEED_KINDS),
          text: z.string().describe('What the simulator needs to respond as the handler does'),
          calls,
        }),
      ),
      tests: z.array(z.string()).describe('The first tests whose calls differ'),
    }),
  ),
  calls: count,
  safe: count.describe('The number of handlers that are safe to remove'),
  differs: count,
  outside: count,
  unused: count,
})
