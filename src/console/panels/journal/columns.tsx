/** The columns of the list of requests. */
import type { Exchange } from '../../../control/responses/journal.ts'
import { ignoredText } from '../../../gateway/journal/exchange-text.ts'
import { pathInWorld, splitUrl } from '../../../gateway/addresses/locate.ts'
import { Badge, ResponseStatus } from '../../ui/parts.tsx'
import type { Column } from '../../ui/table.tsx'
import { durationText, timeText } from '../../words/text.ts'

/** `isWhole`: the list has the width of the page, which `isPhone` says is that of a phone. */
export function requestColumns(isWhole: boolean, isPhone: boolean): readonly Column<Exchange>[] {
  const isWide = isWhole && !isPhone
  return [
    { id: 'number', title: 'Number', hidden: true, cell: ({ number }) => number },
    {
      id: 'method',
      title: 'Method',
      hidden: isPhone,
      cell: ({ request: { method } }) => <span class="mono">{method}</span>,
    },
    {
      id: 'path',
      title: 'Path',
      grows: true,
      cell: ({ request: { method, url }, operation = 'no operation', number }) => (
        <span class="request-place" title={`${number}: ${method} ${url}\n${operation}`}>
          {isPhone ? <span class="mono request-method">{method}</span> : null}
          {/* Paths begin alike, so a long one loses its beginning. */}
          <span class="mono request-path">
            <bdi>{isPhone ? withoutBase(shownPath(url, false)) : shownPath(url, isWide)}</bdi>
          </span>
          {isWide ? <span class="muted request-operation">{operation}</span> : null}
        </span>
      ),
    },
    { id: 'status', title: 'Status', cell: (entry) => <Outcome entry={entry} /> },
    {
      id: 'duration',
      title: 'Duration',
      hidden: !isWide,
      hint: 'The virtual time until the response was complete: what faults delayed it',
      cell: ({ answer: { delivery } }) => durationText((delivery?.latency ?? 0) + (delivery?.slow ?? 0)),
    },
    {
      id: 'at',
      title: 'Time',
      hidden: isPhone,
      cell: ({ at }) => timeText(new Date(at).toISOString()).slice(0, 8),
    },
    { id: 'user', title: 'User', hidden: !isWide, cell: ({ user }) => user ?? '–' },
    { id: 'operation', title: 'Operation', hidden: true, cell: ({ operation }) => operation ?? '–' },
    { id: 'interface', title: 'Interface', hidden: true, cell: (entry) => entry.interface ?? '–' },
    { id: 'region', title: 'Region', hidden: true, cell: ({ region }) => region ?? '–' },
  ]
}

/** The path, with its query if there is room; the world is selected for the whole page. */
function shownPath(url: string, isWide: boolean): string {
  const { host, query } = splitUrl(url)
  const path = host === '' ? pathInWorld(url) : url.replace(/\?.*$/s, '')
  return query === '' || !isWide ? path : `${path}?${query}`
}

/** Without what is the same for all operations of an interface. */
function withoutBase(path: string): string {
  return path.replace(/^\/(?:wiki|tracker)\/rest\/reqs\/1\//, '…/')
}

function Outcome({ entry }: { readonly entry: Exchange }) {
  const ignored = ignoredText(entry)
  const { fault, diagnosis } = entry
  return (
    <span class="request-outcome">
      <ResponseStatus status={entry.answer.status} />
      {fault === undefined ? null : (
        <Badge tone="info" title={`Fault ${fault} shaped this response`}>
          fault
        </Badge>
      )}
      {ignored === undefined ? null : (
        <Badge tone="warn" title={`Nothing read: ${ignored}`}>
          ignored
        </Badge>
      )}
      {diagnosis === undefined ? null : (
        <Badge tone="warn" title={diagnosis.reason}>
          unmatched
        </Badge>
      )}
    </span>
  )
}
