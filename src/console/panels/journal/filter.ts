/** The filter of the list of requests: named chips, and text of addresses and bodies. */
import { INTERFACES } from '../../../api/framework/interfaces.ts'
import { nearestName } from '../../../world/nearest.ts'

export interface Chip {
  readonly name: ChipName
  readonly value: string
}

export interface RequestFilter {
  /** One of each name; several of `is` and `not`. */
  readonly chips: readonly Chip[]
  readonly text: string
}

export const NO_FILTER: RequestFilter = { chips: [], text: '' }

/** The chips, with what each of them selects. */
export const CHIPS = {
  status: 'a status, or a class such as 4xx',
  method: 'the method',
  path: 'the whole path, without the query',
  user: 'who called',
  operation: 'the id of the operation',
  interface: 'the interface that was called',
  is: 'only requests of a kind',
  not: 'only requests that are not of a kind',
} as const
export type ChipName = keyof typeof CHIPS
const CHIP_NAMES = Object.keys(CHIPS) as ChipName[]

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const

/** The values of `is` and `not`, each with the parameter of the control API that it sets. */
export const KINDS = {
  ignored: { parameter: 'ignored', detail: 'has a name that nothing read' },
  unmatched: { parameter: 'unmatched', detail: 'matched no operation' },
  fault: { parameter: 'faulted', detail: 'a fault shaped the response' },
} as const
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** `status:4xx`, as it is typed and shown. */
export function chipText({ name, value }: Chip): string {
  return `${name}:${/[\s"]/.test(value) ? `"${value}"` : value}`
}

/** Why a chip selects nothing; undefined if it may. Users and operations are known to the server alone. */
export function problemOfChip(name: string, value: string): string | undefined {
  if (!isChipName(name)) {
    const nearest = nearestName(name, CHIP_NAMES)
    const offer = nearest === undefined ? `there are ${CHIP_NAMES.join(', ')}.` : `did you mean ${nearest}?`
    return `No filter is called ${name}: ${offer} Put it in quotes to search for the text.`
  }
  if (value === '') return `${name} needs a value: ${EXAMPLES[name]}`
  if (name === 'status' && !/^(?:[2-5]xx|[2-5]\d\d)$/i.test(value))
    return `status must be a number from 200 to 599 or a class such as 4xx, not ${value}`
  const [values, wanted] = valuesOf(name, value)
  if (values.length === 0 || values.includes(wanted)) return undefined
  const nearest = nearestName(wanted, values)
  return `${name} must be ${values.join(', ')}, not ${value}${nearest === undefined ? '' : `: did you mean ${nearest}?`}`
}

const EXAMPLES: Readonly<Record<ChipName, string>> = {
  status: 'status:4xx',
  method: 'method:PUT',
  path: 'path:/wiki/rest/reqs/1/baseline/ENG',
  user: 'user:alice',
  operation: 'operation:wiki.requirement.write',
  interface: 'interface:wiki',
  is: 'is:ignored',
  not: 'not:fault',
}

/** The only values of a chip, and the value in their letter case; no values if there may be any. */
function valuesOf(name: ChipName, value: string): readonly [readonly string[], string] {
  if (name === 'method') return [METHODS, value.toUpperCase()]
  if (name === 'interface') return [INTERFACES, value.toLowerCase()]
  return name === 'is' || name === 'not' ? [KIND_NAMES, value.toLowerCase()] : [[], value]
}

export function isChipName(name: string): name is ChipName {
  return Object.hasOwn(CHIPS, name)
}

/** The filter with a chip, which replaces what it contradicts. */
export function withChip({ chips, text }: RequestFilter, { name, value }: Chip): RequestFilter {
  const chip = { name, value: valuesOf(name, value)[1] }
  const isKind = name === 'is' || name === 'not'
  const kept = chips.filter((other) =>
    isKind
      ? (other.name !== 'is' && other.name !== 'not') || other.value !== chip.value
      : other.name !== name,
  )
  return { chips: [...kept, chip], text }
}

export function withoutChip({ chips, text }: RequestFilter, position: number): RequestFilter {
  return { chips: chips.toSpliced(position, 1), text }
}

/** The filter as parameters of `GET /journal`, and of the address of the panel. */
export function parametersOf({ chips, text }: RequestFilter): Record<string, string> {
  const pairs = chips.map(({ name, value }) => {
    if (name !== 'is' && name !== 'not') return [name, value] as const
    const kind = KIND_NAMES.find((one) => one === value)
    return [kind === undefined ? value : KINDS[kind].parameter, String(name === 'is')] as const
  })
  return { ...Object.fromEntries(pairs), ...(text === '' ? {} : { text }) }
}

/** The filter of an address, whose order the chips keep. */
export function filterOf(parameters: URLSearchParams): RequestFilter {
  const chips = [...parameters].map(([name, value]) => chipOf(name, value))
  return chips
    .filter((chip) => chip !== undefined && problemOfChip(chip.name, chip.value) === undefined)
    .reduce<RequestFilter>((filter, chip) => (chip === undefined ? filter : withChip(filter, chip)), {
      chips: [],
      text: parameters.get('text')?.trim() ?? '',
    })
}

/** The chip of a parameter. `kind` was a field of earlier versions, with the names of parameters as values. */
function chipOf(name: string, value: string): Chip | undefined {
  if (name === 'kind') return value === 'plain' ? chipOf('faulted', 'false') : chipOf(value, 'true')
  const kind = KIND_NAMES.find((one) => KINDS[one].parameter === name)
  if (kind === undefined) return isChipName(name) ? { name, value } : undefined
  return value === 'true' || value === 'false'
    ? { name: value === 'true' ? 'is' : 'not', value: kind }
    : undefined
}

/** What somebody has typed. */
export interface Typed {
  /** The chips, without those that have a problem. */
  readonly chips: readonly Chip[]
  readonly text: string
  /** The first chip that selects nothing, in words. */
  readonly problem: string | undefined
}

/** A word of what is typed: quotes hold blanks, and what is wholly in quotes is text. */
const WORD = /(?:[^\s"]|"[^"]*"?)+/g

/** Separates chips from text. `https://…` is text. */
export function readTyped(typed: string): Typed {
  const chips: Chip[] = []
  const texts: string[] = []
  let problem: string | undefined
  for (const [word] of typed.matchAll(WORD)) {
    const [, name, value = ''] = /^([A-Za-z]+):(?!\/\/)(.*)$/s.exec(word) ?? []
    if (name === undefined) {
      texts.push(word.replace(/^"([^"]*)"$/, '$1'))
      continue
    }
    const chip = { name: name.toLowerCase(), value: value.replaceAll('"', '') }
    const found = problemOfChip(chip.name, chip.value)
    if (found !== undefined) problem ??= found
    else if (isChipName(chip.name)) chips.push({ name: chip.name, value: chip.value })
  }
  return { chips, text: texts.join(' '), problem }
}

/** What to type for a text: in quotes if it would be read as something else. */
export function typedText(text: string): string {
  const { chips, text: read, problem } = readTyped(text)
  const isSame = chips.length === 0 && problem === undefined && read === text
  return isSame || text.includes('"') ? text : `"${text}"`
}

/** The typed text in two: what is complete, and the word at its end, which may still grow. */
export function splitTyped(typed: string): { readonly complete: string; readonly last: string } {
  const [word = ''] = [...typed.matchAll(WORD)].at(-1) ?? []
  const last = typed.endsWith(word) ? word : ''
  return { complete: typed.slice(0, typed.length - last.length), last }
}
