/** Places of responses in sentences. */
import { FIRST_ENTRY, ITEMS, type Path, pathText } from './places.ts'
import type { ResponseShape } from './shape.ts'

/** '`key` of each item of `results`', '`page.id`', 'each item of `ids`', 'the first entry of `labels`'. */
export function placeWords(path: Path, whole: string): string {
  if (path.length === 0) return whole
  if (path.at(-1) === FIRST_ENTRY) return `the first entry${ofWords(path.slice(0, -1))}`
  const list = path.lastIndexOf(ITEMS)
  if (list === -1) return code(path)
  const item = `each item${ofWords(path.slice(0, list))}`
  return list === path.length - 1 ? item : `${code(path.slice(list + 1))} of ${item}`
}

/** ' of `results`' */
function ofWords(path: Path): string {
  return path.length === 0 ? '' : ` of ${code(path)}`
}

/** A place in a comparison: '`page.id` of the response', '`key` of each item of `results`'. */
export function comparedWords(path: Path): string {
  const isOfItems = path.includes(ITEMS) || path.at(-1) === FIRST_ENTRY
  return isOfItems ? placeWords(path, '') : `${placeWords(path, 'the body')} of the response`
}

/** What a test expects at a place: 'the expected text'. */
export function expectedWords({ kinds, choices }: ResponseShape): string {
  const [kind, another] = kinds
  if (kind === undefined || another !== undefined || choices.size > 0) return 'the expected value'
  return `the expected ${kind === 'string' ? 'text' : kind}`
}

const code = (path: Path): string => `\`${pathText(path)}\``
