/** The environment of a command that `reqsim exec` runs. */
import { ADDRESSES, CONTROL_ADDRESS } from '../../api/framework/interfaces.ts'
import type { UserToken } from './credentials.ts'

export interface EnvironmentParts {
  /** The address of the server, without a trailing slash. */
  readonly url: string
  readonly tokens: readonly UserToken[]
  readonly controlToken: string | undefined
  /** The file with the authority of the server's certificate, if one was written. */
  readonly authorityFile?: string | undefined
  /** Whether the worlds of failed tests are wanted at the end, for their traces. */
  readonly keepsFailed?: boolean
  /** The variables of the flags of `exec`, which are not for a server that the command starts. */
  readonly flagVariables: readonly string[]
}

/** Variables of an outer `reqsim exec`, which do not belong to this server. */
const OUTER = /^REQSIM_(?:.*_)?URL$|^REQSIM_TOKENS?(?:_|$)|^REQSIM_(?:WORLD_PREFIX|CA_FILE|KEEP_FAILED)$/

/** The environment of this process with the addresses and tokens, and without the variables that are for `exec` alone. */
export function commandEnvironment(
  outer: NodeJS.ProcessEnv,
  { url, tokens, controlToken, authorityFile, keepsFailed = false, flagVariables }: EnvironmentParts,
): NodeJS.ProcessEnv {
  const kept = Object.entries(outer).filter(([name]) => !OUTER.test(name) && !flagVariables.includes(name))
  return {
    ...Object.fromEntries(kept),
    REQSIM_URL: url,
    ...Object.fromEntries(addressVariables(url)),
    REQSIM_CONTROL_URL: url + CONTROL_ADDRESS.path,
    REQSIM_WORLD_PREFIX: `${url}/_world/`,
    ...tokenVariables(tokens),
    ...(controlToken === undefined ? {} : { REQSIM_CONTROL_TOKEN: controlToken }),
    ...(keepsFailed ? { REQSIM_KEEP_FAILED: '1' } : {}),
    ...(authorityFile === undefined
      ? {}
      : // Node reads the variable at its start only, and adds the file to the authorities that it has.
        {
          REQSIM_CA_FILE: authorityFile,
          NODE_EXTRA_CA_CERTS: outer['NODE_EXTRA_CA_CERTS'] ?? authorityFile,
        }),
  }
}

/** `REQSIM_API_URL`, `REQSIM_HOSTED_WIKI_URL` and so on; those of other regions than eu end with `_US_URL`. */
function addressVariables(url: string): [name: string, address: string][] {
  // The first of several paths of an interface is the one for its users.
  return ADDRESSES.toReversed().map(({ interface: surface, region, path }) => {
    const name = surface === 'standalone' ? 'api' : surface
    return [`REQSIM_${variablePart(region === 'eu' ? name : `${name}_${region}`)}_URL`, url + path]
  })
}

/**
 * `REQSIM_TOKEN_ALICE` for each user, and all of them as JSON by name. A name in both regions has the suffix `_US` for us. If
 * several names lead to one variable, none gets it.
 */
function tokenVariables(tokens: readonly UserToken[]): Record<string, string> {
  const inEu = new Set(tokens.filter(({ region }) => region === 'eu').map(({ user }) => user))
  const named = tokens.map(({ user, region, value }): [string, string] => [
    region !== 'eu' && inEu.has(user) ? `${user}_${region}` : user,
    value,
  ])
  const byVariable = Map.groupBy(named, ([name]) => `REQSIM_TOKEN_${variablePart(name)}`)
  const single = [...byVariable].flatMap(([variable, [first, second]]) =>
    first === undefined || second !== undefined ? [] : [[variable, first[1]]],
  )
  return {
    ...Object.fromEntries(single),
    REQSIM_TOKENS: JSON.stringify(Object.fromEntries(named)),
  }
}

/** A name as part of a variable: in capitals, with `_` for what is neither a letter nor a digit. */
function variablePart(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
}
