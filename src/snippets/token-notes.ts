/** How to get the token whose place a snippet leaves open. */
import { TOKEN } from './request.ts'
import { quoted } from './shell.ts'

/** Who gets a token, and where. */
export interface TokenPlace {
  /** The address of the server: `http://127.0.0.1:4010`. */
  readonly server: string
  readonly world: string
  readonly region: string
  readonly user: string | undefined
}

/** How to get the token of a request, as lines of a comment. */
export function tokenNotes({ server, world, region, user }: TokenPlace): readonly string[] {
  const asked = JSON.stringify({ user: user ?? 'USER', ...(region === 'eu' ? {} : { region }) })
  // Either of them ends a comment of JavaScript.
  const body = asked.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  const headers = [
    'X-Sim-Control: 1',
    'Content-Type: application/json',
    ...(world === 'default' ? [] : [`X-Sim-World: ${world}`]),
  ]
  const options = headers.map((header) => `-H ${quoted(header)}`).join(' ')
  return [
    `${TOKEN} is a token of ${user === undefined ? 'a user' : isPlain(user) ? user : 'the user'}. Get one, as "value", with:`,
    `curl ${options} --data-raw ${quoted(body)} ${quoted(`${server}/_sim/tokens`)}`,
  ]
}

/** A comment in a shell may be run by mistake, so it repeats no text that means anything there. */
function isPlain(text: string): boolean {
  return /^[\w.@-]{1,100}$/.test(text)
}
