/** A tool of the MCP server: what a program that uses tools can call, and the shape of its arguments. */
import * as z from 'zod'
import type { JsonObject } from '../api/openapi/json.ts'
import type { PageFiles } from '../docs/library.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { once } from '../world/once.ts'

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

interface ToolHead {
  /** In snake_case: a verb and its object. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effects: ToolEffects
}

export interface Tool extends ToolHead {
  /** The shape of the arguments; built on first use. */
  readonly input: () => z.ZodObject
  /** Takes what the shape makes of the arguments. Rejects with a Refusal or TypeError that names what is wrong. */
  run(toolArguments: Arguments, session: Session): Promise<ToolResult>
}

interface Declaration<S extends z.ZodRawShape> extends ToolHead {
  /** The fields of the arguments. */
  readonly input: () => S
  readonly run: (
    toolArguments: z.output<z.ZodObject<S, z.core.$strict>>,
    session: Session,
  ) => Promise<ToolResult>
}

/** Declares a tool; infers the types of its arguments. */
export function declareTool<S extends z.ZodRawShape>(declaration: Declaration<S>): Tool {
  return { ...declaration, input: once(() => z.strictObject(declaration.input())) }
}

export const READS: ToolEffects = { readOnly: true, destructive: false, idempotent: true }
export const ADDS: ToolEffects = { readOnly: false, destructive: false, idempotent: false }
export const CHANGES: ToolEffects = { readOnly: false, destructive: true, idempotent: false }
export const PUTS_BACK: ToolEffects = { readOnly: false, destructive: true, idempotent: true }
