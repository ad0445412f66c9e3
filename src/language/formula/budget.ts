/** What one run of a formula may cost: steps, and characters of text that it returns. Nothing here knows real time. */
import type { FieldName } from '../query/fields.ts'
import type { QueryNode } from '../query/syntax.ts'
import type { Scalar } from '../values.ts'
import { fail, isFailure } from './outcome.ts'
import type { Failure, Outcome } from './outcome.ts'
import { countText } from '../../world/count-text.ts'

/** The default number of steps of one run: a second of work or less. */
export const DEFAULT_STEPS = 10_000_000

/** How many characters of text the results of one run may have together, as JSON. */
export const DEFAULT_TEXT = 16_000_000

/** Steps of what takes longer than evaluating a node, in proportion to measured times. */
export const STEPS = {
  operand: 2,
  /** Once per requirement of a run. */
  findLinks: 25,
  followLink: 4,
  /** Continues from a requirement whose links are known. */
  visit: 4,
  /** Adds a requirement to a figure. */
  figure: 2,
  /** Searches key and text. */
  fullText: 3,
  /** A condition that reads other records than the requirement's own. */
  lookBeyond: 8,
} as const

/** Fields that conditions read from other records than the requirement's own. */
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

/** How many characters of a text cost one step. */
const CHARACTERS_PER_STEP = 64

export interface Budget {
  readonly steps?: number | undefined
  readonly text?: number | undefined
}

export interface Work {
  readonly steps: number
  readonly text: number
  stepsLeft: number
  textLeft: number
  /** Set when the steps run out: totals are then incomplete. */
  exhausted?: Failure
}

export function createWork({ steps = DEFAULT_STEPS, text = DEFAULT_TEXT }: Budget = {}): Work {
  return { steps, text, stepsLeft: steps, textLeft: text }
}

/** Spends steps; a failure if there are not enough. */
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

/** The steps of a value beyond those of its node. */
export function stepsOfText(value: Scalar | undefined): number {
  return typeof value === 'string' ? Math.floor(value.length / CHARACTERS_PER_STEP) : 0
}

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

/** Spends the text of a result; a short failure replaces one that does not fit. */
export function spendText(work: Work, outcome: Outcome, position: number): Outcome {
  const text = isFailure(outcome) ? outcome.message : outcome
  if (typeof text !== 'string' || outcome === work.exhausted) return outcome
  // Checks the length first, so that a text that is too long is never serialised.
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
