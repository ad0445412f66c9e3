/** Columns of matrices: what each type of step starts from, what it needs, and which columns make a matrix (service §4.4). */
import { isBlank } from '../input/blank.ts'
import type { Formula } from '../../language/formula/syntax.ts'
import { readFormula } from '../searching/formulas.ts'
import { invalidRequest, withPlace } from '../input/errors.ts'
import { Refusal, quoted } from '../input/refusal.ts'
import { findIssueField, ISSUE_FIELDS } from './issue-fields.ts'
import type { ColumnStep, MatrixColumn } from '../records/wiki/matrices.ts'
import {
  hasVariables,
  NO_VARIABLES,
  substituteInLanguage,
  substituteInText,
  type Variables,
  withPlaceholders,
} from './variables.ts'

export const MAXIMUM_COLUMNS = 100

/** The kind of a column's cells, which decides what other columns can start from them. */
type Kind = 'requirement' | 'issue' | 'end'

interface StepRule {
  readonly from: readonly Kind[]
  readonly gives: Kind
  /** The meaning of the value; absent: the step takes none. */
  readonly value?: 'name' | 'formula' | 'field' | 'optional'
}

const ofRequirement = (gives: Kind, value?: StepRule['value']): StepRule => ({
  from: ['requirement'],
  gives,
  ...(value === undefined ? {} : { value }),
})
const ofIssue: StepRule = { from: ['requirement', 'issue'], gives: 'issue', value: 'optional' }

const RULES: Readonly<Record<ColumnStep, StepRule>> = {
  FIRST_COLUMN: { from: [], gives: 'requirement' },
  TO: ofRequirement('requirement', 'optional'),
  FROM: ofRequirement('requirement', 'optional'),
  ALL_DEPENDENCIES: ofRequirement('requirement', 'optional'),
  PROPERTY: ofRequirement('end', 'name'),
  ALL_PROPERTIES: ofRequirement('end'),
  EXTERNAL_PROPERTY: ofRequirement('end', 'name'),
  ALL_EXTERNAL_PROPERTIES: ofRequirement('end'),
  LINKS: ofRequirement('end'),
  ORIGINAL_LINKS: ofRequirement('end'),
  JIRA: ofRequirement('issue', 'optional'),
  JIRA_RELATIONSHIP: ofIssue,
  JIRA_TYPE: ofIssue,
  JIRA_PROJECT_NAME: ofIssue,
  JIRA_PROJECT_KEY: ofIssue,
  CALCULATION: ofRequirement('end', 'formula'),
  JIRAFIELD: { from: ['requirement', 'issue'], gives: 'end', value: 'field' },
  ZEPHYR_SCALE: ofRequirement('end', 'optional'),
  XRAY: ofRequirement('end', 'optional'),
  DESCRIPTION: ofRequirement('end'),
  VARIANT: ofRequirement('end'),
  SPACE_KEY: ofRequirement('end'),
  TEST_CASE_VERSION: ofRequirement('end', 'optional'),
}

export interface ReadyStep {
  readonly type: ColumnStep
  readonly value: string | undefined
  /** A step without cells, which a lenient check accepted. */
  readonly isEmpty?: boolean
}

/**
 * Whether a step without possible cells, such as an unknown field, is refused (`strict`) or renders empty
 * (`lenient`).
 */
export type ColumnCheck = 'strict' | 'lenient'

function kindOfStep({
  type,
  value,
}: {
  readonly type: ColumnStep
  readonly value?: string | undefined
}): Kind {
  const { gives } = RULES[type]
  // Without a value, these steps show a feature of the issue instead of the issue.
  const isFeature = type !== 'JIRA' && gives === 'issue' && isBlank(value)
  return isFeature ? 'end' : gives
}

/** Checks and sorts columns. Throws a Refusal (INVALID) that names the column and the problem. */
export function checkColumns(
  columns: readonly MatrixColumn[],
  variables: Variables,
  check: ColumnCheck = 'strict',
): readonly MatrixColumn[] {
  if (columns.length === 0) throw invalidRequest('columns', 'there are none; column 0 must be FIRST_COLUMN')
  if (columns.length > MAXIMUM_COLUMNS)
    throw invalidRequest('columns', `a matrix has at most ${MAXIMUM_COLUMNS}, not ${columns.length}`)
  const ordered = columns.toSorted((a, b) => a.columnIndex - b.columnIndex)
  ordered.forEach((column, index) => {
    if (column.columnIndex !== index) {
      const how = column.columnIndex < index ? 'given twice' : `given where ${index} is missing`
      throw invalidRequest(
        'columns',
        `columnIndex ${column.columnIndex} is ${how}; number the columns from 0 without gaps`,
      )
    }
    checkPlace(column)
    if (check === 'lenient') return
    checkStart(column, ordered)
    checkValue(column, variables)
  })
  return ordered
}

