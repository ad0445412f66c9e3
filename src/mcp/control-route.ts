/** Routes of the control API as tools: their input, and a call in process. */
import * as z from 'zod'
import { kindOf } from '../api/framework/errors.ts'
import type { Parameters } from '../api/framework/operation.ts'
import { CONTROL_ADDRESS } from '../api/framework/interfaces.ts'
import type { JsonObject } from '../api/openapi/json.ts'
import { queryParameters } from '../api/openapi/parameters.ts'
import { regionParameter } from '../control/read-input.ts'
import type { ControlRoute } from '../control/route.ts'
import { controlRoutes } from '../control/routes.ts'
import { received } from '../model/input/errors.ts'
import { quoted } from '../model/input/refusal.ts'
import type { Arguments, ObjectSchema, Session } from './tool.ts'
import { objectSchema } from './tool.ts'

export const WORLD: JsonObject = {
  type: 'string',
  description: 'The name of the world; `default` when absent.',
}
/** Of routes that cover all worlds unless one is named. */
export const ANY_WORLD: JsonObject = {
  type: 'string',
  description: 'Only this world; all worlds when absent.',
}

/** The declaration of a route, by method and path: `POST /clock/advance`. */
export function routeOf(name: string): ControlRoute {
  const route = controlRoutes.find(({ method, path }) => `${method} ${path}` === name)
  if (route === undefined) throw new Error(`the control API has no route ${name}`)
  return route
}

/** The arguments of a route: parameters of path and query, fields of the body, and the world. */
export function inputOf(route: ControlRoute, leftOut: readonly string[] = []): ObjectSchema {
  const region: Parameters = route.regional === true ? { region: regionParameter } : {}
  const parameters = { ...route.pathParameters, ...route.query, ...region }
  const body = route.body === undefined ? {} : bodySchema(route.body.shape())
  const named = Object.fromEntries(
    queryParameters(parameters).map(({ name, description, schema }) => [
      String(name),
      { ...(schema as JsonObject), ...(description === undefined ? {} : { description }) } as JsonObject,
    ]),
  )
  const properties = { ...named, ...body.properties, world: WORLD }
  const required = [
    ...Object.keys(parameters).filter((name) => parameters[name]?.required === true),
    ...(body.required ?? []),
  ]
  const kept = Object.entries(properties).filter(([name]) => !leftOut.includes(name))
  return objectSchema(
    Object.fromEntries(kept),
    required.filter((name) => !leftOut.includes(name)),
  )
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, JsonObject>>
  readonly required?: readonly string[]
}

function bodySchema(shape: z.ZodType): BodySchema {
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as BodySchema
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
