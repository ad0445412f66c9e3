/** The lists of `reqsim list`, in a separate file so that other commands do not load their code. */
export const LISTS = ['scenarios', 'operations', 'assumptions', 'presets', 'machines'] as const
export type ListName = (typeof LISTS)[number]
