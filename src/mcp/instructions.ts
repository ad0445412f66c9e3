/** The instructions that a client receives when it connects. */
export const INSTRUCTIONS = [
  'reqsim simulates a requirements-management service (a wiki, an issue tracker and a standalone product) in memory. All data is invented; nothing leaves this process.',
  'Begin with get_state for an overview, and load_scenario for another state. search_operations and describe_operation find the API of the service; call_operation calls it as a user.',
  'Time is virtual: tasks, queues and expiry go on only when advance_clock moves the clock, unless the clock mode is auto or live.',
  'To change what the service does, add_fault. To see what changed, take_snapshot before and compare_snapshots after. To judge a client, verify, get_journal and report. A failed test leaves a trace: open_trace says why it failed. run_timeline runs the steps of a scenario, and read_docs has the documentation.',
  'Errors name the argument, its value and the correction. The same calls always have the same results; reset_world begins anew.',
].join('\n')
