/** Removes the credentials that an exchange sent from its texts, however many they are, in one pass over each text. */

/** The replacement for a credential. */
export const REDACTED = '(redacted)'
/** Shorter credentials are not looked for: they would be found in every other word. */
export const SHORTEST_SECRET = 6
/**
 * The most characters that the credentials of one exchange may have together. The journal keeps no text of an exchange
 * with more of them that may repeat one.
 */
export const MAXIMUM_SECRET_CHARACTERS = 65_536
/** The mark with which messages end a value that they cut. */
const CUT = '…'.charCodeAt(0)
/** Up to so many beginnings are searched for one by one, which is faster as long as none is found. */
const FEW = 16
/** How many values a UTF-16 unit has. */
const UNITS = 65_536

/** Letters, digits, `-`, `.`, `_` and `~`, which need no percent-encoding. */
const NEEDLESSLY_ENCODED = /%(2[de]|5f|7e|3\d|[46][1-9a-f]|[57][\da])/gi

/** An address in which what needs no percent-encoding has none, so that it repeats a credential as it is. */
export function plainAddress(url: string): string {
  if (!url.includes('%')) return url
  return url.replace(NEEDLESSLY_ENCODED, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** A function that replaces each of these secrets in a text, also one of which a message shows only the beginning. */
export function repeatsReplacer(secrets: ReadonlySet<string>): (text: string) => string {
  if (secrets.size === 0) return (text) => text
  const mayRepeat = repeatsFinder(secrets)
  let automaton: Automaton | undefined
  return (text) => {
    if (!mayRepeat(text)) return text
    automaton ??= new Automaton(secrets)
    return automaton.replace(text)
  }
}

/** A function that is false for a text without the beginning of any of these secrets. */
export function repeatsFinder(secrets: ReadonlySet<string>): (text: string) => boolean {
  const beginnings = new Set<string>()
  for (const secret of secrets) beginnings.add(secret.slice(0, SHORTEST_SECRET))
  if (beginnings.size > FEW) return () => true
  const searched = [...beginnings]
  return (text) => searched.some((each) => text.includes(each))
}

/**
 * The automaton of Aho and Corasick: a trie of all secrets, with a fallback node for each node, from which the search goes
 * on when a text does not match. It takes at most two steps for each character of a text, whatever the secrets are; a
 * search for one secret after the other takes minutes with a text that is made for it.
 */
class Automaton {
  /** The child of a node for a UTF-16 unit, by `node * UNITS + unit`. */
  readonly #children = new Map<number, number>()
  readonly #depth = [0]
  /** The node of the longest proper suffix of a node's text that is in the trie. */
  readonly #fallback = [0]
  /** The length of the longest secret that the text of a node ends with; 0 if there is none. */
  readonly #ending = [0]

  constructor(secrets: Iterable<string>) {
    const parents = [0]
    const units = [0]
    for (const secret of secrets) {
      let node = 0
      for (let index = 0; index < secret.length; index++) {
        const unit = secret.charCodeAt(index)
        let child = this.#children.get(node * UNITS + unit)
        if (child === undefined) {
          child = parents.length
          this.#children.set(node * UNITS + unit, child)
          parents.push(node)
          units.push(unit)
          this.#depth.push(index + 1)
          this.#ending.push(0)
        }
        node = child
      }
      this.#ending[node] = secret.length
    }
    const nodes = parents.map((_parent, node) => node).slice(1)
    // A fallback node is less deep than its node, so that it is computed before.
    for (const node of nodes.sort((a, b) => at(this.#depth, a) - at(this.#depth, b))) {
      const parent = at(parents, node)
      const fallback = parent === 0 ? 0 : this.#step(at(this.#fallback, parent), at(units, node))
      this.#fallback[node] = fallback
      this.#ending[node] ||= at(this.#ending, fallback)
    }
  }

  replace(text: string): string {
    let kept = ''
    /** The range to replace next; overlapping ones are replaced as one. */
    let begin = 0
    let end = 0
    let copied = 0
    let node = 0
    const mark = (from: number, to: number): void => {
      if (from >= end) {
        if (end > begin) {
          kept += text.slice(copied, begin) + REDACTED
          copied = end
        }
        begin = from
      } else begin = Math.min(begin, from)
      end = to
    }
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      const depth = at(this.#depth, node)
      if (unit === CUT && depth >= SHORTEST_SECRET) mark(index - depth, index)
      node = this.#step(node, unit)
      const length = at(this.#ending, node)
      if (length > 0) mark(index + 1 - length, index + 1)
    }
    if (end === begin) return text
    return kept + text.slice(copied, begin) + REDACTED + text.slice(end)
  }

  #step(from: number, unit: number): number {
    let node = from
    let child = this.#children.get(node * UNITS + unit)
    while (child === undefined && node !== 0) {
      node = at(this.#fallback, node)
      child = this.#children.get(node * UNITS + unit)
    }
    return child ?? 0
  }
}

const at = (list: readonly number[], index: number): number => list[index] as number
