/** Shapes of dashboards, templates, rules and uses of features. */
import * as z from 'zod'
import { dashboards, WIDGET_TYPES } from '../../model/dashboards/records.ts'
import { RULE_KINDS, RULE_SEVERITIES, rules } from '../../model/rules/records.ts'
import { featureUses } from '../../model/telemetry/records.ts'
import { TEMPLATE_TYPES, templates } from '../../model/templates/records.ts'
import { SHARED_LEVELS } from '../../model/traceability/records.ts'
import { lazily } from '../route.ts'
import { id, instant, type ShapeOf, text, inProject } from './parts.ts'

const widgetShape = lazily(() =>
  z.strictObject({
    type: z.enum(WIDGET_TYPES),
    title: text(),
    query: text().exactOptional(),
    formula: text().exactOptional(),
    matrixId: id().exactOptional(),
    templateId: id().exactOptional(),
    text: text().exactOptional(),
    layout: z
      .strictObject({
        column: z.int().min(0),
        row: z.int().min(0),
        width: z.int().min(1),
        height: z.int().min(1),
      })
      .exactOptional(),
  }),
)

export function shapeDashboards(shapeOf: ShapeOf): void {
  shapeOf(dashboards, () => ({
    ...inProject(),
    name: text(),
    description: text().exactOptional(),
    widgets: z.array(widgetShape()),
    isDefault: z.boolean(),
    createdAt: instant(),
    updatedAt: instant(),
  }))
  shapeOf(templates, () => ({
    ...inProject(),
    name: text(),
    description: text().exactOptional(),
    type: z.enum(TEMPLATE_TYPES),
    content: text(),
    sharedLevel: z.enum(SHARED_LEVELS),
    ownedBy: id().exactOptional(),
    createdAt: instant(),
    updatedAt: instant(),
  }))
  shapeOf(rules, () => ({
    ...inProject(),
    typeId: id().exactOptional(),
    name: text(),
    kind: z.enum(RULE_KINDS),
    severity: z.enum(RULE_SEVERITIES).exactOptional(),
    property: text().exactOptional(),
    external: z.boolean().exactOptional(),
    pattern: text().exactOptional(),
    values: z.array(text()).exactOptional(),
    createdAt: instant(),
    updatedAt: instant(),
  }))
  shapeOf(featureUses, () => ({
    id: text(),
    userId: id(),
    feature: text(),
    times: z.int().min(1),
    firstAt: instant(),
    lastAt: instant(),
  }))
}
