/** The tools, in the order in which a session uses them. */
import type { Session, Tool } from './tool.ts'
import { exploreCommand } from './tools/commands.ts'
import { callControl } from './tools/control.ts'
import { readDocs } from './tools/docs.ts'
import { getJournal, report, verify } from './tools/evidence.ts'
import { callOperationTool, describeOperation, searchOperations } from './tools/operations.ts'
import { compareSnapshots, getState, takeSnapshot } from './tools/state.ts'
import { addFault, advanceClock, clearFaults, runTimelineTool } from './tools/time.ts'
import { openTraceTool } from './tools/traces.ts'
import { createWorld, loadScenario, resetWorld } from './tools/worlds.ts'

export const tools: readonly Tool[] = [
  getState,
  loadScenario,
  createWorld,
  resetWorld,
  searchOperations,
  describeOperation,
  callOperationTool,
  advanceClock,
  runTimelineTool,
  addFault,
  clearFaults,
  getJournal,
  verify,
  report,
  takeSnapshot,
  compareSnapshots,
  openTraceTool,
  callControl,
  readDocs,
]

/** The tools of one server: exploring a command only where its user allowed commands. */
export function toolsOf({ exploreCommand: allowed }: Session): readonly Tool[] {
  return allowed === undefined ? tools : [...tools, exploreCommand]
}
