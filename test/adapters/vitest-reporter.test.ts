/** The options of `reqsim/vitest/reporter`; test/docs/runners has its runs. */
import { describe, expect, it } from 'vitest'
import ReqsimReporter from '../../src/adapters/vitest/reporter.ts'

describe('options', () => {
  it.each([
    [{ threshold: {} }, /must not have 'threshold': did you mean 'thresholds'\?/],
    [{ report: 'report.pdf' }, /report: a report is a \.json, \.html or \.md file, not 'report\.pdf'/],
    [{ ctrf: 'ctrf.xml' }, /ctrf: it is a \.json file, not 'ctrf\.xml'/],
    [
      { thresholds: { maxAssumptions: 3 } },
      /must not have 'maxAssumptions': did you mean 'maximumAssumptions'\?/,
    ],
    [{ thresholds: { maximumUnknown: -1 } }, /maximumUnknown must be a whole number of at least 0, not '-1'/],
    [{ thresholds: { forbidden: ['secret'] } }, /forbidden: no class 'secret'/],
  ])('%j is refused', (options, message) => {
    expect(() => new ReqsimReporter(options as never)).toThrow(message)
  })
})
