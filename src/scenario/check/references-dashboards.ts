/** Checks the sections of dashboards, templates and rules. */
import { checkWidget } from '../../model/dashboards/widgets.ts'
import type { Widget } from '../../model/records/service/dashboards.ts'
import { quoted } from '../../model/input/refusal.ts'
import { checkRule } from '../../model/rules/rules.ts'
import { parseTemplate } from '../../model/templates/placeholders.ts'
import type { Entry } from '../format/format.ts'
import type { Check } from './reference-check.ts'

export const DASHBOARD_CHECKS = {
  templates(entry: Entry<'templates'>, check: Check): void {
    check.owner(entry)
    if (entry.owner !== undefined) check.user(['owner'], entry.owner)
    for (const { position, message } of parseTemplate(entry.content, entry.type ?? 'CALCULATION').errors)
      check.report(['content'], `at position ${position}: ${message}`)
  },
  // What widgets name by id may be gone: so it is with those that callers make.
  dashboards(entry: Entry<'dashboards'>, check: Check): void {
    check.owner(entry)
    entry.widgets?.forEach((widget, at) => {
      check.refusalAt(['widgets', at], () => checkWidget(widget as Widget, 'widget'))
    })
  },
  rules(entry: Entry<'rules'>, check: Check): void {
    check.owner(entry)
    check.refusalAt([], () => checkRule(entry))
    if (entry.type === undefined) return
    const space = entry.space === undefined ? undefined : check.directory.space(entry.space)[0]
    if (entry.space === undefined) check.report(['type'], "'type' is for rules of a space")
    else if (space !== undefined)
      check.one(`type of space ${quoted(space.key)}`, ['type'], entry.type, check.directory.typesOf(space))
  },
} as const
