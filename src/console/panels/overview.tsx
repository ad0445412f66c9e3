/** The start page: the scenario, the sites, current activity, and a guide. */
import { useLive } from '../live/live.ts'
import { href } from '../state/route.ts'
import { health } from '../state/store.ts'
import { Card, Empty, Problem } from '../ui/parts.tsx'
import { Activity } from './overview/activity.tsx'
import { Guide } from './overview/guide.tsx'
import { Picture } from './overview/picture.tsx'
import { type Overview, readOverview } from './overview/read.ts'
import { nounText } from '../words/text.ts'
import { Writes } from '../ui/writes.tsx'

export function OverviewPanel() {
  const { data: current, error, latest } = useLive('overview', readOverview)
  // Another step of the past: the previous state stays until the response arrives.
  const data = current ?? latest
  if (data === undefined)
    return (
      <div class="overview-begin">
        {error === undefined ? <Empty>Reading…</Empty> : <Problem text={error} />}
      </div>
    )
  return (
    <>
      <Problem text={error} />
      <Card
        title={`Scenario ${health.value?.scenario ?? ''}`}
        actions={
          <>
            <a href={href('scenario')}>Steps and other scenarios</a>
            <a href={href('worlds')}>Worlds</a>
          </>
        }
      >
        <p>{data.description ?? 'It has no description.'}</p>
        <Counts overview={data} />
      </Card>
      <Card title="Sites and waiting messages" actions={<a href={href('queues')}>Queues</a>}>
        <Writes>
          <Picture sites={data.sites} integrations={data.integrations} />
        </Writes>
      </Card>
      <div class="columns">
        <Writes>
          <Guide overview={data} />
        </Writes>
        <div class="stack">
          <Activity overview={data} />
        </div>
      </div>
    </>
  )
}

interface Count {
  readonly noun: string
  readonly count: number
  readonly link: string
  readonly suffix?: string
  readonly hint?: string
}

function Counts({ overview }: { readonly overview: Overview }) {
  const { counts, integrations } = overview
  const waiting = integrations.items.reduce(
    (sum, { outbound, inbound }) => sum + outbound.waiting + inbound.waiting,
    0,
  )
  const shown: readonly Count[] = [
    {
      noun: 'requirement record',
      count: counts['requirement'] ?? 0,
      link: href('tables', 'requirement'),
      hint: 'Of every status and variant; the panel Requirements lists the ACTIVE ones of the current variant',
    },
    { noun: 'baseline', count: counts['baseline'] ?? 0, link: href('tables', 'baseline') },
    { noun: 'issue', count: counts['issue'] ?? 0, link: href('tables', 'issue') },
    { noun: 'issue link', count: counts['issueLink'] ?? 0, link: href('tables', 'issueLink') },
    { noun: 'user', count: counts['user'] ?? 0, link: href('tables', 'user') },
    { noun: 'message', count: waiting, link: href('queues'), suffix: ' waiting' },
  ]
  return (
    <ul class="counts">
      {shown.map(({ noun, count, link, suffix, hint }) => (
        <li key={noun}>
          <a href={link} title={hint}>
            <strong>{count.toLocaleString('en-US')}</strong> {nounText(count, noun)}
            {suffix}
          </a>
        </li>
      ))}
    </ul>
  )
}
