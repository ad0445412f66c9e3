/** The records that differ between two states of a world, as the control API lists them. */
export interface RecordDifference {
  readonly store: string
  readonly table: string
  readonly key: unknown
  readonly changed: readonly string[]
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

export interface Comparison {
  readonly items: readonly RecordDifference[]
  readonly total: number
  readonly tables: readonly {
    readonly store: string
    readonly table: string
    readonly records: number
    /** An internal table of the simulator. */
    readonly own?: boolean
  }[]
}
