/** Shell variables in place of credentials, for commands in reports. */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import { isSecretName } from '../../gateway/journal/redact.ts'
import type { HeaderVariables } from '../../snippets/curl.ts'

/** A variable for each header of a request that holds a credential, named after whose it is. */
export function credentialVariables({ headers }: ExchangeRequest, user?: string): HeaderVariables {
  const variables = new Map<string, string>()
  const owner = user === undefined ? '' : `_OF_${user.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
  for (const [name, value] of Object.entries(headers)) {
    if (!isSecretName(name)) continue
    const text = String(value)
    const scheme = /^(?:Bearer|Basic) |^JSESSIONID=/i.exec(text)?.[0] ?? ''
    const what =
      SCHEME_VARIABLES[scheme.toLowerCase()] ?? (name === 'x-api-key' ? 'TOKEN' : variableName(name))
    variables.set(name, `${scheme}$${what}${owner}`)
  }
  return variables
}

const SCHEME_VARIABLES: Readonly<Record<string, string>> = {
  'bearer ': 'TOKEN',
  'basic ': 'BASIC',
  'jsessionid=': 'SESSION',
}

function variableName(header: string): string {
  return header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
}
