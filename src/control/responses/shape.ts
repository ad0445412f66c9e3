/**
 * What the shapes of responses are made of. A shape is built on first use, and each is a schema of its own in the OpenAPI
 * description. Tests compare every response with its shape.
 */
import * as z from 'zod'
import type { RequestHeaders } from '../../api/framework/exchange.ts'
import type { Sent, Shape } from '../../api/framework/operation.ts'
import { REGIONS } from '../../model/schema.ts'
import { once } from '../../world/once.ts'

export interface ResponseShape<T = unknown> extends Shape<T> {
  readonly name: string
  /** Named shapes that it contains. */
  readonly inner: readonly ResponseShape[]
}

/** The response of a shape: what `handle` returns, and what a client such as the console reads. */
export type ResponseOf<S extends ResponseShape> = Sent<z.output<ReturnType<S['schema']>>>

/** A named shape, and the named shapes that it contains. */
export function shape<T>(
  name: string,
  build: () => z.ZodType<T>,
  inner: readonly ResponseShape[] = [],
): ResponseShape<T> {
  return { name, schema: once(build), inner }
}

/** One page of a list. */
export interface ListOf<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** A list of one kind of items, as one page of all of them. */
export function listShape<T>(item: ResponseShape<T>): ResponseShape<{ items: T[]; total: number }> {
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
/** Headers of a request by name. */
export const headers = (): z.ZodType<RequestHeaders> =>
  z.record(z.string(), z.union([z.string(), z.array(z.string())]))
/** A record of the simulator as plain data. */
export const fields = () => z.record(z.string(), z.unknown())
