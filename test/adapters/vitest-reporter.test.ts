/** The options of `reqsim/vitest/reporter`; test/docs/runners has its runs. */
import { describe, expect, it } from 'vitest'
import ReqsimReporter from '../../src/adapters/vitest/reporter.ts'

describe('options', () => {
  it.each([
    [{ threshold: {} }, /must not have 'threshold': did you mean 'thresholds'\?/],
    [{ report: 'report.pdf' }, /report: a report is a \.json, \.html or \.md file, not 'report\.pdf'/],
    [{ ctrf: 'ctrf.xml' }, /ctrf: it is a \.json file, not 'ctrf\.xml'/],
    [{ thresholds: { maxAssumption: 3 } }, /must not have 'maxAssumption': did you mean 'maxAssumptions'\?/],
    [
      { thresholds: { maxUnknownFields: -1 } },
      /maxUnknownFields must be a whole number of at least 0, not '-1'/,
    ],
    [{ thresholds: { forbid: ['secret'] } }, /forbid: no class 'secret'/],
  ])('%j is refused', (options, message) => {
    expect(() => new ReqsimReporter(options as never)).toThrow(message)
  })
})
