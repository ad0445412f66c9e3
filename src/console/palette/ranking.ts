/** What the command palette offers for a text: commands that have all its words, the best first, and commands that the text spells out. */
import { countText } from '../words/text.ts'

export type CommandGroup = 'Go to' | 'Records' | 'Clock' | 'History' | 'Inject' | 'Send' | 'Documentation'

export interface Command {
  /** Unique in the palette. */
  readonly id: string
  readonly group: CommandGroup
  readonly title: string
  /** Further words that find it, and what its line shows at the end. */
  readonly hint?: string
  /** True if it changes the world: not offered while the past of the world is shown. */
  readonly writes?: boolean
  readonly run: () => unknown
}

/** The commands with all words of a text, in whatever order and case: those that begin with it first, then those with a word that does. */
export function rank(commands: readonly Command[], text: string, maximum: number): readonly Command[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const ranked = commands.flatMap((command) => {
    const score = scoreOf(command, words)
    return score === undefined ? [] : [{ command, score }]
  })
  return ranked
    .toSorted((a, b) => a.score - b.score)
    .slice(0, maximum)
    .map(({ command }) => command)
}

/** Lower is better; undefined if a word is missing. */
function scoreOf({ title, hint = '', group }: Command, words: readonly string[]): number | undefined {
  const name = title.toLowerCase()
  const all = `${name} ${hint} ${group}`.toLowerCase()
  if (!words.every((word) => all.includes(word))) return undefined
  const [first = ''] = words
  if (name.startsWith(first)) return 0
  if (words.every((word) => beginsWord(name, word))) return 1
  return words.every((word) => name.includes(word)) ? 2 : 3
}

function beginsWord(text: string, word: string): boolean {
  return text.split(/[\s.:/-]+/).some((part) => part.startsWith(word))
}

/** A move of the clock that a text spells out: `3m`, `+1h`, `2026-02-01T09:00`, `10 jobs`. */
export function clockMoveOf(
  text: string,
): { readonly title: string; readonly step: { by?: string; to?: string; jobs?: number } } | undefined {
  const by = /^\+?\s*(\d+)\s*(ms|s|m|h|d)$/.exec(text.trim())
  if (by !== null) {
    const duration = `${by[1]}${by[2]}`
    return { title: `Advance the clock by ${duration}`, step: { by: duration } }
  }
  const jobs = /^(\d{1,5}) jobs?$/.exec(text.trim())
  if (jobs !== null)
    return { title: `Run the next ${countText(Number(jobs[1]), 'job')}`, step: { jobs: Number(jobs[1]) } }
  const to = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?Z?$/.exec(text.trim())
  if (to === null) return undefined
  const instant = `${to[1]}T${to[2] ?? '00:00'}${to[3] ?? ':00'}Z`
  return Number.isNaN(Date.parse(instant))
    ? undefined
    : { title: `Move the clock to ${instant}`, step: { to: instant } }
}

/** A request that a text spells out: `GET /wiki/rest/reqs/1/baseline/ENG`, with a body after the path. */
export function requestOf(
  text: string,
): { readonly method: string; readonly path: string; readonly body?: string } | undefined {
  const match = /^(get|post|put|patch|delete)\s+(\/\S*)(?:\s+(\S.*))?$/i.exec(text.trim())
  if (match === null) return undefined
  const [, method = '', path = '', body] = match
  return { method: method.toUpperCase(), path, ...(body === undefined ? {} : { body }) }
}
