import { expect, test } from 'vitest'
import { explainQuery } from '../../../src/language/query/explain.ts'
import { parseQuery } from '../../../src/language/query/parse.ts'

test.each([
  ['', 'all requirements'],
  ["'battery'", "requirements whose key or text contains 'battery'"],
  [
    "key ~ 'REQ-%' and @Category = 'Safety'",
    "requirements whose key is like 'REQ-%' and whose property Category equals 'Safety'",
  ],
  ['ext@Cost > 3', 'requirements whose external property Cost is greater than 3'],
  ['ext@Cost >= 3', 'requirements whose external property Cost is at least 3'],
  ['ext@Cost < -3', 'requirements whose external property Cost is less than -3'],
  ['ext@Cost <= 3', 'requirements whose external property Cost is at most 3'],
  ["status != 'DELETED'", "requirements whose status has a value other than 'DELETED'"],
  ['suspect = true', 'requirements whose suspect flag equals true'],
  ['@Owner is null', 'requirements that have no property Owner'],
  ['@Owner is not null', 'requirements that have a value for property Owner'],
  ["@Owner = user('alice')", "requirements whose property Owner equals the user 'alice'"],
  ["key in ('A')", "requirements whose key equals 'A'"],
  ["key in ('A', 'B', 'C')", "requirements whose key is one of 'A', 'B' or 'C'"],
  ["@P in ('A', null)", "requirements whose property P is either absent or 'A'"],
  ["@P in ('A', 'B', null)", "requirements whose property P is either absent or one of 'A' or 'B'"],
  ['@P in (null)', 'requirements whose property P is absent'],
  ['@P not in (null)', 'requirements whose property P has a value'],
  ["key not in ('A', 'B')", "requirements whose key has a value other than 'A' and 'B'"],
  ["page = 4001 or page = 'Power'", "requirements whose page equals 4001 or whose page equals 'Power'"],
  ["jira@implements = 'DRN-1'", "requirements whose linked issue by implements equals 'DRN-1'"],
  ["to = 'REQ-1'", "requirements whose parent equals 'REQ-1'"],
  ['baseline = 3', 'requirements whose baseline equals 3'],
  ["baseline = ('R1' in space 'ENG')", "requirements whose baseline equals 'R1' of space 'ENG'"],
  ['baseline = $currentBaseline', 'requirements whose baseline equals the current baseline'],
  ["baseline was 'R1'", "requirements that were in baseline 'R1'"],
  ['isModified(2)', 'requirements that differ from what they were in baseline 2'],
  ["hasTest('PASSED')", "requirements with a test whose status is 'PASSED'"],
  [
    "hasLastTest('covers', 'PASSED')",
    "requirements with a last test linked as 'covers' whose status is 'PASSED'",
  ],
  ["not key = 'A'", "requirements other than those whose key equals 'A'"],
  [
    "from@refines->(status = 'ACTIVE' and 'x')",
    "requirements with a child by refines (whose status equals 'ACTIVE' and whose key or text contains 'x')",
  ],
  ["from->to->key = 'A'", "requirements with a child with a parent whose key equals 'A'"],
  [
    "key = 'A' and (key = 'B' or key = 'C') and not key = 'D'",
    "requirements whose key equals 'A', (whose key equals 'B' or whose key equals 'C') and other than those whose key equals 'D'",
  ],
  [
    "not key = 'A' and to->key = 'B' or key = 'C'",
    "requirements ((other than those whose key equals 'A') and with a parent whose key equals 'B') or whose key equals 'C'",
  ],
])('%s', (query, explanation) => expect(explainQuery(parseQuery(query))).toBe(explanation))

test('long texts are cut', () => {
  const explanation = explainQuery(parseQuery(`key = '${'x'.repeat(5000)}'`))
  expect(explanation).toBe(`requirements whose key equals '${'x'.repeat(100)}…'`)
})
