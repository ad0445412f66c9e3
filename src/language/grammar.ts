/** The two grammars of the query language (service §4.3): most words are in both, a few in one alone. */
import { LanguageSyntaxError, cut } from './syntax-error.ts'

/** Whose words: `hosted` is also the standalone interface. */
type Owner = 'embedded' | 'hosted'

/** How queries, and formulas with criteria, are read. Text that is read without a grammar may use the words of both. */
export interface Grammar {
  /** Whose words it has; absent: those of both. */
  readonly of?: Owner
  /** AVERAGE is another name of the function AVG. */
  readonly average?: boolean
}

const TITLES: Readonly<Record<Owner, string>> = { embedded: 'embedded', hosted: 'hosted and standalone' }

/** Fields, functions and operators that one grammar alone has, in lower case. */
const ONLY_IN: ReadonlyMap<string, Owner> = new Map([
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

/** What the embedded grammar has instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['in parent', 'in space'],
  ['projectkey', 'project_key'],
  ['projectname', 'project_name'],
  ['testcase', 'test_case'],
])

/** True for a word that the grammar has. */
export function hasWord(grammar: Grammar | undefined, word: string): boolean {
  const owner = ONLY_IN.get(word.toLowerCase())
  return owner === undefined || grammar?.of === undefined || owner === grammar.of
}

/** Throws LanguageSyntaxError for a word, read at `position`, that belongs to the other grammar. */
export function refuseForeign(grammar: Grammar | undefined, word: string, position: number): void {
  if (hasWord(grammar, word)) return
  const owner = ONLY_IN.get(word.toLowerCase()) as Owner
  const instead = INSTEAD.get(word.toLowerCase())
  const mend = instead === undefined ? 'leave it out here' : `write ${instead} here`
  throw new LanguageSyntaxError(position, `'${cut(word)}' belongs to the ${TITLES[owner]} grammar; ${mend}`)
}
