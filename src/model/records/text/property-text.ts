/** What properties say without their markup: queries, indexes, formulas and every list of values read this. */
import { htmlToText } from './excerpt.ts'

export interface HtmlValue {
  readonly value: string
  readonly multivalues?: readonly string[]
}

/** The text of an inline property, or the texts of the items of a list. Quick for values without markup. */
export function propertyText({ value, multivalues }: HtmlValue): string | readonly string[] {
  return multivalues === undefined ? htmlToText(value) : itemTexts(multivalues)
}

export function itemTexts(items: readonly string[]): readonly string[] {
  // Most items have no markup: the list itself is the result.
  return items.every((item) => htmlToText(item) === item) ? items : items.map(htmlToText)
}
