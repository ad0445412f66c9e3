/** What the journal keeps after more exchanges, and larger ones, than its default bounds allow. */
import { loadLibrary } from './library.ts'
import { type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const SMALL_EXCHANGES = 12_000
const LARGE_EXCHANGES = 1000
const LARGE_BODY = 64 * 1024

export async function measureJournal(): Promise<Row[]> {
  return [
    rowOf(TARGETS.journalEntries, [(await keptAfter(SMALL_EXCHANGES, '')).entries]),
    rowOf(TARGETS.journalBytes, [(await keptAfter(LARGE_EXCHANGES, 'x'.repeat(LARGE_BODY))).bytes / 2 ** 20]),
  ]
}

/** How many exchanges the journal keeps of `count` writes, and the bytes of their bodies. */
async function keptAfter(count: number, text: string): Promise<{ entries: number; bytes: number }> {
  const { createSimulator } = await loadLibrary()
  const simulator = await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } })
  for (let number = 1; number <= count; number++)
    await simulator.exchange({
      method: 'PUT',
      url: '/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
      headers: { authorization: 'Bearer tok-alice', 'content-type': 'application/json' },
      body: JSON.stringify({ unused: `${number} ${text}` }),
    })
  const kept = simulator.journal.entries()
  const bodies = kept.flatMap(({ request, answer }) => [request.body ?? '', answer.body ?? ''])
  return { entries: kept.length, bytes: bodies.reduce((sum, { length }) => sum + length, 0) }
}
