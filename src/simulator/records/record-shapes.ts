/**
 * The shape of every table's records, so that an imported world is checked field by field. The types hold each shape to
 * its record: a field more or less does not compile.
 */
import * as z from 'zod'
import { testOf } from './conforms.ts'
import { once } from '../../world/once.ts'
import type { ShapeOf } from './shapes/parts.ts'
import { shapeRecords } from './shapes/records.generated.ts'

export interface RecordShape {
  /** Builds the shape; all fields, none besides. */
  readonly shape: () => z.ZodType
  /** Whether the shape accepts a record. */
  readonly accepts: () => (record: unknown) => boolean
  /** Names of all fields, in the order declared. */
  readonly fields: () => readonly string[]
  /** Names of the fields that hold text, a number or a truth value, in the order declared. */
  readonly scalars: () => readonly string[]
}

const shapes = once(buildShapes)

/** The shape of a table's records; undefined for a table that does not exist. */
export function recordShape(table: string): RecordShape | undefined {
  return shapes().get(table)
}

function buildShapes(): ReadonlyMap<string, RecordShape> {
  const found = new Map<string, RecordShape>()
  const shapeOf: ShapeOf = (table, fields) => {
    const shape = once(() => z.strictObject(fields() as z.ZodRawShape))
    found.set(table.name, {
      shape,
      accepts: once(() => testOf(shape())),
      fields: once(() => Object.keys(fields())),
      scalars: once(() => scalarsOf(fields() as z.ZodRawShape)),
    })
  }
  shapeRecords(shapeOf)
  return found
}

function scalarsOf(fields: z.ZodRawShape): string[] {
  return Object.keys(fields).filter((name) => {
    const field = fields[name] as z.ZodType
    const inner = field instanceof z.ZodExactOptional ? field.unwrap() : field
    return !(inner instanceof z.ZodArray || inner instanceof z.ZodObject || inner instanceof z.ZodRecord)
  })
}
