/** The steps of the scenario's timeline, to run one by one or up to one, and the ready scenarios. */
import type { Timeline } from '../../control/responses/timeline.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { control } from '../calls/api.ts'
import { useLive } from '../live/live.ts'
import { href } from '../state/route.ts'
import { health } from '../state/store.ts'
import { Button, Card, Empty, Problem, Stale } from '../ui/parts.tsx'
import { LoadButton, ReadyScenarios } from './scenario/ready.tsx'
import { putBack, run } from './scenario/run.ts'
import { StepView } from './scenario/step-view.tsx'
import { Writes } from '../ui/writes.tsx'

/** Steps per page. */
const PAGE = 50

export function ScenarioPanel() {
  const [page, setPage] = useState<number | undefined>(undefined)
  const {
    data: current,
    error,
    latest,
  } = useLive(`timeline:${page ?? ''}`, async (signal) => {
    const { next, total } = await control<Timeline>('/timeline?limit=0', { signal })
    const shown = page ?? Math.floor(Math.min(next, Math.max(0, total - 1)) / PAGE)
    const path = `/timeline?limit=${PAGE}&offset=${shown * PAGE}`
    return { ...(await control<Timeline>(path, { signal })), shown }
  })
  // Another page of the same steps: the previous one stays, dimmed, until it arrives.
  const data = current ?? latest
  const name = health.value?.scenario ?? '…'
  return (
    <div class={data?.total === 0 ? 'stack' : 'columns scenario-columns'}>
      <Card
        title={`Steps of ${name}`}
        actions={data === undefined || data.total === 0 ? null : <Actions {...data} />}
      >
        <Problem text={error} />
        {data === undefined ? (
          <Empty>Reading…</Empty>
        ) : data.total === 0 ? (
          <Empty action={<LoadButton name="release-freeze">Load release-freeze…</LoadButton>}>
            This scenario has no timeline, so there are no steps to run. Load one that has steps.
          </Empty>
        ) : (
          <Stale when={current === undefined}>
            <Steps {...data} onPage={setPage} />
          </Stale>
        )}
      </Card>
      <Writes>
        <ReadyScenarios />
      </Writes>
    </div>
  )
}

function Actions({ next, total }: Pick<Timeline, 'next' | 'total'>) {
  return (
    <Writes>
      <span class="muted">
        {next} of {total} ran
      </span>
      <Button kind="main" disabled={next >= total} onPress={() => run(1)}>
        Run next
      </Button>
      <Button disabled={next >= total} onPress={() => run()}>
        Run all
      </Button>
      <a class="button button-plain" href={href('stage')} title="Presents the steps to an audience">
        Present on the stage
      </a>
      <Button title="Resets the world to the beginning of the scenario" onPress={putBack}>
        Restart
      </Button>
    </Writes>
  )
}

function Steps(props: Timeline & { readonly shown: number; readonly onPage: (page: number) => void }) {
  const { items, total, next, shown, onPage } = props
  const pages = Math.ceil(total / PAGE)
  const list = useRef<HTMLOListElement>(null)
  const first = useRef(next)
  useEffect(() => {
    // The next step stays visible; a list that was just opened does not scroll.
    if (next !== first.current) list.current?.querySelector('.step-next')?.scrollIntoView({ block: 'center' })
    first.current = next
  }, [next])
  return (
    <>
      <ol ref={list} class="steps" start={shown * PAGE + 1}>
        {items.map((step, index) => (
          <StepView key={step.path} step={step} position={shown * PAGE + index} next={next} />
        ))}
      </ol>
      {pages < 2 ? null : (
        <div class="row">
          <Button disabled={shown === 0} onPress={() => onPage(shown - 1)}>
            Earlier steps
          </Button>
          <span>
            Page {shown + 1} of {pages}
          </span>
          <Button disabled={shown >= pages - 1} onPress={() => onPage(shown + 1)}>
            Later steps
          </Button>
        </div>
      )}
    </>
  )
}
