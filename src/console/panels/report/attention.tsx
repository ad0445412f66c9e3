/** What needs attention: the counts of a report that are best zero, and what they count. */
import type { Report } from '../../../gateway/report/report.ts'
import { href } from '../../state/route.ts'
import { Badge, Card, Empty } from '../../ui/parts.tsx'
import { nounText } from '../../words/text.ts'

interface Concern {
  readonly count: number
  /** Follows the count in a sentence. */
  readonly text: string
  /** The same in a list of what is zero. */
  readonly name: string
  readonly tone: 'bad' | 'warn'
  /** Examples of what is counted. */
  readonly examples?: readonly string[]
}

/** Examples shown of one count. */
const SHOWN = 3

export function concernsOf(report: Report): readonly Concern[] {
  const { defects, unmatched, unmatchedRequests = [], unknown, rateLimited, faulted, operations } = report
  const invalid = operations.filter((operation) => operation.invalid > 0)
  const count = invalid.reduce((sum, operation) => sum + operation.invalid, 0)
  return [
    {
      count: defects,
      text: `${nounText(defects, 'defect')} of the simulator`,
      name: 'defects of the simulator',
      tone: 'bad',
    },
    {
      count,
      text: `${nounText(count, 'response')} did not match the schema`,
      name: 'responses that do not match their schema',
      tone: 'bad',
      examples: invalid.map(({ operation }) => operation),
    },
    {
      count: unmatched,
      text: `${nounText(unmatched, 'request')} matched no operation`,
      name: 'requests without an operation',
      tone: 'bad',
      examples: unmatchedRequests.map(({ method, path }) => `${method} ${path}`),
    },
    {
      count: unknown.length,
      text: `${nounText(unknown.length, 'name')} in requests ${nounText(unknown.length, 'is', 'are')} unknown`,
      name: 'unknown names',
      tone: 'bad',
      examples: unknown.map(({ name }) => name),
    },
    {
      count: rateLimited,
      text: `${nounText(rateLimited, 'request')} exceeded a rate limit`,
      name: 'requests over a rate limit',
      tone: 'warn',
    },
    {
      count: faulted,
      text: `${nounText(faulted, 'response')} had a fault and ${nounText(faulted, 'proves', 'prove')} nothing`,
      name: 'responses with a fault',
      tone: 'warn',
    },
  ]
}

export function AttentionCard({ report }: { readonly report: Report }) {
  const concerns = concernsOf(report).filter(({ count }) => count > 0)
  return (
    <Card title="Needs attention">
      {concerns.length === 0 ? (
        report.exchanges === 0 ? (
          <Empty
            action={
              <a class="button" href={href('api', 'wiki.baseline.list')}>
                Send a request
              </a>
            }
          >
            No requests yet.
          </Empty>
        ) : (
          <p>
            <Badge tone="good">✓</Badge> Nothing. Every request matched an operation, and every name in it is
            known.
          </p>
        )
      ) : (
        <ul class="plain-list">
          {concerns.map(({ count, text, tone, examples = [] }) => (
            <li key={text} class="concern">
              <Badge tone={tone}>{count.toLocaleString('en')}</Badge>
              <span>
                {text}{' '}
                <span class="muted mono">
                  {examples.slice(0, SHOWN).join(', ')}
                  {examples.length > SHOWN ? ' …' : ''}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
