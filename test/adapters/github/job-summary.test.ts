/** The summary of a job: what a title holds stays text. */
import { describe, expect, test } from 'vitest'
import { jobSummaryMarkdown, MAXIMUM_SUMMARY_BYTES } from '../../../src/adapters/github/job-summary.ts'
import { readRows } from '../../support/github.ts'

const NOTHING = { heading: 'reqsim', failures: [], notes: [], figures: [] } as const
const HOSTILE =
  'a | b\n| c | d |\n\n# e <img src=x onerror=y> </summary></details></pre> [f](https://evil.example) `g` @team #12 ![h](i)'

test('a failure is a row with a link, and its explanation is folded', () => {
  const markdown = jobSummaryMarkdown({
    ...NOTHING,
    failures: [
      {
        title: 'releases > freezes once',
        url: 'https://github.com/o/r/blob/abc/a.test.ts#L12',
        error: 'expected 409 to be 200',
        details: 'expected 409 to be 200\n\nLast exchange\n  step 3',
      },
    ],
    notes: ['2 requests match no operation'],
    figures: [['Requests', '3']],
  })
  expect(readRows(markdown)).toEqual([
    [
      '[releases &#62; freezes once](https://github.com/o/r/blob/abc/a.test.ts#L12)',
      'expected 409 to be 200',
    ],
    ['Requests', '3'],
  ])
  expect(markdown).toContain('- 2 requests match no operation\n')
  expect(markdown).toContain('<details><summary>releases &gt; freezes once</summary>')
  expect(markdown).toContain('<pre>expected 409 to be 200&#10;&#10;Last exchange&#10;  step 3</pre>')
})

test('a short error without an explanation is not folded', () => {
  const markdown = jobSummaryMarkdown({ ...NOTHING, failures: [{ title: 't', error: 'short' }] })
  expect(markdown).not.toContain('<details>')
})

describe('hostile text', () => {
  const markdown = jobSummaryMarkdown({
    heading: HOSTILE,
    failures: [{ title: HOSTILE, url: 'https://github.com/o/r', error: HOSTILE, details: HOSTILE }],
    notes: [HOSTILE],
    figures: [['Requests', HOSTILE]],
  })

  test('adds no row and no cell to a table', () => {
    expect(readRows(markdown).map(({ length }) => length)).toEqual([2, 2])
  })

  test('adds no element, link, mention, heading or image', () => {
    expect(markdown.match(/<[^>]*>/g)).toEqual([
      '<details>',
      '<summary>',
      '</summary>',
      '<pre>',
      '</pre>',
      '</details>',
    ])
    const [, outside = ''] = /^([\s\S]*?)<details>/.exec(markdown) ?? []
    expect(outside.match(/(?<!\\)\]\([^)]*\)/g)).toEqual(['](https://github.com/o/r)'])
    expect(outside).not.toMatch(/@|(?<!\\)`|:\/\/evil/)
    expect(markdown.match(/^#+ /gm)).toEqual(['## '])
  })
})

test('what does not fit into a summary is left out and counted', () => {
  const failures = Array.from({ length: 150 }, (_, index) => ({
    title: `test ${index}`,
    error: 'first line',
    details: `first line\n${'<'.repeat(10_000)}`,
  }))
  const markdown = jobSummaryMarkdown({ ...NOTHING, failures })
  expect(new TextEncoder().encode(markdown).length).toBeLessThan(MAXIMUM_SUMMARY_BYTES + 200)
  expect(readRows(markdown)).toHaveLength(150)
  expect(markdown).toMatch(/\n1\d\d longer texts are left out: a summary has a limit\.\n/)
})

test('of many failures the table has the first', () => {
  const failures = Array.from({ length: 230 }, (_, index) => ({ title: `test ${index}`, error: 'e' }))
  const markdown = jobSummaryMarkdown({ ...NOTHING, failures })
  expect(readRows(markdown)).toHaveLength(200)
  expect(markdown).toContain('\nAnd 30 more.\n')
})
