import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlToText } from '../../../../src/model/records/text/excerpt.ts'
import { inertHtml } from '../../../../src/model/rich-text/inert.ts'
import { readColumns } from '../../../../src/model/rich-text/report.ts'
import { renderHtmlTable } from '../../../../src/model/rich-text/table.ts'
import { threadTime } from '../../../support/thread-time.ts'

describe('inert HTML', () => {
  test.each([
    ['plain', 'plain'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['&lt;b&gt; &amp; &#60; &bogus', '&lt;b&gt; &amp; &#60; &amp;bogus'],
    ['<p>Shall <b>fly</b></p>', '<p>Shall <b>fly</b></p>'],
    ['<P CLASS="x" onclick="run()">x</P>', '<p>x</p>'],
    ['<b title="a>b">x</b>', '<b>x</b>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['a<ScRiPt src=x>alert(1)</sCript >b', 'ab'],
    ['a<style>p{}', 'a'],
    ['<img src=x onerror=run()>', ' '],
    ['<a href="javascript:run()">here</a>', 'here'],
    ['<svg><script>run()</script></svg>', '  '],
    ['<iframe srcdoc="<script>run()</script>">x</iframe>', ' x '],
    ['a<!-- <b> -->b', 'ab'],
    ['a<!-- never ends', 'a'],
    ['<b never ends', ''],
    ['one<br>two<hr/>three</br>', 'one<br>two<hr>three'],
    ['<b><i>x</b>y', '<b><i>x</i></b>y'],
    ['x</p></td></table>y', 'x  y'],
    ['<ul><li>a<li>b', '<ul><li>a<li>b</li></li></ul>'],
    ['<td>a</td><td>b</td>', ' a  b '],
    ['<<b>x', '&lt;<b>x</b>'],
    ['<b', ''],
    ['<constructor>x</__proto__>', 'x'],
    ['& &amp; &#x1F681; &#XaB; &#x; &#xG1;', '&amp; &amp; &#x1F681; &#XaB; &amp;#x; &amp;#xG1;'],
    ['&#1234567; &#12345678; &#x1234567;', '&#1234567; &#12345678; &#x1234567;'],
    ['&uuml; &copy 1 &copy=1 &#65<span>1</span>', '&uuml; &copy; 1 &amp;copy=1 &#65;1'],
    ['<xhtml:b>x</xhtml:b><xhtml:script>run()</xhtml:script>', '<b>x</b>'],
    ['<![CDATA[<script>run()</script>]]>', '&lt;script&gt;run()&lt;/script&gt;'],
    [
      '<ac:parameter>run()</ac:parameter><ac:link><ri:page ri:content-title="<b>&quot;"/></ac:link>',
      '&lt;b&gt;&quot;',
    ],
    ["<i title='x>y'>z</i>", '<i>z</i>'],
    ['<i title="it\'s > x">z</i>', '<i>z</i>'],
    ['<b>x</b></b>y', '<b>x</b>y'],
    ['<b><b>x</b>y</b>z</b>', '<b><b>x</b>y</b>z'],
    ['<b>'.repeat(51), '<b>'.repeat(50) + '</b>'.repeat(50)],
    [`${'<b>'.repeat(51)}x</b>y`, `${'<b>'.repeat(50)}x</b>y${'</b>'.repeat(49)}`],
  ])('%s', (html, expected) => {
    expect(inertHtml(html)).toBe(expected)
  })

  const parts = fc.constantFrom(
    ...'<b> </b> <p> </p> <script> </script> <img/onerror=x> <a/href="x"> &lt; & < > " \' x <!-- --> <td> </td>'.split(
      ' ',
    ),
  )
  const pieces = fc.array(fc.oneof(parts, fc.string({ maxLength: 5 })), { maxLength: 40 })

  test('only kept elements without attributes, each closed in order, and what is inert stays as it is', () => {
    fc.assert(
      fc.property(pieces, (some) => {
        const inert = inertHtml(some.join(''))
        const open: string[] = []
        const rest = inert.replaceAll(/<(\/?)([a-z0-9]+)>/g, (_tag, slash: string, name: string) => {
          if (slash === '') open.push(name)
          else expect(open.pop()).toBe(name)
          return ''
        })
        expect(open).toEqual([])
        expect(rest).not.toMatch(/[<>"']/)
        expect(inertHtml(inert)).toBe(inert)
      }),
      { numRuns: 300 },
    )
  })

  test('a text without markup reads as it did', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/[<&]/.test(text))
        expect(htmlToText(inertHtml(text))).toBe(htmlToText(text))
      }),
    )
  })

  test('deep and unbalanced markup takes time in proportion', () => {
    const started = threadTime()
    for (const hostile of ['<b>', '</i>', '<b></i>', '<script>', '<!--', '<b "', '&', '<'])
      inertHtml(hostile.repeat(200_000))
    expect(threadTime() - started).toBeLessThan(5000)
    expect(inertHtml('<b>'.repeat(1000))).toBe('<b>'.repeat(50) + '</b>'.repeat(50))
  })
})

