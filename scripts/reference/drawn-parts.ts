// Parts of a page that are drawn from the code while the rest is written by hand: diagrams, and tables of figures.

import {
  RESPONSE_MILLISECONDS,
  BY_HAND_MILLISECONDS,
  RUN_MILLISECONDS,
} from '../../src/model/integration/queues/sending.ts'
import { SYNCHRONISATION_PERIOD } from '../../src/model/records/world/job-kinds.ts'
import { MESSAGES_PER_RUN } from '../../src/model/integration/queues/synchronisation.ts'
import { LATEST_VERSION, OLDEST_VERSION } from '../../src/model/integration/versions.ts'
import { operations } from '../../src/api/operations.ts'
import { code, table } from '../../src/docs/markdown.ts'

/** Each part by the name that its markers give: `<!-- drawn: NAME -->` before it, `<!-- end -->` after. */
export type DrawnParts = Readonly<Record<string, string>>

/** The parts of the page about the integration. */
export const INTEGRATION_PARTS: DrawnParts = {
  limits: limitsTable(),
}

/** The parts of the page about rate limits. */
export const RATE_LIMIT_PARTS: DrawnParts = {
  'operations of the class high': `${operations
    .filter(({ rate }) => rate === 'high')
    .map(({ id }) => code(id))
    .join(', ')}.`,
}

/** The page with every part drawn anew. Throws for a part that it does not mark, or that is not known. */
export function withDrawnParts(text: string, parts: DrawnParts): string {
  const missing = new Set(Object.keys(parts))
  const drawn = text.replaceAll(
    /(<!-- drawn: (.+?) -->)[^]*?(<!-- end -->)/g,
    (_match, begin: string, name: string, end: string) => {
      if (!Object.hasOwn(parts, name)) throw new Error(`nothing is drawn as '${name}'`)
      missing.delete(name)
      return `${begin}\n\n${parts[name]}\n\n${end}`
    },
  )
  if (missing.size > 0) throw new Error(`no place is marked for ${[...missing].join(', ')}`)
  return drawn
}

function limitsTable(): string {
  const seconds = (milliseconds: number) => `${milliseconds / 1000} s`
  return table(
    ['Limit', 'Value'],
    [
      ['Between two synchronisations', `${SYNCHRONISATION_PERIOD / 60_000} minutes`],
      ['Messages of one synchronisation, in each direction', String(MESSAGES_PER_RUN)],
      ['Time of the receiver that one message costs, unless a scenario says otherwise', '10 ms'],
      ['Messages of one synchronisation begin within, in each direction', seconds(RUN_MILLISECONDS)],
      ['The same for what is sent by hand, or flushed', seconds(BY_HAND_MILLISECONDS)],
      [
        'A receiver that needs longer for one message does not respond at all',
        seconds(RESPONSE_MILLISECONDS),
      ],
      ['Versions', `${OLDEST_VERSION} to ${LATEST_VERSION}`],
    ],
  )
}
