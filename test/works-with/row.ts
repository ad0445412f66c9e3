/** A row of the page 'Works with': a program of other people beside the simulator. */
import type { ADDRESSES } from '../../src/api/framework/interfaces.ts'

export type Surface = (typeof ADDRESSES)[number]['interface']

/** The groups of the page, in its order. */
export const GROUPS = [
  'HTTP clients',
  'Clients of wiki and tracker',
  'Generators of clients',
  'Validators',
  'What reads recordings and reports',
  'Agents',
] as const
export type Group = (typeof GROUPS)[number]

/** The folders with pinned packages, by their path from the root of the project; Debian's packages are in none. */
export const FOLDERS = {
  http: 'test/works-with/http',
  products: 'test/works-with/products',
  formats: 'test/works-with/formats',
  tools: 'test/api/openapi/tools',
  project: '.',
} as const
export type PinnedFolder = keyof typeof FOLDERS

interface Described {
  readonly name: string
  readonly group: Group
  /** What its user has to set, in Markdown. */
  readonly settings: string
  /** What it does that its user may not expect. */
  readonly surprises: string
  /** What the simulator responds, where that is worth knowing. */
  readonly responds: string
}

export interface TriedRow extends Described {
  /** Unique, and how the command names it. */
  readonly id: string
  /** Where its packages are pinned, or `debian`. */
  readonly from: PinnedFolder | 'debian'
  /** The first is the one that the row is about. */
  readonly packages: readonly [string, ...string[]]
  /** One of several rows of the same program: what it was tried over. */
  readonly over?: string
  /** Whether every run of the journeys tries it. */
  readonly always: boolean
  /** Rejects if the program does not work as the row says. */
  readonly run: () => Promise<void>
}

/** What an ordinary registry does not have. */
export interface UntriedRow extends Described {
  readonly id: string
  readonly why: string
}

export type Row = TriedRow | UntriedRow

export function isTried(row: Row): row is TriedRow {
  return 'run' in row
}
