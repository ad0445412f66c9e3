/** One requirement: its text, its neighbours, its history and its actions. */
import type { OutboundMessageRecord } from '../../../model/records/tracker/outbound-messages.ts'
import type { HistoryEntry, Requirement } from '../../../control/responses/requirements.ts'
import { useState } from 'preact/hooks'
import { ApiError, control } from '../../calls/api.ts'
import { useThrottledLive } from '../../live/throttled.ts'
import { href } from '../../state/route.ts'
import { dateText, timeText } from '../../words/text.ts'
import { Card, Empty, InertHtml, Problem } from '../../ui/parts.tsx'
import { Actions } from './actions.tsx'
import { Graph } from './graph.tsx'
import { Issues } from './issues.tsx'
import { MadeMessages } from './messages.tsx'
import type { Site } from './places.ts'
import { StatusBadge } from './results.tsx'

export function RequirementView({ id, site }: { readonly id: number; readonly site: Site }) {
  const [messages, setMessages] = useState<readonly OutboundMessageRecord[] | undefined>(undefined)
  const { data, error } = useThrottledLive(`requirement ${site.region} ${id}`, (signal) =>
    readRequirement(id, site.region, signal),
  )
  if (error !== undefined) return <Problem text={error} />
  if (data === undefined) return <Card title={`Requirement ${id}`}>{null}</Card>
  if (data === 'none')
    return (
      <Card title={`Requirement ${id}`}>
        <Empty>There is no requirement {id} in this region any more. Select another result.</Empty>
      </Card>
    )
  const shared = { requirement: data, site, onMessages: setMessages }
  return (
    <div class="requirement">
      <Card
        title={data.baseline === undefined ? data.key : `${data.key} as frozen in baseline ${data.baseline}`}
        actions={<Actions {...shared} />}
      >
        <MadeMessages messages={messages} onDismiss={() => setMessages(undefined)} />
        <InertHtml html={data.html} title={`Text of ${data.key}`} />
        <Facts requirement={data} site={site} />
      </Card>
      <Graph key={data.id} id={data.id} site={site} name={data.key} />
      <Issues {...shared} />
      <History entries={data.history} total={data.historyTotal} />
    </div>
  )
}

async function readRequirement(
  id: number,
  region: string,
  signal: AbortSignal,
): Promise<Requirement | 'none'> {
  try {
    return await control<Requirement>(`/requirements/${id}?region=${region}`, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'none'
    throw error
  }
}

function Facts({ requirement, site }: { readonly requirement: Requirement; readonly site: Site }) {
  const { page, movedTo, dependencies, baselines, properties } = requirement
  return (
    <dl class="facts">
      <dt>Status</dt>
      <dd>
        <StatusBadge row={requirement} />
        {movedTo === undefined ? '' : ` to ${movedTo.key} in ${movedTo.spaceKey}`}
      </dd>
      <dt>Space</dt>
      <dd>
        {requirement.spaceKey}, variant {requirement.variant ?? 'unknown'}
        {requirement.type === undefined ? '' : `, type ${requirement.type}`}
      </dd>
      <dt>Page</dt>
      <dd>
        {page === undefined ? (
          'none'
        ) : (
          <>
            <a href={href('tables', 'page', page.id, site.region)}>{page.title}</a>
            <span class="muted">
              {' '}
              ({page.id}
              {page.version === undefined ? '' : `, version ${page.version}`})
            </span>
          </>
        )}
      </dd>
      <dt>Baselines</dt>
      <dd>
        {baselines.length === 0
          ? `none has ${requirement.key}`
          : baselines.map(({ number, id, name, status }) => (
              <span key={number} class="gap-after">
                <a href={href('requirements', id, site.region)} title="The requirement as it was frozen">
                  {number} {name}
                </a>{' '}
                <span class="muted">{status?.toLowerCase()}</span>
              </span>
            ))}
      </dd>
      <dt>Depends on</dt>
      <dd>
        {dependencies.length === 0
          ? 'nothing'
          : dependencies.map(({ relationship, key, spaceKey, id }) => (
              <span key={`${relationship} ${spaceKey} ${key}`} class="gap-after">
                {relationship}{' '}
                {id === undefined ? (
                  <span title="Nothing has this key">{key} (missing)</span>
                ) : (
                  <a href={href('requirements', id, site.region)}>{key}</a>
                )}
              </span>
            ))}
      </dd>
      {properties.map(({ name, kind, value }) => (
        <PropertyFact key={`${kind} ${name ?? ''}`} name={name ?? '?'} kind={kind} value={value} />
      ))}
    </dl>
  )
}

function PropertyFact({
  name,
  kind,
  value,
}: {
  readonly name: string
  readonly kind: string
  readonly value: string
}) {
  return (
    <>
      <dt>
        {name}
        {kind === 'external' ? <span title="External property"> (ext)</span> : null}
      </dt>
      <dd>{value}</dd>
    </>
  )
}

/** Entries shown before "more" is pressed. */
const FIRST_ENTRIES = 8

function History({ entries, total }: { readonly entries: readonly HistoryEntry[]; readonly total: number }) {
  const [all, setAll] = useState(false)
  const shown = all ? entries : entries.slice(0, FIRST_ENTRIES)
  return (
    <Card title={`History (${total})`}>
      {entries.length === 0 ? (
        <Empty>No changes since the scenario was loaded.</Empty>
      ) : (
        <ol class="requirement-history">
          {shown.map(({ id, at, by, event, changes }) => (
            <li key={id}>
              <time dateTime={at} class="muted">
                {dateText(at)} {timeText(at)}
              </time>{' '}
              <strong>{event.toLowerCase().replaceAll('_', ' ')}</strong>
              {by === undefined ? '' : ` by ${by}`}
              {changes.map(({ field, before, after }) => (
                <div key={field} class="requirement-change">
                  <span class="muted">{field}</span> {before === undefined ? null : <del>{before}</del>}{' '}
                  {after === undefined ? null : <ins>{after}</ins>}
                </div>
              ))}
            </li>
          ))}
        </ol>
      )}
      {entries.length <= FIRST_ENTRIES || all ? null : (
        <button type="button" class="button button-plain" onClick={() => setAll(true)}>
          {entries.length - FIRST_ENTRIES} more
        </button>
      )}
    </Card>
  )
}
