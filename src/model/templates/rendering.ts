/** Renders templates over requirements: each placeholder becomes its value, or nothing and an error that says why. */
import { DEFAULT_STEPS, DEFAULT_TEXT, spendText } from '../../language/formula/budget.ts'
import { evaluateAggregation } from '../../language/formula/evaluate.ts'
import { isFailure, type Outcome } from '../../language/formula/outcome.ts'
import { compileForRequirement, createRun } from '../../language/formula/requirement.ts'
import type { FormulaSource } from '../../language/formula/source.ts'
import type { FormulaError } from '../../language/formula/syntax.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import type { TemplateField, TemplatePart } from './placeholders.ts'

export interface Rendered {
  readonly text: string
  readonly errors: readonly FormulaError[]
}

type Source = FormulaSource<RequirementRecord>

/** At most this many errors of one text are listed, by position. */
const MAXIMUM_ERRORS = 100

/** The text for each requirement, in the order given. All texts share the budget of one formula. */
export function renderForEach(
  parts: readonly TemplatePart[],
  records: readonly RequirementRecord[],
  source: Source,
): (Rendered & { readonly record: RequirementRecord })[] {
  const run = createRun(source)
  const { work } = run
  const renderers = parts.map((part): ((record: RequirementRecord) => Outcome) => {
    if (part.kind === 'text') return () => part.text
    if (part.kind === 'field') return (record) => fieldOf(record, part.field)
    return compileForRequirement(part.formula.expression, run)
  })
  const spent = () => work.exhausted?.message ?? (work.textLeft === 0 ? OUT_OF_TEXT : undefined)
  return records.map((record) => {
    const before = spent()
    if (before !== undefined) return { record, text: '', errors: [{ position: 0, message: before }] }
    const texts: string[] = []
    const errors: FormulaError[] = []
    for (const [index, render] of renderers.entries()) {
      const value = render(record)
      // Numbers count as text here, too.
      const outcome = spendText(work, isFailure(value) ? value : String(value), 0)
      if (isFailure(outcome)) {
        const part = parts[index] as TemplatePart
        const begin = part.kind === 'text' ? 0 : part.begins
        errors.push({ position: outcome.position + begin, message: outcome.message })
      } else texts.push(outcome as string)
      if (spent() !== undefined) break
    }
    return { record, text: texts.join(''), errors: errors.slice(0, MAXIMUM_ERRORS) }
  })
}

/** The one text for a selection, whose sums add in the order given. The placeholders share the steps of one run. */
export function renderOnce(
  parts: readonly TemplatePart[],
  records: readonly RequirementRecord[],
  source: Source,
): Rendered {
  const share = Math.max(1, parts.filter(({ kind }) => kind === 'formula').length)
  const budget = { steps: Math.floor(DEFAULT_STEPS / share) }
  const errors: FormulaError[] = []
  const texts = parts.map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'field') return ''
    const result = evaluateAggregation(part.formula, records, source, budget)
    for (const { position, message, record } of result.errors.slice(0, MAXIMUM_ERRORS)) {
      const about = record === undefined ? message : `${record.key}: ${message}`
      errors.push({ position: position + part.begins, message: about })
    }
    return String(result.value ?? '')
  })
  return { text: texts.join(''), errors: errors.slice(0, MAXIMUM_ERRORS) }
}

const OUT_OF_TEXT = `the texts hold more than ${DEFAULT_TEXT} characters; narrow the selection down`

function fieldOf({ id, key, text, status, spaceKey }: RequirementRecord, field: TemplateField): string {
  return { id: String(id), key, text, status, space: spaceKey }[field]
}
