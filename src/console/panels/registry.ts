/** The panels of the console, in the order of the navigation. All are loaded with the page, in one bundle. */
import { ApiPanel } from './api-panel.tsx'
import { ExplorationPanel } from './exploration.tsx'
import { FaultsPanel } from './faults.tsx'
import { JournalPanel } from './journal.tsx'
import { MachinesPanel } from './machines.tsx'
import { OverviewPanel } from './overview.tsx'
import type { Panel } from './panel.ts'
import { QueuesPanel } from './queues.tsx'
import { ReportPanel } from './report.tsx'
import { RequirementsPanel } from './requirements.tsx'
import { ScenarioPanel } from './scenario.tsx'
import { TablesPanel } from './tables.tsx'
import { TimePanel } from './time.tsx'
import { WorldsPanel } from './worlds.tsx'

export const panels: readonly Panel[] = [
  { id: 'overview', title: 'Overview', view: OverviewPanel },
  { id: 'time', title: 'Time line', view: TimePanel },
  { id: 'scenario', title: 'Scenario steps', view: ScenarioPanel },
  { id: 'queues', title: 'Queues', view: QueuesPanel },
  { id: 'machines', title: 'State machines', view: MachinesPanel },
  { id: 'requirements', title: 'Requirements', view: RequirementsPanel },
  { id: 'tables', title: 'Tables', view: TablesPanel },
  { id: 'journal', title: 'Journal', view: JournalPanel },
  { id: 'faults', title: 'Faults', view: FaultsPanel },
  { id: 'worlds', title: 'Worlds and snapshots', view: WorldsPanel },
  { id: 'report', title: 'Report', view: ReportPanel },
  { id: 'exploration', title: 'Exploration', view: ExplorationPanel },
  { id: 'api', title: 'Operations (OpenAPI)', view: ApiPanel },
]
