/** Mutants: a mutant in this world and what it changed, and the report of `reqsim mutate`. */
import { attempt } from '../live/live.ts'
import { FileDrop } from '../ui/file-drop.tsx'
import { Button, Card, Empty } from '../ui/parts.tsx'
import { opened, showReport } from './mutants/opened.ts'
import { readMutationReport } from './mutants/read.ts'
import { FiguresCard, SurvivorsCard } from './mutants/report.tsx'
import { SwitchCard } from './mutants/switch.tsx'

const open = (chosen: File) =>
  attempt('', async () => showReport(chosen.name, readMutationReport(await chosen.text(), chosen.name)))

export function MutantsPanel() {
  const shown = opened.value
  return (
    <>
      <SwitchCard />
      <Card
        title="Report of mutants"
        actions={
          shown === undefined ? null : (
            <Button
              onPress={() => {
                opened.value = undefined
              }}
            >
              Close {shown.name}
            </Button>
          )
        }
      >
        <FileDrop label="Open a report" accept="application/json,.json,text/html,.html" onSelect={open} />
        {shown !== undefined ? null : (
          <Empty>
            A mutant is a small mistake of the service; a survivor is one that no test noticed. Run{' '}
            <code>reqsim mutate --json -- COMMAND &gt; mutants.json</code>, and open the file here, or the
            page that <code>--html</code> writes.
          </Empty>
        )}
      </Card>
      {shown === undefined ? null : (
        <>
          <SurvivorsCard report={shown.report} />
          <FiguresCard name={shown.name} report={shown.report} />
        </>
      )}
    </>
  )
}
