/** What the three languages accept at most; beyond, a text is refused with a syntax error, never with a crash. */

/** In characters, of one query, formula or sort clause. */
export const MAXIMUM_QUERY_LENGTH = 8192

/** Levels of nesting: parentheses, NOT, chains, function calls and signs all count. */
export const MAXIMUM_NESTING = 200

export const MAXIMUM_TERMS = 500

/** How much of the caller's text an error or an explanation repeats, in characters. */
export const MAXIMUM_QUOTED_LENGTH = 100