/** Fills in the variables of checked columns and checks the steps again. Throws a Refusal (INVALID). */
export function readySteps(
  columns: readonly MatrixColumn[],
  variables: Variables,
  check: ColumnCheck = 'strict',
): readonly ReadyStep[] {
  const ready = columns.map((column) => ({ ...column, step: readyStep(column, variables) }))
  return ready.map((column) => {
    try {
      checkStart(column, ready)
      checkStep(column)
      return column.step
    } catch (error) {
      if (check === 'strict' || !(error instanceof Refusal)) throw error
      return { ...column.step, isEmpty: true }
    }
  })
}

function readyStep({ step, columnIndex }: MatrixColumn, variables: Variables): ReadyStep {
  const { type, value } = step
  const rule = RULES[type]
  if (isBlank(value) || rule.value === undefined) return { type, value: undefined }
  const substitute = rule.value === 'formula' ? substituteInLanguage : substituteInText
  const ready = substitute(value, variables, `columns: column ${columnIndex}`)
  return { type, value: isBlank(ready) ? undefined : ready }
}

type Placed = Pick<MatrixColumn, 'columnIndex' | 'parentColumnIndex'> & {
  readonly step: { readonly type: ColumnStep; readonly value?: string | undefined }
}

function checkPlace({ columnIndex, parentColumnIndex, step }: Placed): void {
  const isFirst = columnIndex === 0
  if (isFirst !== (step.type === 'FIRST_COLUMN')) {
    const suggestion = isFirst
      ? `column 0 must be FIRST_COLUMN, not ${step.type}`
      : 'only column 0 may be FIRST_COLUMN'
    throw invalidRequest('columns', isFirst ? suggestion : `column ${columnIndex}: ${suggestion}`)
  }
  if (isFirst) {
    if (parentColumnIndex !== 0)
      throw invalidRequest('columns', 'column 0 is its own parent: its parentColumnIndex must be 0')
    return
  }
  if (parentColumnIndex >= columnIndex) {
    const bound = `must be that of an earlier column, 0 to ${columnIndex - 1}`
    throw invalidRequest(
      'columns',
      `column ${columnIndex}: parentColumnIndex ${bound}, not ${parentColumnIndex}`,
    )
  }
}

/** Checks that a column with a valid place can start from its parent's cells. */
function checkStart({ columnIndex, parentColumnIndex, step }: Placed, columns: readonly Placed[]): void {
  if (columnIndex === 0) return
  const parent = columns[parentColumnIndex] as Placed
  const { from } = RULES[step.type]
  if (!from.includes(kindOfStep(parent.step))) {
    const wanted = from.map((kind) => `${kind}s`).join(' or ')
    throw invalidRequest(
      'columns',
      `column ${columnIndex}: ${step.type} starts from ${wanted}; its parent, column ${parent.columnIndex} (${parent.step.type}), has none`,
    )
  }
}

/** A step as it is saved: its variables have no values yet. */
function checkValue({ columnIndex, step }: MatrixColumn, variables: Variables): void {
  const { type, value } = step
  const kind = RULES[type].value
  const parameter = `columns: column ${columnIndex}`
  if (kind === 'formula' && !isBlank(value)) {
    const formula = substituteInLanguage(value, withPlaceholders(variables), parameter)
    checkStep({ columnIndex, step: { type, value: formula } })
  } else if (kind !== undefined && (isBlank(value) || !hasVariables(value, 'text'))) {
    const plain = isBlank(value) ? value : substituteInText(value, NO_VARIABLES, parameter)
    checkStep({ columnIndex, step: { type, value: plain } })
  }
}

function checkStep({ columnIndex, step: { type, value } }: Pick<Placed, 'columnIndex' | 'step'>): void {
  const { value: wanted } = RULES[type]
  if (wanted === undefined || wanted === 'optional') return
  if (isBlank(value))
    throw invalidRequest('columns', `column ${columnIndex}: ${type} needs a value: the ${WHAT[wanted]}`)
  if (wanted === 'formula') readColumnFormula(value, columnIndex)
  if (wanted === 'field' && findIssueField(value) === undefined) {
    throw invalidRequest(
      'columns',
      `column ${columnIndex}: JIRAFIELD takes ${ISSUE_FIELDS.map((field) => field.id).join(', ')}, not ${quoted(value)}`,
    )
  }
}

/** Reads the formula of a column. Throws a Refusal (INVALID) that begins with the position of the first error. */
export function readColumnFormula(formula: string, columnIndex: number): Formula {
  try {
    return readFormula(formula, 'calculation')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const where = `columns: formula of column ${columnIndex}`
    throw withPlace(error, where)
  }
}

const WHAT = {
  name: 'name of the property',
  formula: 'formula of the calculation',
  field: 'field of the issue',
} as const
