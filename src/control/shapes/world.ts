/** Shapes of what worlds are run by. */
import * as z from 'zod'
import { configs } from '../../model/config.ts'
import { rateWindows } from '../../model/rate-windows.ts'
import { timelines } from '../../model/timeline.ts'
import { jobs } from '../../world/jobs.ts'
import { sequences } from '../../world/store.ts'
import { lazily } from '../route.ts'
import { id, instant, text, type ShapeOf } from './parts.ts'

/** Sequences, jobs, configuration and rate windows. */
export function shapeWorld(shapeOf: ShapeOf): void {
  shapeOf(sequences, () => ({ name: text(), value: z.int().min(0) }))
  shapeOf(jobs, () => ({
    id: id(),
    kind: text(),
    due: instant(),
    created: instant(),
    region: text().exactOptional(),
    payload: z.record(text(), z.unknown()).exactOptional(),
  }))
  shapeOf(configs, () => ({ id: z.literal('config'), value: configShape() }))
  shapeOf(timelines, () => ({
    id: z.literal('timeline'),
    next: z.int().min(0),
    saved: z.array(z.strictObject({ name: text(), value: z.unknown() })),
    faults: z.array(z.strictObject({ step: text(), id: id() })),
  }))
  shapeOf(rateWindows, () => ({ id: text(), start: instant(), used: z.int().min(0), over: z.int().min(0) }))
}

const configShape = lazily(() =>
  z.strictObject({
    rateLimit: z.enum(['enforce', 'observe', 'off']).exactOptional(),
    isolateSpaces: z.boolean(),
    strict: z.boolean(),
    maximumBodyBytes: z.int().min(1),
    anonymousAs: z.string().exactOptional(),
    assumptions: z.record(z.string(), z.string()),
  }),
)
