/** Past and future jobs, exchanges, faults and edits on one axis of virtual time. */
import type { ListOf } from '../../control/responses/shape.ts'
import type { PendingJob } from '../../control/responses/worlds.ts'
import type { Fault } from '../../control/responses/state.ts'
import { useMemo, useState } from 'preact/hooks'
import { control } from '../calls/api.ts'
import { jobName } from '../words/job-names.ts'
import { advance, useLive } from '../live/live.ts'
import { href } from '../state/route.ts'
import { shownNow } from '../state/shown-now.ts'
import { clock } from '../state/store.ts'
import { countText, dateText, durationText, momentText, timeText } from '../words/text.ts'
import { Button, Card, Empty, Problem } from '../ui/parts.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { HISTORY, PAST, useHistory } from './time/history.ts'
import { kept } from './time/kept.ts'
import { Lanes, type Row, SHAPES } from './time/lanes.tsx'
import { fitStory, inSight, pan, type Span, zoom } from './time/layout.ts'
import { expectedRuns, type Look, type Mark, markOfJob, merge } from './time/marks.ts'
import { outagesOf, type RegionSites } from './time/outages.ts'
import { readSites } from './time/read-sites.ts'
import { Writes } from '../ui/writes.tsx'

const JOBS = 500
const FAULTS = 1000
const NO_JOBS: readonly PendingJob[] = []
const NO_FAULTS: readonly Fault[] = []
const NO_REGIONS: readonly RegionSites[] = []
/** A quarter of an hour, which shows four synchronisations. */
const LENGTH = 15 * 60_000
/** The position of the present while the view follows the clock. */
const SHARE = 0.55

/** Rows in their order; those of other jobs follow. */
const ROWS: readonly Row[] = [
  { id: 'interface standalone', title: 'Standalone' },
  { id: 'interface wiki', title: 'Wiki' },
  { id: 'interface tracker', title: 'Tracker' },
  { id: 'interface hosted-wiki', title: 'Hosted wiki' },
  { id: 'interface hosted-tracker', title: 'Hosted tracker' },
  { id: 'interface other', title: 'No interface' },
  { id: 'job integration.synchronise', title: 'Synchronisation' },
  { id: 'job baseline.freeze', title: 'Freezing' },
  { id: 'faults', title: 'Faults and sites' },
  { id: 'edits', title: 'Edits' },
]
/** Rows that are not worth a word while nothing ever happened in them. */
const SOMETIMES = new Set(['interface hosted-wiki', 'interface hosted-tracker', 'interface other'])

