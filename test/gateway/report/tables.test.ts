// The tables and the summary of a report, in HTML and in Markdown.

import { describe, expect, test } from 'vitest'
import { differenceText, reportSummary, reportTables } from '../../../src/gateway/report/tables.ts'
import { reportHtml, reportMarkdown } from '../../../src/index.ts'
import { assumed, difference, EMPTY, FULL, lacking, LISTING, PLAIN } from './filled-report.ts'

describe('the tables of a report', () => {
  test('begin with a summary', () => {
    const plain = [
      ['Requests', '9'],
      ['Operations exercised', '2 of 5'],
      ['Assumptions relied on', '2, plus 1 general'],
      ['Unknown parameters and fields', '1'],
      ['Requests that match no operation', '3'],
      ['Over the rate limit', '5'],
      ['Affected by a fault', '2'],
      ['Defects of the simulator', '4'],
    ]
    expect(reportSummary(PLAIN)).toEqual(plain)
    expect(reportSummary(FULL)).toEqual([
      ...plain,
      ['Answered from a schema', '5'],
      ['Differences from your own OpenAPI', '9, and 1 operation that it lacks'],
    ])
    expect(reportSummary({ ...PLAIN, descriptions: [] }).slice(-2)).toEqual([
      ['Answered from a schema', '0'],
      ['Differences from your own OpenAPI', '0, and 0 operations that it lacks'],
    ])
  })

  test('hold everything in the report', () => {
    expect(Object.fromEntries(reportTables(FULL).map(({ title, rows }) => [title, rows]))).toEqual({
      'Assumptions relied on': [
        ['A02', 'Two: is', 'assumed', '4', 'a: Is not. b: May be.'],
        ['A02', 'Two: was', 'assumed', '4', ''],
        ['A03', 'Three: has', 'assumed', '4', ''],
        ['A01', 'One: does', 'assumed, general', '4', ''],
      ],
      'Unknown parameters and fields': [[LISTING, 'field', 'colr', 'color', '6']],
      'Requests that match no operation': [
        ['GET', '/api/applicatons', 'GET /api/applications, GET /api/applications/{id}', '2'],
        ['PUT', '/nowhere', '', '1'],
      ],
      'Use by stability': [['stable', '2', '4', '4']],
      'Use by provenance': [['documented', '2', '4', '4']],
      Operations: [
        [LISTING, 'stable, documented', '3', '2', '1', '0', '200 × 2, 404 × 1', '401, 403'],
        ['b.struck', 'stable, documented', '0', '2', '1', '2', '', ''],
        ['d.wrong', 'stable, documented', '1', '2, 1 invalid', '1', '0', '200 × 2, 404 × 1', '401, 403'],
      ],
      'State machines': [
        ['door', '2 of 4', 'LOCKED, GONE', '2 of 3', 'OPEN SHUT SHUT × 2, SHUT OPEN OPEN × 1'],
      ],
      'Features reported by clients': [['alice', 'x', '2']],
      'Answered from a schema': [
        ['own.a', '2', '200 × 2'],
        ['own.b', '3', '200 × 1, 404 × 2'],
      ],
      'Differences from your own OpenAPI': [
        [LISTING, 'query limit', 'maximum', '200', '–'],
        [LISTING, 'query limit', 'maximum', 'a, b', 'true'],
      ],
    })
    for (const { title, columns, rows } of reportTables(FULL))
      for (const row of rows) expect([title, row.length]).toEqual([title, columns.length])
  })

  test('show the degree of each assumption, and its evidence', () => {
    const evidence = [
      { fact: 'It does.', degree: 'stated', shownBy: 'a client says so' },
      { fact: 'It is.', degree: 'likely', shownBy: 'a client reads it' },
      { fact: 'It was.', degree: 'likely', shownBy: 'a client reads it' },
    ] as const
    const otherwise = [{ value: 'a', behaviour: 'Is not.', degree: 'weak' }] as const
    const observed = { ...assumed, provenance: 'observed', general: true, degree: 'likely' } as const
    const entries = [{ ...observed, id: 'A02', title: 'Two', behaviour: 'is', evidence, otherwise }] as const
    expect(reportTables({ ...PLAIN, assumptions: entries })[0]?.rows).toEqual([
      [
        'A02',
        'Two: is',
        'observed, likely, general; a client says so; a client reads it',
        '4',
        'a (weak): Is not.',
      ],
    ])
  })

  test('about OpenAPI descriptions are shown only when there are some', () => {
    expect(reportTables(PLAIN)).toHaveLength(6)
    expect(reportTables({ ...PLAIN, features: [] })).toHaveLength(7)
    const described = reportTables({ ...PLAIN, descriptions: [] })
    expect(described.slice(6).map(({ title, rows }) => [title, rows])).toEqual([
      ['Answered from a schema', []],
      ['Differences from your own OpenAPI', []],
    ])
  })

  test('show at most five hundred differences, and their number', () => {
    const shown = (count: number, lacks = 0) => {
      const differences = Array.from({ length: count }, () => difference)
      const [first] = FULL.descriptions ?? []
      if (first === undefined) throw new Error('no description')
      const table = reportTables({
        ...PLAIN,
        descriptions: [
          {
            ...first,
            differences: [...differences, ...Array.from({ length: lacks }, () => lacking)],
            lacking: lacks,
          },
        ],
      }).at(-1)
      return [table?.rows.length, table?.explanation.split('may be right.')[1]]
    }
    expect(shown(500)).toEqual([500, ''])
    expect(shown(501)).toEqual([500, ' The first 500 of 501.'])
    expect(shown(1, 2)).toEqual([1, ' It also lacks 2 operations of the simulator.'])
  })

  test('show both sides of a difference', () => {
    const texts = [null, 0, false, 'x', [], ['a', 'b']].map(differenceText)
    expect(texts).toEqual(['–', '0', 'false', 'x', '', 'a, b'])
  })

  test('are the same in HTML and Markdown, with rows and without', () => {
    for (const { title, explanation, columns } of reportTables(FULL)) {
      const page = reportHtml(FULL)
      expect(page).toContain(`<section><h2>${title}</h2><p>${explanation.replaceAll("'", '&#39;')}</p><div`)
      for (const column of columns) expect(page).toContain(`<th scope="col">${column}</th>`)
    }
    const page = reportHtml(EMPTY)
    expect(page.match(/<p>None\.<\/p>|<p>Nothing\.<\/p>/g)).toHaveLength(6)
    expect(page).not.toContain('class="wide"')
    expect(reportMarkdown(EMPTY).match(/^(?:None|Nothing)\.$/gm)).toHaveLength(6)
    expect(reportHtml(EMPTY, ['a', 'b\u0000\u0001c'])).toContain(
      '<h1>Report of the simulator</h1>\n<section class="problems"><h2>Problems</h2><ul><li>a</li><li>b c</li></ul></section>\n<table>',
    )
    expect(page).toContain('<h1>Report of the simulator</h1>\n<table>')
    expect(reportMarkdown(EMPTY, ['a', 'b\u0000\u0001c'])).toContain(
      '# Report of the simulator\n\n## Problems\n\n- a\n- b c\n\n|  |  |\n| --- | --- |\n| Requests | 9 |',
    )
    expect(reportMarkdown(EMPTY)).toContain('# Report of the simulator\n\n|  |  |\n')
  })
})
