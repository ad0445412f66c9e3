/**
 * Why a mutant need not be killed. Explanations stand in a file for each folder of the source, and name a line by its text,
 * so that they stay with it when it moves.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Mutant, PROJECT } from './copy.ts'

/** What each class says; the page tells it so. */
export const CLASSES = {
  equivalent: 'no answer can differ',
  speed: 'only how long it takes, or how much memory, differs',
  types: 'only the compiler asks for it: the value is always there',
  defence: 'a guard against states that no call can bring about',
  bound: 'a limit on work that only enormous inputs reach, tested at another size',
  words: 'only the wording of a message or note differs',
} as const

export type Class = keyof typeof CLASSES

/** The mutators whose mutants are tried. */
const MUTATORS = [
  'ArithmeticOperator',
  'ArrayDeclaration',
  'ArrowFunction',
  'AssignmentOperator',
  'BlockStatement',
  'BooleanLiteral',
  'CallExpression',
  'ConditionalExpression',
  'EqualityOperator',
  'LogicalOperator',
  'MethodExpression',
  'ObjectLiteral',
  'OptionalChaining',
  'Regex',
  'UnaryOperator',
  'UpdateOperator',
]

const mutantName = z
  .string()
  .regex(
    new RegExp(`^(?:${MUTATORS.join('|')})(?:: .+)? → .*$`),
    'is no mutant: write it as `npm run mutate -- --only … --tests …` prints it, as in "ConditionalExpression → true"',
  )

const explanation = z.strictObject({
  /** From the project's folder on. */
  file: z.string().startsWith('src/'),
  /** The text of the line, trimmed. */
  line: z.string().min(1),
  /** The text of the line above it, trimmed, where the line stands several times in its file. */
  after: z.string().optional(),
  /** As they are printed: `mutator → replacement`, or `mutator: original → replacement` for one of several. */
  mutants: z.union([z.literal('all'), z.array(mutantName).min(1)]),
  why: z.enum(Object.keys(CLASSES) as [Class, ...Class[]]),
  /** Why nothing can or need notice it. */
  note: z.string().trim().min(10),
})

export type Explanation = z.infer<typeof explanation>

const FOLDER = 'test/mutation/explained'

/** By the name of the file, without its ending; throws for what is no list of explanations. */
export function readExplanations(folder = PROJECT): ReadonlyMap<string, readonly Explanation[]> {
  const path = join(folder, FOLDER)
  const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.json')) : []
  const names = files.map((file) => file.slice(0, -'.json'.length))
  return new Map(
    names.sort().map((name) => {
      const file = `${FOLDER}/${name}.json`
      return [name, parseExplanations(file, readFileSync(join(folder, file), 'utf8'))]
    }),
  )
}

/** Throws an error that names the file, the entry and what is wrong with it. */
export function parseExplanations(file: string, text: string): readonly Explanation[] {
  const parsed = z.array(explanation).safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** The name of the file that explains mutants of a source: `model-links` for `src/model/links/faces.ts`. */
export const fileFor = (source: string): string => source.split('/').slice(1, -1).join('-')

/** Replacements and originals are cut here: what was put in a place is told by less. */
const LONGEST = 60

export const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** As `mutator → replacement`. */
export const nameOf = ({ mutator, replacement }: Mutant): string => `${mutator} → ${cut(replacement)}`

/** As `mutator: original → replacement`: the name where others of the same line are called the same. */
export const longNameOf = ({ mutator, original, replacement }: Mutant): string =>
  `${mutator}: ${cut(original)} → ${cut(replacement)}`

/** Whether an explanation is about a mutant. */
export function explains({ file, line, after, mutants }: Explanation, mutant: Mutant): boolean {
  if (mutant.file !== file || mutant.text !== line || (after !== undefined && mutant.above !== after))
    return false
  return mutants === 'all' || mutants.includes(nameOf(mutant)) || mutants.includes(longNameOf(mutant))
}

/** By number of the mutant: its explanation, the first where several are about it. */
export function explainedOf(
  mutants: readonly Mutant[],
  explanations: readonly Explanation[],
): ReadonlyMap<number, Explanation> {
  const byFile = Map.groupBy(explanations, ({ file }) => file)
  return new Map(
    mutants.flatMap((mutant) => {
      const own = byFile.get(mutant.file)?.find((one) => explains(one, mutant))
      return own === undefined ? [] : [[mutant.number, own]]
    }),
  )
}

/**
 * What explanations say of mutants that are all killed, and of none: each as a line that names it. Only those of files that
 * were mutated are looked at.
 */
export function staleOf(
  mutants: readonly Mutant[],
  explanations: readonly Explanation[],
  isKilled: (mutant: Mutant) => boolean,
): readonly string[] {
  const byFile = Map.groupBy(mutants, ({ file }) => file)
  return explanations.flatMap((one) => {
    const own = byFile.get(one.file)
    if (own === undefined) return []
    const names: readonly (string | undefined)[] = one.mutants === 'all' ? [undefined] : one.mutants
    return names.flatMap((name) => {
      const meant = own.filter((mutant) =>
        explains({ ...one, mutants: name === undefined ? 'all' : [name] }, mutant),
      )
      const place = `${one.file}: ${one.line}: ${name ?? 'all'}`
      if (meant.length === 0) return [`names no mutant: ${place}`]
      return meant.every(isKilled) ? [`no longer needed: ${place}`] : []
    })
  })
}
