/** Parts of the report that are counted as exchanges come. */

/** How often a user used a feature, as clients reported it by telemetry. */
export interface FeatureReport {
  readonly user: string
  readonly feature: string
  readonly times: number
}

export interface UnknownReport {
  readonly operation: string
  readonly kind: 'parameter' | 'field'
  readonly name: string
  readonly times: number
}
