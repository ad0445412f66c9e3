/** The largest bodies that control requests may have, in bytes. */

export const MAXIMUM_BODY_BYTES = 5 * 1024 * 1024
/** Scenario objects carry whole worlds in authoring form. */
export const MAXIMUM_SCENARIO_BYTES = 32 * 1024 * 1024
/** Traces as base64. */
export const MAXIMUM_SENT_TRACE_BYTES = 32 * 1024 * 1024
/** Exported worlds of 100,000 requirements must fit. */
export const MAXIMUM_IMPORT_BYTES = 256 * 1024 * 1024
