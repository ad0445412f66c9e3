/** The assumption ledger: every answer that the service's description does not give, numbered and switchable. */

/** `A` and a number; numbers are never given twice. */
export type AssumptionId = `A${number}`
