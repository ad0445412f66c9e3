/** The regions; they share no record. */
export const REGIONS = ['eu', 'us'] as const
export type Region = (typeof REGIONS)[number]
