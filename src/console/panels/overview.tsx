/** What a presenter wants first: what is loaded, how the sites stand to each other, what goes on, and what to try. */
import { useLive } from '../live.ts'
import { href } from '../route.ts'
import { health, world } from '../store.ts'
import { Card, Empty, Problem } from '../ui/parts.tsx'
import { Activity } from './overview/activity.tsx'
import { Guide } from './overview/guide.tsx'
import { Picture } from './overview/picture.tsx'
import { type Overview, readOverview } from './overview/read.ts'

export function OverviewPanel() {
  const { data, error } = useLive(`overview:${world.value}`, readOverview)
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
      <Card title="Sites, and what waits between them" actions={<a href={href('queues')}>Queues</a>}>
        <Picture sites={data.sites} integrations={data.integrations} />
      </Card>
      <div class="columns">
        <Guide overview={data} />
        <div class="stack">
          <Activity overview={data} />
        </div>
      </div>
    </>
  )
}

function Counts({ overview }: { readonly overview: Overview }) {
  const { counts, integrations } = overview
  const waiting = integrations.items.reduce(
    (sum, { outbound, inbound }) => sum + outbound.waiting + inbound.waiting,
    0,
  )
  const shown: readonly (readonly [string, number, string])[] = [
    ['requirements stored', counts['requirement'] ?? 0, href('tables', 'requirement')],
    ['baselines', counts['baseline'] ?? 0, href('tables', 'baseline')],
    ['issues', counts['issue'] ?? 0, href('tables', 'issue')],
    ['issue links', counts['issueLink'] ?? 0, href('tables', 'issueLink')],
    ['users', counts['user'] ?? 0, href('tables', 'user')],
    ['messages waiting', waiting, href('queues')],
  ]
  return (
    <ul class="counts">
      {shown.map(([name, count, link]) => (
        <li key={name}>
          <a href={link}>
            <strong>{count.toLocaleString('en-US')}</strong> {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