export function TimePanel() {
  const { exchanges, others } = kept.value
  const now = shownNow.value
  const { data: past, error } = useHistory()
  const { data: read } = useLive('jobs', readJobs)
  const jobs = read ?? NO_JOBS
  const [wanted, setWanted] = useState<Span | undefined>(undefined)
  const [length, setLength] = useState(LENGTH)
  const [chosen, setChosen] = useState<readonly Mark[]>([])
  const span = wanted ?? { from: now - SHARE * length, to: now + (1 - SHARE) * length }
  const regions = useLive('sites', readSites).data ?? NO_REGIONS
  const names = JSON.stringify(
    regions.flatMap(({ sites }) => sites.map(({ id, name }) => [`Site ${id}`, name])),
  )
  const before = useMemo(() => {
    const named = new Map(JSON.parse(names) as [string, string][])
    return merge(exchanges, others, past ?? []).map((mark) =>
      named.has(mark.text) ? { ...mark, text: named.get(mark.text) ?? mark.text } : mark,
    )
  }, [exchanges, others, past, names])
  const pending = useMemo(() => merge(jobs.map(markOfJob)), [jobs])
  const faults = useLive('outages', readFaults).data ?? NO_FAULTS
  const outages = useMemo(() => outagesOf(regions, faults, now), [regions, faults, now])
  // The visible marks are searched many times a second, so all marks are sorted in advance.
  const marks = merge(inSight(before, span), inSight(pending, span), expectedRuns(jobs, span.from, span.to))
  const rows = useMemo(() => rowsOf([...before, ...pending]), [before, pending])
  const [unfolded, setUnfolded] = useState(false)
  const used = new Set(marks.map(({ row }) => row))
  for (const outage of outages)
    if (outage.from <= span.to && (outage.to ?? now) >= span.from)
      for (const row of outage.rows) used.add(row)
  const empty = rows.filter(({ id }) => !used.has(id))
  const look = (next: Span) => {
    setWanted(next)
    setLength(next.to - next.from)
  }
  const center = wanted === undefined ? now : (span.from + span.to) / 2
  const scale = (factor: number) =>
    wanted === undefined
      ? setLength(zoom(span, factor, now).to - zoom(span, factor, now).from)
      : look(zoom(span, factor, center))
  const instants = (of: readonly Mark[]) => of.map(({ at }) => at)
  const showAll = () => {
    const ofOutages = outages.flatMap(({ from, to = now }) => [from, to]).filter((at) => at <= now)
    look(fitStory([...instants(before), ...ofOutages], now, instants(pending)))
  }
  const later = pending.filter(({ at }) => at > span.to)
  return (
    <>
      <Problem text={error} />
      <Card
        title={`${dateText(iso(span.from))}, ${durationText(Math.round(span.to - span.from))} visible`}
        actions={
          <>
            <Button label="Earlier" onPress={() => look(pan(span, -0.4))}>
              ◀
            </Button>
            <Button label="Later" onPress={() => look(pan(span, 0.4))}>
              ▶
            </Button>
            <Button label="Zoom out" onPress={() => scale(2)}>
              −
            </Button>
            <Button label="Zoom in" onPress={() => scale(0.5)}>
              +
            </Button>
            <Button onPress={showAll}>Fit all</Button>
            <Button pressed={wanted === undefined} onPress={() => setWanted(undefined)}>
              Follow the clock
            </Button>
          </>
        }
      >
        <Lanes
          rows={unfolded ? rows : rows.filter(({ id }) => used.has(id))}
          marks={marks}
          outages={outages}
          span={span}
          now={now}
          chosen={new Set(chosen.map(({ key }) => key))}
          onSpan={look}
          onFit={showAll}
          onNow={() => setWanted(undefined)}
          onChoose={setChosen}
        />
        {empty.length === 0 ? null : (
          <p class="muted">
            Empty rows: {empty.map(({ title }) => title).join(', ')}.{' '}
            <Button pressed={unfolded} onPress={() => setUnfolded(!unfolded)}>
              Show empty rows
            </Button>
          </p>
        )}
        <Later marks={later} onShow={({ at }) => look({ ...span, to: at + (at - span.from) * 0.05 })} />
        <Legend />
      </Card>
      <div class="columns time-below">
        <Card title={`Visible: ${marks.length}`}>
          {marks.length === 0 ? (
            <Empty action={<Button onPress={showAll}>Show everything</Button>}>
              {read === undefined || (past === undefined && error === undefined)
                ? 'Reading …'
                : 'Nothing happened in this range.'}
            </Empty>
          ) : (
            <Table
              label="Visible events, the latest first"
              columns={COLUMNS}
              rows={marks.toReversed()}
              keyOf={({ key }) => key}
              chosen={chosen[0]?.key}
              onChoose={(mark) => setChosen([mark])}
              height={300}
            />
          )}
        </Card>
        <Card title="Details">
          <Details marks={chosen} now={now} />
        </Card>
      </div>
      <p class="muted">
        Of what happened before you opened this page, the panel shows the latest {HISTORY} requests, and the
        latest {PAST} jobs, faults and edits.
      </p>
    </>
  )
}

