/** Checks the sections of dashboards and templates. */
import { checkWidget } from '../model/dashboards/widgets.ts'
import type { Widget } from '../model/dashboards/records.ts'
import { Refusal } from '../model/refusal.ts'
import { parseTemplate } from '../model/templates/placeholders.ts'
import type { Entry } from './format.ts'
import type { Check } from './reference-check.ts'

export const DASHBOARD_CHECKS = {
  templates(entry: Entry<'templates'>, check: Check): void {
    checkPlace(entry, check)
    if (entry.owner !== undefined) check.user(['owner'], entry.owner)
    for (const { position, message } of parseTemplate(entry.content, entry.type ?? 'CALCULATION').errors)
      check.report(['content'], `at position ${position}: ${message}`)
  },
  // What widgets name by id may be gone: so it is with those that callers make.
  dashboards(entry: Entry<'dashboards'>, check: Check): void {
    checkPlace(entry, check)
    entry.widgets?.forEach((widget, at) => {
      try {
        checkWidget(widget as Widget, 'widget')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        check.report(['widgets', at], error.message.replace("body field 'widget.", "field '"))
      }
    })
  },
} as const

interface Placed {
  readonly space?: string | undefined
  readonly workspace?: string | undefined
}

/** Reports an entry that is not of exactly one space or workspace. */
export function checkPlace(entry: Placed, check: Check): void {
  const { space, workspace } = entry
  if ((space === undefined) === (workspace === undefined))
    check.report([], "needs either 'space' or 'workspace'")
  else if (space !== undefined) check.space(['space'], space)
  else check.workspace(['workspace'], workspace as string)
}
