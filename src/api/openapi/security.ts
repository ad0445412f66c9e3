/** The credentials of each interface as OpenAPI security schemes (service §5). */
import type { CredentialKind } from '../framework/interfaces.ts'
import type { JsonObject } from './json.ts'

export interface Security {
  readonly schemes: JsonObject
  /** Alternatives. The members of one are required together. */
  readonly requirements: readonly JsonObject[]
}

const PERSONAL_TOKEN = 'A personal access token, which a user makes in the settings.'

export const SECURITY: Readonly<Record<CredentialKind, Security>> = {
  'bearer-token': {
    schemes: { token: { type: 'http', scheme: 'bearer', description: PERSONAL_TOKEN } },
    requirements: [{ token: [] }],
  },
  'hosted-headers': {
    schemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: PERSONAL_TOKEN },
      baseUrl: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Base-Url',
        description:
          "Base address of the caller's site: a wiki with its context path, a tracker without; what the standalone interface lists as `baseUrl` of the application. Sent besides the token.",
      },
    },
    requirements: [{ apiKey: [], baseUrl: [] }],
  },
  'site-session': {
    schemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'JSESSIONID',
        description: 'The session of a user who is signed in to the site.',
      },
      basic: {
        type: 'http',
        scheme: 'basic',
        description: "A user's name or e-mail address, and the password.",
      },
      bearer: { type: 'http', scheme: 'bearer', description: PERSONAL_TOKEN },
    },
    requirements: [{ session: [] }, { basic: [] }, { bearer: [] }],
  },
}
