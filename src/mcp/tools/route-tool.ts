/** Tools that are one route of the control API. */
import { countText } from '../../world/count-text.ts'
import { bounded, shortenedNote } from '../bounded.ts'
import { callRoute, fieldsOf, partsOf, routeOf } from '../control-route.ts'
import { WORLD } from '../fields.ts'
import { type Arguments, declareTool, type Tool, type ToolEffects, type ToolResult } from '../tool.ts'

/** Data of a route whose form its reference page describes. */
export type Data = Readonly<Record<string, unknown>>

interface RouteTool {
  readonly name: string
  readonly title: string
  /** The route, as the control API lists it: `POST /clock/advance`. */
  readonly route: string
  readonly description: string
  readonly effects: ToolEffects
  /** In place of the argument that names the world; null if there is none. */
  readonly world?: typeof WORLD | null
  readonly summarise: (data: Data, toolArguments: Arguments) => string
  /** How to get what was left out of a long result. */
  readonly more?: string
  /** The data to show, if it is not all that the route returns. */
  readonly show?: (data: Data) => Data
}

export function routeTool({ route: name, more = 'ask for less', ...tool }: RouteTool): Tool {
  const route = routeOf(name)
  return declareTool({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    effects: tool.effects,
    input: () => {
      const { world: _world, ...fields } = fieldsOf(route)
      return tool.world === null ? fields : { ...fields, world: tool.world ?? WORLD }
    },
    run: async (toolArguments: Arguments, session) => {
      const data = ((await callRoute(session, route, partsOf(route, toolArguments))) ?? {}) as Data
      return resultOf(tool.summarise(data, toolArguments), tool.show?.(data) ?? data, more)
    },
  })
}

/** A result within its bounds. `more` says how to get what had to be left out. */
export function resultOf(summary: string, data: unknown, more: string): ToolResult {
  const { data: kept, shortened } = bounded(data)
  return { summary: `${summary}${shortenedNote(shortened, more)}`, data: kept }
}

/** `180 requests, of which 20 are listed from 40`, for one page of a list. */
export function pageText(data: Data, noun: string, offset: unknown = 0): string {
  const { items, total } = data as { readonly items: readonly unknown[]; readonly total: number }
  const all = countText(total, noun)
  if (items.length === total) return all
  return `${all}, of which ${items.length} are listed${offset === 0 ? '' : ` from ${String(offset)}`}`
}
