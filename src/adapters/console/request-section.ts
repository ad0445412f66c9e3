/** The latest requests of the page, from the journal: who sent them, what came back, and what was ignored. */
import type { RecordedExchange } from '../../gateway/journal/entry.ts'
import { notableTexts, statusText } from '../../gateway/journal/exchange-text.ts'
import { DEFAULT_WORLD } from '../../simulator/worlds.ts'
import { make, makeButton, makeGroup, replaceContent } from './dom.ts'
import type { Section, Tools } from './section.ts'

const SHOWN = 30

export interface RequestSection extends Section {
  /** Says that the journal has an exchange of this number. */
  note(number: number): void
}

export function requestSection({ simulator, act }: Tools): RequestSection {
  let latest = simulator.journal.entries().at(-1)?.number ?? 0
  let cleared = 0
  const list = make('div')
  const clear = makeButton('Clear the list', () =>
    act('The list is empty.', () => {
      cleared = latest
    }),
  )
  return {
    element: makeGroup('Latest requests', 'requests', list, clear),
    note(number) {
      latest = number
    },
    update() {
      const since = Math.max(cleared, latest - SHOWN)
      const entries = simulator.journal.entries({ since }).toReversed()
      const empty = make('p', { class: 'muted' }, 'No request yet, or the journal is off.')
      const world = entries[0]?.world ?? DEFAULT_WORLD
      const elsewhere = make(
        'p',
        { class: 'muted' },
        `The page uses the world '${world}'. Faults and clock are those of '${DEFAULT_WORLD}'.`,
      )
      replaceContent(
        list,
        ...(world === DEFAULT_WORLD ? [] : [elsewhere]),
        entries.length === 0 ? empty : make('ol', {}, ...entries.map(itemOf)),
      )
    },
  }
}

function itemOf(entry: RecordedExchange): HTMLElement {
  const { request, answer, user = 'nobody', world } = entry
  const { status } = answer
  const tone = status === 0 || status >= 500 ? 'badge bad' : status >= 400 ? 'badge warn' : 'badge'
  const where = world === DEFAULT_WORLD ? '' : ` in ${world}`
  return make(
    'li',
    {},
    make('span', { class: tone }, statusText(status)),
    make(
      'span',
      { class: 'grow' },
      make('b', {}, request.method),
      ` ${addressOf(request)} `,
      make('span', { class: 'muted' }, `by ${user}${where}`),
      ...notesOf(entry).map((note) => make('span', { class: 'note' }, note)),
    ),
  )
}

/** The address that the page called, without its own origin. */
function addressOf({ address, url }: RecordedExchange['request']): string {
  const called = address ?? url
  const own = `${location.origin}/`
  return called.startsWith(own) ? called.slice(own.length - 1) : called
}

function notesOf(entry: RecordedExchange): readonly string[] {
  const { answer, diagnosis, fault } = entry
  const nearest = diagnosis?.nearest[0]
  return [
    ...(fault === undefined ? [] : [`fault ${fault}`]),
    ...(diagnosis === undefined ? [] : [diagnosis.reason]),
    ...(nearest === undefined ? [] : [`nearest: ${nearest}`]),
    ...notableTexts(answer.status, entry),
  ]
}
