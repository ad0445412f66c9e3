/** What the HTTP servers of the bench are asked for. */

export const TOKEN = 'tok-bench'
export const LIST_PATH = '/api/applications/101/projects/1001/variants/current/requirements'

export const keyOf = (number: number) => `REQ-${String(number).padStart(6, '0')}`
