/** The report: what clients exercised, and how far they rely on undocumented behaviour. */
import type { Report } from '../../gateway/report/report.ts'
import { control } from '../calls/api.ts'
import { controlText, download } from '../calls/download.ts'
import { attempt, useLive } from '../live/live.ts'
import { step, world } from '../state/store.ts'
import { Button, Empty, Problem } from '../ui/parts.tsx'
import { DescribedCards } from './report/description-cards.tsx'
import { AttentionCard } from './report/attention.tsx'
import { OperationCard } from './report/operations.tsx'
import { AssumptionCard, MachineCard, SummaryCard, UnknownCard } from './report/parts.tsx'
import { RightCards } from './report/rights.tsx'

const FORMATS = [
  { format: 'json', title: 'JSON', type: 'application/json', ending: 'json' },
  { format: 'html', title: 'HTML', type: 'text/html', ending: 'html' },
  { format: 'markdown', title: 'Markdown', type: 'text/markdown', ending: 'md' },
] as const

export function ReportPanel() {
  const { data, error } = useLive(
    'report',
    (signal) => control<Report>('/report', { signal, world: world.peek() }),
    { ofNow: true },
  )
  return (
    <>
      <div class="row" role="group" aria-label="Save the report">
        <span class="muted">
          All requests to the world {world.value} since the last reset of all worlds
          {step.value === undefined ? '' : ', and not only those up to the step that is shown'}.
        </span>
        <div class="row report-forms">
          <span class="field-label">Save as</span>
          <div class="segments">
            {FORMATS.map(({ format, title, type, ending }) => (
              <Button
                key={format}
                label={`Save as ${title}: the report`}
                onPress={() =>
                  attempt('', async () =>
                    download(
                      `report-${world.peek()}.${ending}`,
                      type,
                      await controlText(`/report?format=${format}`, world.peek()),
                    ),
                  )
                }
              >
                {title}
              </Button>
            ))}
          </div>
        </div>
      </div>
      <Problem text={error} />
      {data === undefined ? (
        <Empty>Reading…</Empty>
      ) : (
        <>
          <AttentionCard report={data} />
          <UnknownCard unknown={data.unknown} />
          <SummaryCard report={data} />
          <OperationCard report={data} />
          <RightCards report={data} />
          <DescribedCards report={data} />
          <AssumptionCard assumptions={data.assumptions} />
          <MachineCard machines={data.machines} />
        </>
      )}
    </>
  )
}
