/** A token for each user of a scenario, for the environment of a command. */
import { REGIONS, type Region } from '../../model/schema.ts'
import type { Entry, ResolvedScenario, Sections } from '../../scenario/format/format.ts'
import { sectionsOf } from '../../scenario/timeline/credentials.ts'
import { parseInstant } from '../../world/time/duration.ts'

/** A user with the value of a token that is valid for all sites. */
export interface UserToken {
  readonly user: string
  readonly region: Region
  readonly value: string
}

/** Users beyond this number get no token of their own. */
const MAXIMUM_USERS = 500

/**
 * Returns the scenario with a token for each user that has none that is valid for all sites; the same object if every user has
 * one. The tokens belong to the scenario, so that every world has them, after a reset too.
 */
export function withTokens(scenario: ResolvedScenario): ResolvedScenario {
  const added = new Map(REGIONS.map((region) => [region, missingTokens(scenario, region)]))
  const [eu = [], us = []] = [added.get('eu'), added.get('us')]
  if (eu.length + us.length === 0) return scenario
  const { world } = scenario
  return {
    ...scenario,
    world: {
      ...world,
      tokens: [...(world.tokens ?? []), ...eu],
      ...(us.length === 0 ? {} : { us: { ...world.us, tokens: [...(world.us?.tokens ?? []), ...us] } }),
    },
  }
}

/** The tokens of all users, in the order of the scenario. */
export function userTokens(scenario: ResolvedScenario): readonly UserToken[] {
  return REGIONS.flatMap((region) => {
    const sections = sectionsOf(scenario, region)
    return usersOf(sections).flatMap((user) => {
      const value = tokenOf(scenario, sections, user)?.value
      return value === undefined ? [] : [{ user: user.name, region, value }]
    })
  })
}

function missingTokens(scenario: ResolvedScenario, region: Region): Entry<'tokens'>[] {
  const sections = sectionsOf(scenario, region)
  const taken = new Set((sections.tokens ?? []).map(({ value }) => value))
  return usersOf(sections)
    .filter((user) => tokenOf(scenario, sections, user) === undefined)
    .map(({ name }) => {
      let value = `tok-${name}`
      while (taken.has(value)) value += '-exec'
      taken.add(value)
      return { user: name, name: 'reqsim exec', value }
    })
}

function usersOf({ users = [] }: Sections): readonly Entry<'users'>[] {
  return users.slice(0, MAXIMUM_USERS)
}

/** The first token of a user that is not scoped to a site and has not expired when the clock starts. */
function tokenOf(
  { clock }: ResolvedScenario,
  { tokens = [] }: Sections,
  { id, name }: Entry<'users'>,
): Entry<'tokens'> | undefined {
  const start = parseInstant(clock.start) ?? 0
  return tokens.find(
    ({ user, application, expires }) =>
      (user === name || (id !== undefined && user === id)) &&
      application === undefined &&
      (expires === undefined || (parseInstant(expires) ?? 0) > start),
  )
}
