/** The start page: what to do first, the sites with their messages, and current activity. */
import { useLive } from '../live/live.ts'
import { href } from '../state/route.ts'
import { health } from '../state/store.ts'
import { Button, Card, Empty, Problem } from '../ui/parts.tsx'
import { Activity } from './overview/activity.tsx'
import { Guide } from './overview/guide.tsx'
import { Picture } from './overview/picture.tsx'
import { type Overview, readOverview } from './overview/read.ts'
import { run } from './scenario/run.ts'
import { countText, nounText } from '../words/text.ts'
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
      <div class="overview-lead">
        <p>
          {data.description ?? `The scenario ${health.value?.scenario ?? ''} has no description.`}{' '}
          <a href={href('scenario')}>Other scenarios</a>
        </p>
        <Counts overview={data} />
      </div>
      <Writes>{data.story.total > 0 ? <Story {...data.story} /> : <Guide overview={data} />}</Writes>
      <Card title="Sites and waiting messages" actions={<a href={href('queues')}>Queues</a>}>
        <Writes>
          <Picture sites={data.sites} integrations={data.integrations} />
        </Writes>
      </Card>
      <Activity overview={data} />
    </>
  )
}

/** What to do with a scenario that has a timeline. */
function Story({ next, total }: Overview['story']) {
  const isOver = next >= total
  return (
    <Card title="The story" actions={<a href={href('scenario')}>Scenario steps</a>}>
      <p>This scenario tells a story in {countText(total, 'step')}. The stage presents it to an audience.</p>
      <div class="row">
        <a class="button button-main" href={href('stage')}>
          Present on the stage
        </a>
        <Button disabled={isOver} onPress={() => run(1)}>
          Run the next step
        </Button>
        <span class="muted">
          {next} of {total} ran
        </span>
      </div>
    </Card>
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
      hint: 'In every status and variant. The panel Requirements lists the active ones of the current variant',
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
            {count.toLocaleString('en-US')} {nounText(count, noun)}
            {suffix}
          </a>
        </li>
      ))}
    </ul>
  )
}
