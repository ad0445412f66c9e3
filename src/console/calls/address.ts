/** The addresses of the control API and of the server that the console uses. */

/** The base address of the control API: `http://127.0.0.1:4010/_sim`. */
export const CONTROL = `${location.origin}${location.pathname.slice(0, location.pathname.indexOf('/_sim'))}/_sim`

/** The address of the server: `http://127.0.0.1:4010`. */
export const SERVER = CONTROL.slice(0, -'/_sim'.length)
