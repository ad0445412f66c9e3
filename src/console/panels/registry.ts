/** The panels of the console, in the order of the navigation. All are loaded with the page, in one bundle. */
import { ApiPanel } from './api-panel.tsx'
import { ExplorationPanel } from './exploration.tsx'
import { FailurePanel } from './failure.tsx'
import { FaultsPanel } from './faults.tsx'
import { JournalPanel } from './journal.tsx'
import { MachinesPanel } from './machines.tsx'
import { MutantsPanel } from './mutants.tsx'
import { OverviewPanel } from './overview.tsx'
import type { Panel, PanelGroup } from './panel.ts'
import { PastPanel } from './past.tsx'
import { QueuesPanel } from './queues.tsx'
import { ReportPanel } from './report.tsx'
import { RequirementsPanel } from './requirements.tsx'
import { ScenarioPanel } from './scenario.tsx'
import { TablesPanel } from './tables.tsx'
import { TimePanel } from './time.tsx'
import { WorldsPanel } from './worlds.tsx'

export const groups: readonly PanelGroup[] = ['Watch', 'Inspect', 'Control', 'Results']

export const panels: readonly Panel[] = [
  { id: 'overview', title: 'Overview', group: 'Watch', icon: 'overview', view: OverviewPanel },
  { id: 'time', title: 'Timeline', group: 'Watch', icon: 'time', view: TimePanel },
  { id: 'past', title: 'History', group: 'Watch', icon: 'past', view: PastPanel },
  { id: 'queues', title: 'Queues', group: 'Watch', icon: 'queues', view: QueuesPanel },
  { id: 'journal', title: 'Requests', group: 'Watch', icon: 'journal', view: JournalPanel },
  {
    id: 'requirements',
    title: 'Requirements',
    group: 'Inspect',
    icon: 'requirements',
    view: RequirementsPanel,
  },
  { id: 'machines', title: 'State machines', group: 'Inspect', icon: 'machines', view: MachinesPanel },
  { id: 'tables', title: 'Tables', group: 'Inspect', icon: 'tables', view: TablesPanel },
  { id: 'scenario', title: 'Scenario steps', group: 'Control', icon: 'scenario', view: ScenarioPanel },
  { id: 'faults', title: 'Faults', group: 'Control', icon: 'faults', view: FaultsPanel },
  { id: 'worlds', title: 'Worlds and snapshots', group: 'Control', icon: 'worlds', view: WorldsPanel },
  { id: 'api', title: 'Operations (OpenAPI)', group: 'Control', icon: 'operations', view: ApiPanel },
  { id: 'report', title: 'Report', group: 'Results', icon: 'report', view: ReportPanel },
  { id: 'failure', title: 'Failure', group: 'Results', icon: 'failure', view: FailurePanel },
  { id: 'exploration', title: 'Exploration', group: 'Results', icon: 'exploration', view: ExplorationPanel },
  { id: 'mutants', title: 'Mutants', group: 'Results', icon: 'mutants', view: MutantsPanel },
]
