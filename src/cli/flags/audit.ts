/** The formats of `reqsim audit`, in a separate file so that other commands do not load the code. */
export const AUDIT_FORMATS = ['text', 'json', 'markdown'] as const
