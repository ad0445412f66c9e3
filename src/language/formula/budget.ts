/** What one run of a formula may cost: steps, and characters of text that it answers. Nothing here knows real time. */
import type { FieldName } from '../query/fields.ts'
import type { QueryNode } from '../query/syntax.ts'
import type { Scalar } from '../values.ts'
import { fail, isFailure } from './outcome.ts'
import type { Failure, Outcome } from './outcome.ts'
import { countText } from '../../world/count-text.ts'

/** Steps of one run, unless the caller says otherwise: a second of work, or less, on the machines of today. */
export const DEFAULT_STEPS = 10_000_000

/** Characters of text in all results of one run together, as JSON writes them. */
export const DEFAULT_TEXT = 16_000_000

/** Steps for what takes longer than evaluating a node does, in proportion to the time measured. */
export const STEPS = {
  /** Reading a property of a requirement. */
  operand: 2,
  /** Finding a requirement's links of one kind, done once in a run. */
  findLinks: 25,
  /** Following one link that was found. */
  followLink: 4,
  /** Going on from a requirement whose links are known. */
  visit: 4,
  /** Offering a requirement to a figure. */
  figure: 2,
  /** Looking for a text in key and text. */
  fullText: 3,
  /** A condition that looks beyond the requirement's own record. */
  lookBeyond: 8,
} as const

/** Fields of conditions that are read from, or measured by, other records than the requirement's own. */
const LINKED_FIELDS: ReadonlySet<FieldName> = new Set([
  'from',
  'to',
  'jira',
  'project',
  'project_name',
  'links',
  'link',
  'pageHistory',
  'test_case',
  'ruleStatus',
])

/** Texts cost a step for so many characters. */
const CHARACTERS_PER_STEP = 64

export interface Budget {
  readonly steps?: number | undefined
  readonly text?: number | undefined
}

/** What is left of a run's budget. */
export interface Work {
  readonly steps: number
  readonly text: number
  stepsLeft: number
  textLeft: number
  /** Set once steps did not suffice: whatever was summed up is then not the whole. */
  exhausted?: Failure
}

export function createWork({ steps = DEFAULT_STEPS, text = DEFAULT_TEXT }: Budget = {}): Work {
  return { steps, text, stepsLeft: steps, textLeft: text }
}

/** Takes steps off what is left; a failure once there are not enough. */
export function spend(work: Work, steps: number, position: number): Failure | undefined {
  if (work.stepsLeft >= steps) {
    work.stepsLeft -= steps
    return undefined
  }
  work.stepsLeft = 0
  work.exhausted ??= fail(
    position,
    `the formula takes more than ${countText(work.steps, 'step')} over this selection; narrow it down`,
  )
  return work.exhausted
}

/** The steps that reading a value takes beyond those of its node. */
export function stepsOfText(value: Scalar | undefined): number {
  return typeof value === 'string' ? Math.floor(value.length / CHARACTERS_PER_STEP) : 0
}

/** The steps of testing a selection's criteria for one requirement. */
export function stepsOfCriteria(query: QueryNode): number {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.operands.reduce((sum, operand) => sum + stepsOfCriteria(operand), 0)
    case 'not':
      return stepsOfCriteria(query.operand)
    case 'chain':
      return STEPS.lookBeyond + stepsOfCriteria(query.operand)
    case 'fullText':
      return STEPS.fullText
    case 'comparison':
    case 'membership':
    case 'presence':
      return LINKED_FIELDS.has(query.field.field) ? STEPS.lookBeyond : 1
    case 'all':
      return 1
    default:
      return STEPS.lookBeyond
  }
}

/** Takes the text of a result off what is left; a short failure in its place once it does not fit. */
export function spendText(work: Work, outcome: Outcome, position: number): Outcome {
  const text = isFailure(outcome) ? outcome.message : outcome
  if (typeof text !== 'string' || outcome === work.exhausted) return outcome
  // The length itself is looked at first: a text that is too long is not written out to find that out.
  const cost = text.length > work.textLeft ? Infinity : JSON.stringify(text).length
  if (cost > work.textLeft) {
    work.textLeft = 0
    return fail(
      position,
      `the results hold more than ${countText(work.text, 'character')} of text; narrow the selection down`,
    )
  }
  work.textLeft -= cost
  return outcome
}