test('tables escape texts and addresses, and link to http addresses only', () => {
  const html = renderHtmlTable({
    className: 'report',
    columns: ['<Key>'],
    rows: [
      [
        [
          { text: '"A" & B', url: 'https://wiki.test/?a=1&b="' },
          { text: 'x', url: 'javascript:run()' },
        ],
      ],
      [[{ html: '<p onclick=run()>Text</p></td>' }]],
      [[]],
    ],
  })
  expect(html).toBe(
    '<table class="report"><thead><tr><th>&lt;Key&gt;</th></tr></thead><tbody>' +
      '<tr><td><a href="https://wiki.test/?a=1&amp;b=&quot;">&quot;A&quot; &amp; B</a><br>x</td></tr>' +
      '<tr><td><p>Text</p> </td></tr><tr><td></td></tr></tbody></table>',
  )
})

test('the columns of a report are named as queries name fields, in any letter case, fifty at most', () => {
  const kinds = (...names: readonly string[]) =>
    readColumns(names).map((column) => [column.kind, column.label, 'name' in column ? column.name : ''])
  expect(
    kinds(
      'KEY',
      'text',
      'Description',
      'space',
      'spaceKey',
      'space_key',
      'status',
      'page',
      'baseline',
      'jira',
    ),
  ).toEqual([
    ['key', 'KEY', ''],
    ['text', 'text', ''],
    ['text', 'Description', ''],
    ['space', 'space', ''],
    ['space', 'spaceKey', ''],
    ['space', 'space_key', ''],
    ['status', 'status', ''],
    ['page', 'page', ''],
    ['baseline', 'baseline', ''],
    ['jira', 'jira', ''],
  ])
  expect(kinds('@A@b', 'ext@C')).toEqual([
    ['property', 'A@b', 'A@b'],
    ['external', 'C', 'C'],
  ])
  expect(readColumns(['to', 'FROM@x y'])).toMatchObject([
    { kind: 'to', relationship: undefined },
    { kind: 'from', relationship: 'x y' },
  ])
  expect(readColumns(Array.from({ length: 50 }, () => 'key'))).toHaveLength(50)
  for (const names of [[''], ['ext'], ['ext@'], ['to@'], ['text@x'], Array.from({ length: 51 }, () => 'key')])
    expect(() => readColumns(names)).toThrow(expect.objectContaining({ kind: 'INVALID' }))
})

test.each([
  ['http://wiki.test/a?b=1&c', '<a href="http://wiki.test/a?b=1&amp;c">x</a>'],
  ['HTTPS://wiki.test', '<a href="HTTPS://wiki.test">x</a>'],
  ['javascript:run("http://wiki.test")', 'x'],
  ['ftp://wiki.test', 'x'],
])('a cell that leads to %s', (url, cell) => {
  const table = { className: 'c', columns: [], rows: [[[{ text: 'x', url }]]], authored: 'inert' } as const
  expect(renderHtmlTable(table)).toContain(`<td>${cell}</td>`)
})
