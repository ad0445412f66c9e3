/** An exchange as the journal would hold it, for tests of what is made from it. */
import type { JournalEntry, RecordedExchange } from '../../../src/gateway/journal/entry.ts'

export function recorded(changes: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    number: 1,
    id: '1',
    at: Date.parse('2026-01-05T09:00:00Z'),
    world: 'default',
    interface: 'standalone',
    region: 'eu',
    operation: 'standalone.application.list',
    user: 'alice',
    request: { method: 'GET', url: '/api/applications', headers: {} },
    answer: { status: 200, headers: { 'Content-Type': 'application/json' }, body: '[]' },
    assumptions: [],
    unknownParameters: [],
    unknownFields: [],
    rateLimitExceeded: false,
    ...changes,
  }
}

/** The same as the gateway hands it to the journal. */
export function entry(changes: Partial<JournalEntry> = {}): JournalEntry {
  const { number: _number, ...rest } = recorded()
  return { ...rest, ...changes }
}
