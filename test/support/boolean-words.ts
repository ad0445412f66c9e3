/** How clients spell booleans in query strings. */
export const TRUE_WORDS = ['true', 'True', 'TRUE', '1', 'yes', 'YES', 'on', 'On'] as const
export const FALSE_WORDS = ['false', 'False', 'FALSE', '0', 'no', 'NO', 'off', 'Off'] as const
/** What is no boolean in any spelling, apart from the empty value. */
export const OTHER_WORDS = ['maybe', '2', '-1', 'y', 't', ' true', 'truе', 'null', '__proto__', '00'] as const
