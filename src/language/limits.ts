/** What the three languages accept at most; beyond, a text is refused with a syntax error, never with a crash. */

/** In characters, of one query, formula or sort clause. */
export const MAX_TEXT_LENGTH = 8192

/** Levels of nesting: parentheses, NOT, chains, function calls and signs all count. */
export const MAX_NESTING = 200

export const MAX_TERMS = 500

/** How much of the caller's text an error or an explanation repeats, in characters. */
export const MAX_QUOTED = 100
