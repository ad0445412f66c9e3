/** Where the documentation is about each panel. */

/** The page of each panel, below `/_sim/docs/`. */
export const PANEL_TOPICS: Readonly<Record<string, string>> = {
  overview: 'console.md#panels',
  time: 'concepts/clock.md',
  past: 'console.md#go-back-in-time',
  queues: 'concepts/integration.md',
  journal: 'concepts/verification.md',
  requirements: 'query-language.md',
  machines: 'state-machines.md',
  tables: 'demo-world.md',
  scenario: 'concepts/timeline.md',
  faults: 'concepts/fault.md',
  worlds: 'concepts/world.md',
  api: 'reference.md',
  report: 'concepts/report.md',
  failure: 'traces.md',
  exploration: 'explore.md',
  mutants: 'mutate.md',
}