/** The number of jobs beyond the right edge. The line is always there, so that the layout does not shift. */
function Later(props: { readonly marks: readonly Mark[]; readonly onShow: (last: Mark) => void }) {
  const [next] = props.marks
  const last = props.marks.at(-1)
  return (
    <p class="muted">
      {next === undefined || last === undefined ? (
        'No job is due after this range.'
      ) : (
        <>
          {countText(props.marks.length, 'more job')} due after this range, the first on{' '}
          {dateText(iso(next.at))} at {timeText(iso(next.at))}: {next.text}.{' '}
          <Button onPress={() => props.onShow(last)}>Extend the range</Button>
        </>
      )}
    </p>
  )
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

function rowsOf(marks: readonly Mark[]): readonly Row[] {
  const used = new Set(marks.map(({ row }) => row))
  const known = ROWS.filter(({ id }) => !SOMETIMES.has(id) || used.has(id))
  const more = [...used].filter((id) => ROWS.every((row) => row.id !== id)).toSorted()
  return [...known, ...more.map((id) => ({ id, title: jobName(id.replace(/^\w+ /, '')) }))]
}

async function readJobs(signal: AbortSignal): Promise<readonly PendingJob[]> {
  return (await control<ListOf<PendingJob>>(`/jobs?limit=${JOBS}`, { signal })).items
}

async function readFaults(signal: AbortSignal): Promise<readonly Fault[]> {
  return (await control<ListOf<Fault>>(`/faults?limit=${FAULTS}`, { signal })).items
}

const COLUMNS: readonly Column<Mark>[] = [
  {
    id: 'at',
    title: 'Time',
    cell: ({ at }) => (
      <span class="mono" title={`${dateText(iso(at))} ${timeText(iso(at))}`}>
        {momentText(iso(at), iso(shownNow.value))}
      </span>
    ),
  },
  { id: 'text', title: 'What', cell: ({ look, text }) => [<Sign look={look} />, ' ', text] },
  {
    id: 'outcome',
    grows: true,
    title: 'Outcome',
    cell: ({ outcome, detail = outcome }) => <span title={detail}>{detail}</span>,
  },
]

/** A shape of the picture, for texts. */
function Sign({ look }: { readonly look: Look }) {
  return (
    <svg class={`sign mark mark-${look}`} width="18" height="18" viewBox="-10 -10 20 20" aria-hidden="true">
      <path d={SHAPES[look]} />
    </svg>
  )
}

const LEGEND: readonly (readonly [Look, name: string, explanation: string])[] = [
  ['good', 'done', 'A successful request, a job that ran, a fault added or removed, or an edit'],
  ['warn', 'refused (4xx)', 'A request whose response is a client error'],
  [
    'bad',
    'failed',
    'A request with 5xx or no response, a failed job, a fault that applied, or a site taken down',
  ],
  ['pending', 'due later', 'A pending job, or a run that follows it'],
]

function Legend() {
  return (
    <ul class="legend">
      {LEGEND.map(([look, name, explanation]) => (
        <li key={look} title={explanation}>
          <Sign look={look} /> {name}
        </li>
      ))}
      <li title="A site does not respond to other products">
        <span class="sign-outage" aria-hidden="true" /> site down
      </li>
    </ul>
  )
}

const LISTED = 12

/** The titles of the panels that marks link to. */
const PANELS: Readonly<Record<string, string>> = {
  journal: 'Requests',
  queues: 'Queues',
  tables: 'Tables',
  faults: 'Faults',
}

function Details({ marks, now }: { readonly marks: readonly Mark[]; readonly now: number }) {
  const [mark] = marks
  if (mark === undefined)
    return (
      <Empty>
        Select a mark above, or a row of the table. A number stands for several marks that are close together.
      </Empty>
    )
  if (marks.length > 1)
    return (
      <ul class="plain-list">
        {marks.slice(0, LISTED).map((one) => (
          <li key={one.key}>
            <span class="mono">{momentText(iso(one.at), iso(now))}</span>{' '}
            {one.link === undefined ? one.text : <a href={href(...one.link)}>{one.text}</a>}:{' '}
            {one.detail ?? one.outcome}
          </li>
        ))}
        {marks.length > LISTED ? <li class="muted">and {marks.length - LISTED} more: zoom in</li> : null}
      </ul>
    )
  const { at, text, outcome, detail = outcome, facts, link, look } = mark
  return (
    <>
      <h3>
        <Sign look={look} /> {text}
      </h3>
      <dl class="facts">
        <dt>When</dt>
        <dd>
          {dateText(iso(at))} {timeText(iso(at))}
          {at > now ? `, in ${durationText(at - now)}` : ''}
        </dd>
        <dt>Outcome</dt>
        <dd>{detail}</dd>
        {Object.entries(facts).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <div class="row">
        {link === undefined ? null : <a href={href(...link)}>Open in {PANELS[link[0] ?? '']}</a>}
        {at > now && clock.value !== undefined ? (
          <Writes>
            <Button onPress={() => advance({ to: iso(at) })}>Move the clock to it</Button>
          </Writes>
        ) : null}
      </div>
    </>
  )
}
