/** The rows of the report's permissions, filtered. */
import type { PermissionReport, RightReport } from '../../../gateway/report/parts.ts'

export const RULES = [
  { id: 'exercised', title: 'exercised' },
  { id: 'all', title: 'all' },
  { id: 'unexercised', title: 'never exercised' },
  { id: 'unrefused', title: 'never refused' },
] as const
export type RuleChoice = (typeof RULES)[number]['id']

/** Rules that were never exercised were never refused either; only exercised ones are listed as such. */
export function chooseRules(
  rules: readonly PermissionReport[],
  showing: RuleChoice,
): readonly PermissionReport[] {
  return rules.filter(({ allowed, refused }) => {
    switch (showing) {
      case 'all':
        return true
      case 'exercised':
        return allowed + refused > 0
      case 'unexercised':
        return allowed + refused === 0
      case 'unrefused':
        return allowed > 0 && refused === 0
    }
  })
}

export const RIGHTS = [
  { id: 'all', title: 'all' },
  { id: 'refused', title: 'refused' },
  { id: 'allowed', title: 'allowed' },
] as const

export interface RightChoice {
  readonly text: string
  readonly showing: (typeof RIGHTS)[number]['id']
}

/** The rights with every word of the text. */
export function chooseRights(
  rights: readonly RightReport[],
  { text, showing }: RightChoice,
): readonly RightReport[] {
  const words = text.toLowerCase().split(/\s+/)
  return rights.filter((right) => {
    const name = `${right.operation} ${right.permission} ${right.user ?? ''}`.toLowerCase()
    return (showing === 'all' || right[showing] > 0) && words.every((word) => name.includes(word))
  })
}
