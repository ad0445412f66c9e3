// Sequence diagrams in Mermaid, drawn from what a story recorded: nothing in them was written by hand but the labels of requests.

import type { Facts, Message, Told } from './record.ts'

const NAMES = {
  People: 'People',
  Wiki: 'Wiki',
  WikiQueue: "Wiki's queue",
  TrackerQueue: "Tracker's queue",
  Tracker: 'Tracker',
} as const
type Participant = keyof typeof NAMES

const PRODUCTS = {
  wiki: { itself: 'Wiki', queue: 'WikiQueue', other: 'Tracker' },
  tracker: { itself: 'Tracker', queue: 'TrackerQueue', other: 'Wiki' },
} as const satisfies Record<Message['from'], Record<string, Participant>>

/** The diagram of one chapter. Messages that were there when it began are drawn together, without a name. */
export function sequenceDiagram(chapter: readonly Told[]): string {
  const old = new Set(chapter[0]?.before.messages.keys())
  const lines = chapter.flatMap((told) => linesOf(told, old))
  const used = (Object.keys(NAMES) as Participant[]).filter((name) =>
    lines.some((line) => new RegExp(String.raw`\b${name}\b(?!')`).test(line.split(':')[0] ?? '')),
  )
  const declared = used.map((name) =>
    name === 'People'
      ? 'actor People'
      : `participant ${name}${NAMES[name] === name ? '' : ` as ${NAMES[name]}`}`,
  )
  return ['sequenceDiagram', ...[...declared, ...lines].map((line) => `  ${clean(line)}`)].join('\n')
}

function linesOf(told: Told, old: ReadonlySet<string>): string[] {
  const { request, reply, at, synchronisations, before, after } = told
  const addressed = addresseeOf(request.path)
  if (request.method === 'GET')
    return reply === undefined || addressed === undefined
      ? []
      : [`People->>${addressed}: ${request.label}`, `${addressed}-->>People: ${reply}`]
  const asked = request.path.startsWith('/_sim/sites')
    ? `Note over Tracker: ${request.label}`
    : addressed === undefined
      ? `Note over People,Tracker: ${clockTime(at)} ${request.label}`
      : `People->>${addressed}: ${request.label}`
  return [
    asked,
    ...sentLines(before, after, old, synchronisations > 0),
    ...factLines(before, after),
    ...queuedLines(before, after),
  ]
}

/** Who answers a path; undefined for the clock. */
function addresseeOf(path: string): Participant | undefined {
  if (path.startsWith('/wiki') || path.startsWith('/_sim/pages')) return 'Wiki'
  if (path.startsWith('/tracker') || path.startsWith('/_sim/issues')) return 'Tracker'
  return undefined
}

/** The time of day of an instant, in UTC. */
export function clockTime(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}

/** What left a queue, and how it was answered. */
function sentLines(before: Facts, after: Facts, old: ReadonlySet<string>, synchronised: boolean): string[] {
  return (['wiki', 'tracker'] as const).flatMap((product) => {
    const { queue, other } = PRODUCTS[product]
    const tried = [...before.messages].flatMap(([name, message]) => {
      const now = after.messages.get(name)
      const same = now?.attempts === message.attempts && now.lastResponse === message.lastResponse
      return message.from !== product || now === undefined || same ? [] : [{ name, now, was: message }]
    })
    const waiting = [...before.messages.values()].filter(
      ({ from, status }) => from === product && status !== 'DONE',
    )
    if (synchronised && waiting.length > 0 && tried.length === 0)
      return [`${queue}--x${other}: no answer, ${counted(waiting.length)} as before`]
    const others = tried.filter(({ name }) => old.has(name)).map(({ now }) => now.status)
    const together =
      others.length === 0
        ? []
        : [`${queue}->>${other}: ${others.length} older: ${[...new Set(others)].join(', ')}`]
    const named = tried
      .filter(({ name }) => !old.has(name))
      .flatMap(({ now, was }) => answerLines(now, was, queue, other))
    return [...together, ...named]
  })
}

function answerLines(now: Message, was: Message, queue: Participant, other: Participant): string[] {
  const { id, what, status, attempts, lastResponse = '' } = now
  if (attempts === was.attempts)
    return [`${queue}-x${other}: ${id} ${what}`, `Note over ${queue}: ${id} ${status}, ${lastResponse}`]
  return [
    `${queue}->>${other}: ${id} ${what}`,
    `${other}-->>${queue}: ${status}, ${lastResponse} (attempt ${attempts})`,
  ]
}

const counted = (messages: number) => (messages === 1 ? '1 message stays' : `${messages} messages stay`)

/** What came to be known in one of the products. */
function factLines(before: Facts, after: Facts): string[] {
  const flagged = [...after.flagged].filter((key) => !before.flagged.has(key))
  const gathered = [...before.flagged].filter((key) => !after.flagged.has(key))
  const texts = [...after.texts].filter(([key, html]) => before.texts.get(key) !== html)
  const links = [...after.links].filter(([id, link]) => before.links.get(id) !== link)
  return [
    ...(flagged.length === 0 ? [] : [`Note over Wiki: ${rangeOf(flagged)} flagged`]),
    ...(gathered.length === 0 ? [] : [`Note over Wiki: texts of ${rangeOf(gathered)} gathered`]),
    ...texts.map(([key, html]) => `Note over Tracker: its text of ${key} is now ${`"${html}"`}`),
    ...links.map(([, link]) => `Note over Wiki: shows ${link}`),
  ]
}

function rangeOf(keys: readonly string[]): string {
  return keys.length <= 2 ? keys.join(' and ') : `${keys[0]} to ${keys.at(-1)}`
}

function queuedLines(before: Facts, after: Facts): string[] {
  return [...after.messages]
    .filter(([name]) => !before.messages.has(name))
    .map(([, { from, id, what, status }]) => {
      const { itself, queue } = PRODUCTS[from]
      return `${itself}->>${queue}: ${id} ${what}, ${status}`
    })
}

/** Text that Mermaid takes for nothing else: it ends a statement at a semicolon, and `#` begins an entity. */
function clean(text: string): string {
  return text.replaceAll(/[;#]/g, ',')
}
