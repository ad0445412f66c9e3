/** Every tool, in the order in which a session uses them. */
import type { Tool } from './tool.ts'
import { callControl } from './tools/control.ts'
import { getJournal, report, verify } from './tools/evidence.ts'
import { callOperationTool, describeOperation, searchOperations } from './tools/operations.ts'
import { compareSnapshots, getState, takeSnapshot } from './tools/state.ts'
import { addFault, advanceClock, clearFaults } from './tools/time.ts'
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
  addFault,
  clearFaults,
  getJournal,
  verify,
  report,
  takeSnapshot,
  compareSnapshots,
  openTraceTool,
  callControl,
]
