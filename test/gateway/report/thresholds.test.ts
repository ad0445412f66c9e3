// Which thresholds a report exceeds.

import { describe, expect, test } from 'vitest'
import type { Degree } from '../../../src/api/ledger/entry.ts'
import { checkReport, type Report } from '../../../src/index.ts'
import { assumed, EMPTY, FULL, LISTING, used } from './filled-report.ts'

describe('checkReport', () => {
  const HEALTHY: Report = { ...EMPTY, defects: 0, unmatched: 0, rateLimited: 0 }
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...used, operation: `o${index}`, rateLimited: 0 }))

  const sure = (id: string, degree?: Degree) =>
    ({ ...assumed, id, title: id, general: false, behaviour: 'x', ...(degree && { degree }) }) as never
  const DEGREES = [sure('A02', 'stated'), sure('A03', 'likely'), sure('A04', 'weak'), sure('A05')]

  const invalid = (count: number) => ({ operations: names(count).map((one) => ({ ...one, invalid: 1 })) })
  const leaning = { assumptions: FULL.assumptions }
  const below = (maxAssumptions: number, assumptionsBelow: Degree) => ({
    maxAssumptions,
    assumptionsBelow,
  })
  const limited = { rateLimited: 2, operations: [used, { ...used, operation: 'z', rateLimited: 0 }] }
  const unused = { operations: [used, { ...used, operation: 'c', exercised: 0 }] }

  test.each<[Partial<Report>, Parameters<typeof checkReport>[1], string?]>([
    [{}, {}],
    [{ defects: 1 }, {}, '1 defect of the simulator: please report them'],
    [{ defects: 2 }, {}, '2 defects of the simulator: please report them'],
    [invalid(5), {}, 'responses do not match their schema: o0, o1, o2, o3, o4'],
    [invalid(7), {}, 'responses do not match their schema: o0, o1, o2, o3, o4 and 2 more'],
    [leaning, { maxAssumptions: 2 }],
    [leaning, { maxAssumptions: 0 }, '2 assumptions, more than the maximum of 0: A02, A03'],
    [{ assumptions: DEGREES }, below(1, 'weak')],
    [{ assumptions: DEGREES }, below(0, 'weak'), '1 assumption below weak, more than the maximum of 0: A05'],
    [
      { assumptions: DEGREES },
      below(1, 'likely'),
      '2 assumptions below likely, more than the maximum of 1: A04, A05',
    ],
    [
      { assumptions: DEGREES },
      below(1, 'stated'),
      '3 assumptions below stated, more than the maximum of 1: A03, A04, A05',
    ],
    [{ operations: names(2) }, { minExercised: 2 }],
    [{ operations: names(1) }, { minExercised: 2 }, '1 operation exercised, fewer than the minimum of 2'],
    [
      { unknown: FULL.unknown },
      { maxUnknownFields: 0 },
      `1 unknown name, more than the maximum of 0: field 'colr' of ${LISTING} (did you mean color?)`,
    ],
    [
      { unmatched: 3, unmatchedRequests: FULL.unmatchedRequests ?? [] },
      { maxUnmatched: 0 },
      '3 requests that match no operation, more than the maximum of 0: GET /api/applicatons × 2 (nearest: GET /api/applications), PUT /nowhere',
    ],
    [{ unmatched: 2 }, { maxUnmatched: 1 }, '2 requests that match no operation, more than the maximum of 1'],
    [
      limited,
      { maxRateLimited: 1 },
      `2 requests over the rate limit, more than the maximum of 1: ${LISTING}`,
    ],
    [unused, { forbid: ['internal', 'stable'] }, `1 stable operation used: ${LISTING}`],
  ])('checks %j against %j', (changes, thresholds, problem) => {
    const problems = problem === undefined ? [] : [problem]
    expect(checkReport({ ...HEALTHY, ...changes }, thresholds)).toEqual(problems)
  })

  test.each([
    [{ maxUnknownFields: -1 }, "maxUnknownFields must be a whole number of at least 0, not '-1'"],
    [{ maxUnmatched: 1.5 }, "maxUnmatched must be a whole number of at least 0, not '1.5'"],
    [{ forbid: ['intern'] }, "forbid: no class 'intern': "],
    [
      { maxAssumptions: 1, assumptionsBelow: 'likly' },
      "assumptionsBelow: no degree 'likly': did you mean 'likely'?",
    ],
    [{ assumptionsBelow: 'likely' }, 'assumptionsBelow needs maxAssumptions'],
    [{ most: 1 }, 'most'],
  ])('refuses thresholds %j', (thresholds, message) => {
    expect(() => checkReport(HEALTHY, thresholds as never)).toThrow(message)
  })

  test('ignores a threshold that is undefined', () => {
    expect(checkReport(HEALTHY, { maxUnknownFields: undefined, forbid: undefined })).toEqual([])
  })

  test.each([
    [{ maximumAssumptions: 0 }, { maxAssumptions: 0 }],
    [{ minimumExercised: 9 }, { minExercised: 9 }],
    [{ maximumUnknown: 0 }, { maxUnknownFields: 0 }],
    [{ maximumUnmatched: 0 }, { maxUnmatched: 0 }],
    [{ maximumRateLimited: 0 }, { maxRateLimited: 0 }],
    [{ forbidden: ['stable'] as const }, { forbid: ['stable'] as const }],
  ])('takes the former name in %j as %j', (former, present) => {
    const problems = checkReport(FULL, former)
    expect(problems).toEqual(checkReport(FULL, present))
    expect(problems.length).toBe(checkReport(FULL).length + 1)
  })

  test('refuses both names of a threshold', () => {
    const both = { maximumUnknown: 0, maxUnknownFields: 1 }
    expect(() => checkReport(HEALTHY, both)).toThrow(
      'maximumUnknown is the former name of maxUnknownFields: give only maxUnknownFields',
    )
  })
})
