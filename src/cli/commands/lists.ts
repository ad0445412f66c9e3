/** What `reqsim list` can list; apart from the code that lists it, so that other commands need not load that. */
export const LISTS = ['scenarios', 'operations', 'assumptions', 'presets', 'machines'] as const
export type ListName = (typeof LISTS)[number]
