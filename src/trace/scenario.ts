/** A scenario without credentials, from which the world of a trace is built again. */
import { isSecretName } from '../gateway/journal/redact.ts'
import { REDACTED } from '../gateway/journal/secret-repeats.ts'
import type { Region } from '../model/schema.ts'
import { users } from '../model/records/service/users.ts'
import type { ResolvedScenario, Sections } from '../scenario/format/format.ts'
import type { World } from '../world/world.ts'
import { type Credentials, passwordPlaceholder } from './credentials.ts'

/** `world` is the one that was built from the scenario, and `credentials` knows its records. */
export function withoutCredentials(
  scenario: ResolvedScenario,
  world: World,
  credentials: Credentials,
): ResolvedScenario {
  const { us, ...eu } = scenario.world
  const replaced = {
    ...scenario,
    world: {
      ...replaceSections(eu, 'eu', world, credentials),
      ...(us === undefined ? {} : { us: replaceSections(us, 'us', world, credentials) }),
    },
  }
  const clean = mapTexts(replaced, (text) => credentials.replaced(text)) as ResolvedScenario
  if (clean.timeline === undefined) return clean
  return { ...clean, timeline: withoutNamedSecrets(clean.timeline) as typeof clean.timeline }
}

function replaceSections(
  sections: Sections,
  region: Region,
  world: World,
  credentials: Credentials,
): Sections {
  const { tokens, sessions, users: people } = sections
  return {
    ...sections,
    ...(tokens && { tokens: tokens.map((each) => ({ ...each, value: credentials.ofValue(each.value) })) }),
    ...(sessions && {
      sessions: sessions.map((each) => ({ ...each, value: credentials.ofValue(each.value) })),
    }),
    ...(people && {
      users: people.map((each) => {
        const user = world.region(region).table(users).find('name', [each.name])
        if (user === undefined) return each
        const placeholder = passwordPlaceholder(region, user.id)
        // A password that is the name of its user is no secret, and the name is everywhere.
        if (each.password !== undefined && each.password !== each.name)
          credentials.addValue(each.password, placeholder)
        // The order of fields that resolving the scenario gives.
        const { organizations, ...person } = each
        return {
          ...person,
          password: placeholder,
          ...(organizations === undefined ? {} : { organizations }),
        }
      }),
    }),
  }
}

/** Replaces the texts in data, except the names of fields. */
export function mapTexts(data: unknown, map: (text: string) => string): unknown {
  if (typeof data === 'string') return map(data)
  if (Array.isArray(data)) return data.map((each) => mapTexts(each, map))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapTexts(value, map)]))
}

/** Data in which texts of fields that are named like a credential are redacted, unless they are placeholders. */
export function withoutNamedSecrets(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutNamedSecrets)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const secret = typeof value === 'string' && isSecretName(name) && !value.includes('{')
      return [name, secret ? REDACTED : withoutNamedSecrets(value)]
    }),
  )
}
