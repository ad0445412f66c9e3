/** A tool of the MCP server: what a program that uses tools can call, with its input as JSON Schema. */
import type { JsonObject } from '../api/openapi/json.ts'
import type { PageFiles } from '../docs/library.ts'
import type { Simulator } from '../simulator/simulator.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** What the tools of one server work on. */
export interface Session {
  readonly simulator: Simulator
  /** The base address, if the same worlds are also served over HTTP. */
  readonly url: string | undefined
  /** The pages of the package's documentation. */
  readonly pages: PageFiles
  /**
   * Reads a trace file below the folder in which the server was started. Rejects with a TypeError that names the file and the
   * correction. Undefined if files cannot be read.
   */
  readonly readTrace?: ((path: string) => Promise<Uint8Array>) | undefined
  /**
   * Explores a command within its bounds; the result has no credentials. Rejects with a TypeError that names the argument and
   * the correction. Undefined unless the user of the server allowed commands.
   */
  readonly exploreCommand?: ((wanted: WantedExploration) => Promise<ExploredCommand>) | undefined
}

export interface WantedExploration {
  /** The program and its arguments. */
  readonly command: readonly string[]
  readonly schedules: number
  /** The maximum real time. */
  readonly seconds: number
  readonly seed: string
}

/** What an exploration found, the worst failure first. */
export interface ExploredCommand {
  readonly schedules: number
  readonly ended: string
  /** The error with which the command fails even undisturbed. */
  readonly gaveUp?: string
  readonly failures: readonly {
    readonly sentence: string
    readonly message: string
    readonly consequence: string
    readonly times: number
    readonly schedule: readonly unknown[]
    /** The end of what the command printed. */
    readonly output: string
  }[]
}

export interface ToolResult {
  /** One or two sentences: what happened, what was left out and how to get it. */
  readonly summary: string
  /** The result itself, within the bounds of `bounded`. */
  readonly data: JsonObject
}

/** How a tool changes worlds. */
export interface ToolEffects {
  readonly readOnly: boolean
  /** Whether it can remove or overwrite what is there. */
  readonly destructive: boolean
  /** Whether repeating a call with the same arguments changes nothing more. */
  readonly idempotent: boolean
  /** Whether it reaches anything outside the simulator. */
  readonly reachesOutside?: boolean
}

export interface Tool {
  /** In snake_case: a verb and its object. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effects: ToolEffects
  /** The JSON Schema of the arguments, an object; built on first use. */
  readonly input: () => ObjectSchema
  /** Rejects with a Refusal or TypeError that names what is wrong. Arguments are checked by their schema before. */
  readonly run: (toolArguments: Arguments, session: Session) => Promise<ToolResult>
}

export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JsonObject>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/** The type of a snapshot. */
export const NAME_OR_NUMBER = ['string', 'integer'] as const

export const READS: ToolEffects = { readOnly: true, destructive: false, idempotent: true }
export const ADDS: ToolEffects = { readOnly: false, destructive: false, idempotent: false }
export const CHANGES: ToolEffects = { readOnly: false, destructive: true, idempotent: false }
export const PUTS_BACK: ToolEffects = { readOnly: false, destructive: true, idempotent: true }

export function objectSchema(
  properties: Readonly<Record<string, JsonObject>>,
  required: readonly string[] = [],
): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}
