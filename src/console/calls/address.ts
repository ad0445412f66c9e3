/** Where the console stands: the control API it talks to, and the server that answers the interfaces. */

/** The address of the page without what is below it: `http://127.0.0.1:4010/_sim`. */
export const CONTROL = `${location.origin}${location.pathname.slice(0, location.pathname.indexOf('/_sim'))}/_sim`

/** The server itself: `http://127.0.0.1:4010`. */
export const SERVER = CONTROL.slice(0, -'/_sim'.length)
