/** Routes of the control API as tools: their input, and a call in process. */
import * as z from 'zod'
import { kindOf } from '../api/framework/errors.ts'
import type { Parameters } from '../api/framework/operation.ts'
import { CONTROL_ADDRESS } from '../api/framework/interfaces.ts'
import { regionParameter } from '../control/read-input.ts'
import type { ControlRoute } from '../control/route.ts'
import { controlRoutes } from '../control/routes.ts'
import { received } from '../model/input/errors.ts'
import { quoted } from '../model/input/refusal.ts'
import { fieldOf, wholeNumber, WORLD } from './fields.ts'
import type { Arguments, Session } from './tool.ts'

/** The declaration of a route, by method and path: `POST /clock/advance`. */
export function routeOf(name: string): ControlRoute {
  const route = controlRoutes.find(({ method, path }) => `${method} ${path}` === name)
  if (route === undefined) throw new Error(`the control API has no route ${name}`)
  return route
}

/** The fields of a route's arguments: parameters of path and query, fields of the body, and the world. */
export function fieldsOf(
  route: ControlRoute,
  defaults: Readonly<Record<string, number>> = {},
): Readonly<Record<string, z.ZodType>> {
  const region: Parameters = route.regional === true ? { region: regionParameter } : {}
  const parameters = Object.fromEntries(
    Object.entries({ ...route.pathParameters, ...route.query, ...region }).map(([name, parameter]) => [
      name,
      fieldOf(parameter, defaults[name]),
    ]),
  )
  const body = route.body?.shape()
  const fields: Readonly<Record<string, z.ZodType>> = body instanceof z.ZodObject ? body.shape : {}
  const inBody = Object.entries(fields).map(([name, field]) => [name, bodyField(field)])
  return { ...parameters, ...Object.fromEntries(inBody), world: WORLD }
}

/** A whole number gets the errors of those in the query; other fields stay. */
function bodyField(field: z.ZodType): z.ZodType {
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodExactOptional ? field.unwrap() : field
  if (!(inner instanceof z.ZodNumber) || !inner.isInt) return field
  const range = { minimum: inner.minValue ?? undefined, maximum: inner.maxValue ?? undefined }
  return wholeNumber(range)
    .describe(field.description ?? inner.description ?? '')
    .optional()
}

export interface ControlCall {
  readonly path?: Arguments
  readonly query?: Arguments
  readonly body?: unknown
  readonly world?: unknown
}

/** Divides arguments into the parts of a request, as the route declares them. */
export function partsOf(route: ControlRoute, toolArguments: Arguments): ControlCall {
  const { world, ...others } = toolArguments
  const isIn = (parameters: Parameters) => (name: string) => Object.hasOwn(parameters, name)
  const path = pick(others, isIn(route.pathParameters))
  const query = pick(
    others,
    (name) =>
      !Object.hasOwn(path, name) &&
      (isIn(route.query)(name) || (route.regional === true && name === 'region' && route.body === undefined)),
  )
  const body = pick(others, (name) => !Object.hasOwn(path, name) && !Object.hasOwn(query, name))
  return { path, query, world, ...(route.body === undefined ? {} : { body }) }
}

function pick(values: Arguments, isWanted: (name: string) => boolean): Arguments {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
}

/** Calls a route in process. Resolves with its JSON or text, and rejects with the Refusal of the route. */
export async function callRoute(session: Session, route: ControlRoute, call: ControlCall): Promise<unknown> {
  const { world, body } = call
  const { status, body: text } = await session.simulator.exchange({
    method: route.method,
    url: `${CONTROL_ADDRESS.url}${pathOf(route, call.path ?? {})}${queryOf(call.query ?? {})}`,
    headers: {
      'content-type': 'application/json',
      'x-sim-control': '1',
      ...(world === undefined ? {} : { 'x-sim-world': written(world) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const data = dataOf(String(text))
  if (status < 400) return data
  const { message, errors } = data as { readonly message: string; readonly errors: readonly string[] }
  throw received(kindOf(status), message, errors)
}

function dataOf(text: string): unknown {
  if (text === '') return undefined
  // Reports are also Markdown or HTML.
  return /^\s*[[{"]/.test(text) ? JSON.parse(text) : text
}

function pathOf(route: ControlRoute, values: Arguments): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name]
    if (value === '' || typeof value === 'object' || value === undefined)
      throw new TypeError(`'${name}' must be text or a number, not ${quoted(value)}`)
    return encodeURIComponent(written(value))
  })
}

function queryOf(values: Arguments): string {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(written(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** A value as text in an address or header; what is no text or number is refused there by its text. */
function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
