/** Declares how an operation adds, changes or deletes records of a table; its method and path are those of the catalogue. */
import type { OperationId } from '../../../../api/framework/names.ts'
import type { TableField } from '../../../../control/responses/state.ts'
import type { StoredRecord } from '../references.ts'

export type Action = 'add' | 'change' | 'delete'

export interface Declaration {
  /** Only these records; all when absent. */
  readonly isFor?: (record: StoredRecord) => boolean
  /** What people fill in: fields of the table by name, and others. */
  readonly inputs?: readonly (string | TableField)[]
  /** Fields of the record whose values the path has under other names. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: (values: StoredRecord, record: StoredRecord) => StoredRecord
  /** By default the values that are not in the path, or of a change those that differ from the record. */
  readonly body?: (values: StoredRecord, record: StoredRecord) => unknown
}

export interface OperationDeclaration extends Declaration {
  readonly operation: OperationId
}

/** A route of the control API that does what people do on the pages of a product. */
export interface RouteDeclaration extends Declaration {
  /** Below `/_sim`: `PUT /issues/{id}`. */
  readonly route: string
}

/** By action and table: `change baseline`. */
export type Declarations<D extends Declaration> = Readonly<Partial<Record<`${Action} ${string}`, D>>>

export const textField = (name: string, optional = false): TableField => ({ name, form: 'text', optional })
export const numberField = (name: string, optional = false): TableField => ({
  name,
  form: 'number',
  optional,
})

/** The values that differ from those of the record; null for one that is gone. */
export function changed(values: StoredRecord, record: StoredRecord, names: readonly string[]): StoredRecord {
  const different = names.filter((name) => values[name] !== record[name])
  return Object.fromEntries(different.map((name) => [name, values[name] ?? null]))
}

/** An object with other names of some fields. */
export function renamed(values: StoredRecord, names: Readonly<Record<string, string>>): StoredRecord {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names[name] ?? name, value]))
}
