/**
 * What the shapes of responses are made of. A shape is built on first use, and each is a schema of its own in the OpenAPI
 * description. Tests compare every response with its shape.
 */
import * as z from 'zod'
import type { Shape } from '../../api/framework/operation.ts'
import { REGIONS } from '../../model/schema.ts'
import { once } from '../../world/once.ts'

export interface ResponseShape extends Shape {
  readonly name: string
  /** Named shapes that it contains. */
  readonly inner: readonly ResponseShape[]
}

/** A named shape, and the named shapes that it contains. */
export function shape(
  name: string,
  build: () => z.ZodType,
  inner: readonly ResponseShape[] = [],
): ResponseShape {
  return { name, schema: once(build), inner }
}

/** A list of one kind of items, as one page of all of them. */
export function listShape(item: ResponseShape): ResponseShape {
  return shape(`${item.name}List`, () => z.object({ items: z.array(item.schema()), total: total() }), [item])
}

export const text = () => z.string()
export const texts = () => z.array(z.string())
/** A whole number that JSON carries exactly. */
export const whole = () => z.int()
export const count = () => z.int().min(0)
export const total = () => count().describe('How many there are in all, also on other pages.')
/** A virtual instant. */
export const instant = () => z.iso.datetime()
export const region = () => z.enum(REGIONS)
/** A record of the simulator as plain data. */
export const fields = () => z.record(z.string(), z.unknown())
