/** What to do about a flag that a command does not have, if no flag is spelt alike. */
import type { Command } from 'commander'

const UNKNOWN = /unknown option '(--?[^']*)'\s*$/

/** The message with the flag that shares most words, such as `--max-unmatched` for `--max-unmatched-paths`, or with the help. */
export function withNearestFlag(text: string, command: Command): string {
  const flag = UNKNOWN.exec(text)?.[1]
  if (flag === undefined) return text
  const words = wordsOf(flag)
  const shared = (candidate: string) => wordsOf(candidate).filter((word) => words.includes(word)).length
  const flags = command.options.flatMap(({ long, hidden }) =>
    long === undefined || long === null || hidden ? [] : [long],
  )
  const maximum = Math.max(0, ...flags.map(shared))
  const nearest = flags.find((candidate) => maximum > 0 && shared(candidate) === maximum)
  const help = `${command.parent === null ? '' : 'reqsim '}${command.name()} --help lists the flags`
  return `${text.trimEnd()}\n(${nearest === undefined ? help : `Did you mean ${nearest}?`})\n`
}

const wordsOf = (flag: string): string[] =>
  flag
    .toLowerCase()
    .split(/[-_=]+/)
    .filter((word) => word !== '')
