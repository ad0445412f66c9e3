/** The two dialects of the query language (service §4.3), which share all but a few words. */
import { LanguageSyntaxError, cut } from './syntax-error.ts'

/** `hosted` is also the dialect of the standalone interface. */
type Dialect = 'embedded' | 'hosted'

/** How queries and formulas with criteria are parsed. Without a grammar, a text may use the words of both dialects. */
export interface Grammar {
  /** The dialect whose words are accepted; absent: both. */
  readonly dialect?: Dialect
  /** AVERAGE is another name of the function AVG. */
  readonly average?: boolean
  /** `value`: an unquoted number is the number, and its spelling is lost. Absent: it is compared with texts as written. */
  readonly numbers?: 'value'
  /** `plain`: patterns have no escapes. Absent: a backslash makes `%` literal. */
  readonly patterns?: 'plain'
  /**
   * What a comparison of a property of days with something that is no day does. `refuse`: it is an error. `texts`: days are
   * compared as the texts that they are. Absent: it is false.
   */
  readonly days?: 'refuse' | 'texts'
}

const TITLES: Readonly<Record<Dialect, string>> = { embedded: 'embedded', hosted: 'hosted and standalone' }

const ONLY_IN: ReadonlyMap<string, Dialect> = new Map([
  ['excel', 'embedded'],
  ['links', 'embedded'],
  ['pagehistory', 'embedded'],
  ['ismodified', 'embedded'],
  ['haslasttest', 'embedded'],
  ['baseline was', 'embedded'],
  ['in parent', 'hosted'],
  ['projectkey', 'hosted'],
  ['projectname', 'hosted'],
  ['testcase', 'hosted'],
])

const EQUIVALENTS: ReadonlyMap<string, string> = new Map([
  ['in parent', 'in space'],
  ['projectkey', 'project_key'],
  ['projectname', 'project_name'],
  ['testcase', 'test_case'],
])

export function hasWord(grammar: Grammar | undefined, word: string): boolean {
  const dialect = ONLY_IN.get(word.toLowerCase())
  return dialect === undefined || grammar?.dialect === undefined || dialect === grammar.dialect
}

/** Throws LanguageSyntaxError for a word of the other dialect. */
export function refuseForeign(grammar: Grammar | undefined, word: string, position: number): void {
  if (hasWord(grammar, word)) return
  const dialect = ONLY_IN.get(word.toLowerCase()) as Dialect
  const equivalent = EQUIVALENTS.get(word.toLowerCase())
  const suggestion = equivalent === undefined ? 'leave it out here' : `write ${equivalent} here`
  throw new LanguageSyntaxError(
    position,
    `'${cut(word)}' belongs to the ${TITLES[dialect]} grammar; ${suggestion}`,
  )
}
