/** The address of a server that the user names with `--against`. */
import { quoted, ToolFailure } from './failure.ts'

export interface ServerAddress {
  readonly url: URL
  /** The path before all paths, without a trailing slash. */
  readonly prefix: string
}

/** Ends the command if it is not the address of a server, or has parts that no request may have. */
export function readServerAddress(text: string): ServerAddress {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new ToolFailure(
      2,
      `--against: ${quoted(text)} is not the address of a server: write http://host:port/path`,
    )
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new ToolFailure(
      2,
      '--against: the address of a server must not have a user, query or fragment: credentials are sent in headers',
    )
  return { url, prefix: url.pathname.replace(/\/$/, '') }
}
