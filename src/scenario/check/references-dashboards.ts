/** Checks the sections of dashboards, templates and rules. */
import { checkWidget } from '../../model/dashboards/widgets.ts'
import type { Widget } from '../../model/dashboards/records.ts'
import { Refusal, shown } from '../../model/refusal.ts'
import { checkRule } from '../../model/rules/rules.ts'
import { parseTemplate } from '../../model/templates/placeholders.ts'
import type { Entry } from '../format/format.ts'
import type { Path } from './problems.ts'
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
      refusalAt(['widgets', at], check, () => checkWidget(widget as Widget, 'widget'))
    })
  },
  rules(entry: Entry<'rules'>, check: Check): void {
    checkPlace(entry, check)
    refusalAt([], check, () => checkRule(entry))
    if (entry.type === undefined) return
    const space = entry.space === undefined ? undefined : check.directory.space(entry.space)[0]
    if (entry.space === undefined) check.report(['type'], "'type' is for rules of a space")
    else if (space !== undefined)
      check.one(
        `type of space ${shown(space.key)}`,
        ['type'],
        entry.type,
        check.directory.type(space, entry.type),
        () => check.directory.typeNames(space),
      )
  },
} as const

/** Reports what a rule of the service refuses. */
export function refusalAt(path: Path, check: Check, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    check.report(path, error.message.replace("body field 'widget.", "'"))
  }
}

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
