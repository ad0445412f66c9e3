/** The demo world with other names, ids and dates, drawn by a seed. */
import { loadReady } from '../../src/scenario/ready/ready.ts'
import type { ResolvedScenario } from '../../src/scenario/format/format.ts'

/** Words of the demo that get another name: keys of spaces and projects, prefixes of keys, users, and words of texts. */
const KEYS = ['ENG', 'OPS', 'LAB', 'SIM', 'DRN', 'REQ', 'SEC', 'EXP', 'RAIL']
const USERS = ['alice', 'bob', 'eve', 'dana', 'uma']
const WORDS = ['drone', 'Priority', 'Category', 'Cost', 'refines', 'battery', 'Northwind', 'Contoso']
/** Fields whose numbers are ids. */
const IDS = 'id|container|spaceId|firstCopy|excel|page|matrixId|templateId'
const DAY = 86_400_000

export interface Renamed {
  readonly scenario: ResolvedScenario
  /** The name of a user of the demo. */
  readonly user: (name: string) => string
  /** The values of tokens by user. */
  readonly tokens: ReadonlyMap<string, string>
}

export async function renamedDemo(seed: number): Promise<Renamed> {
  const draw = createDraw(seed)
  const names = new Map([
    ...KEYS.map((key) => [key, `${letters(draw, 3).toUpperCase()}Q`] as const),
    ...USERS.map((user) => [user, `u${letters(draw, 6)}`] as const),
    ...WORDS.map((word) => [word, `W${letters(draw, 7)}`] as const),
  ])
  const offset = 100_000 + draw(800_000)
  const days = draw(700) - 350
  const text = JSON.stringify(await loadReady('demo'))
    .replaceAll(/\b(?:[A-Z]{3,4}|[A-Za-z]{3,9})\b/g, (word) => names.get(word) ?? word)
    .replaceAll(
      new RegExp(`"(${IDS})":(\\d{2,})`, 'g'),
      (_all, name: string, id: string) => `"${name}":${Number(id) + offset}`,
    )
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (instant) =>
      new Date(Date.parse(instant) + days * DAY).toISOString().replace('.000Z', 'Z'),
    )
  const scenario = { ...(JSON.parse(text) as ResolvedScenario), name: `renamed-${seed}` }
  const tokens = new Map(
    (scenario.world.tokens ?? []).toReversed().map(({ user, value }) => [String(user), value]),
  )
  return { scenario, user: (name) => names.get(name) ?? name, tokens }
}

/** Whole numbers below a limit; the same for the same seed. */
function createDraw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function letters(draw: (below: number) => number, count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(97 + draw(26))).join('')
}
