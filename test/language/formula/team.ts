/** A few requirements for formulas to run over. */
import type { FormulaSource } from '../../../src/language/formula/source.ts'
import type { Formula, FormulaLanguage } from '../../../src/language/formula/syntax.ts'
import { parseFormula } from '../../../src/language/formula/parse.ts'
import { printQuery } from '../../../src/language/query/print.ts'
import type { FieldValue, Relation } from '../../../src/language/values.ts'

export interface Item {
  readonly id: number
  readonly inline: Readonly<Record<string, FieldValue>>
  readonly external: Readonly<Record<string, FieldValue>>
  /** Ids of the requirements that this one refines. */
  readonly refines: readonly number[]
}

export function item(
  id: number,
  inline: Item['inline'] = {},
  external: Item['external'] = {},
  refines: Item['refines'] = [],
): Item {
  return { id, inline, external, refines }
}

/** The criteria that a test understands are the canonical texts of its tests. */
export function itemSource(
  items: readonly Item[],
  tests: Readonly<Record<string, (item: Item) => boolean>> = {},
): FormulaSource<Item> {
  return {
    identity: ({ id }) => id,
    value: ({ inline, external }, operand) => {
      const values = operand.external ? external : inline
      return Object.hasOwn(values, operand.name) ? values[operand.name] : undefined
    },
    related: (from, relation) => relatedItems(items, from, relation),
    criteria: (query) => tests[printQuery(query)] ?? (() => false),
  }
}

export function relatedItems(items: readonly Item[], from: Item, relation: Relation): Item[] {
  if (relation.relationship !== undefined && relation.relationship !== 'Refines') return []
  if (relation.direction === 'to') return items.filter(({ id }) => from.refines.includes(id))
  return items.filter(({ refines }) => refines.includes(from.id))
}

/** A formula that must read. */
export function formulaOf(text: string, language: FormulaLanguage): Formula {
  const parsed = parseFormula(text, language)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.errors.map(({ message }) => message).join('; ')}`)
  return parsed.formula
}
