/** HTML to text and back. */
import { characterEntities } from 'character-entities'
import { characterEntitiesLegacy } from 'character-entities-legacy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeReferences } from '../../../src/model/records/text/character-references.ts'
import { htmlToText, textToHtml } from '../../../src/model/records/text/excerpt.ts'
import { codePoint } from '../../support/code-points.ts'
import { charactersIn, oneLine } from './markup/other-readers.ts'

describe('htmlToText', () => {
  test.each([
    ['', ''],
    ['plain', 'plain'],
    ['  two \n\t words ', 'two words'],
    ['<p>The drone <b>shall</b> fly.</p>', 'The drone shall fly.'],
    ['<p>one</p><p>two</p>', 'one two'],
    ['hy<i>phen</i>ated', 'hyphenated'],
    ['a<br/>b', 'a b'],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['&quot;x&quot; &#39;y&#39; &apos;z&apos;', "\"x\" 'y' 'z'"],
    ['a&nbsp;b&#160;c&#xA0;d', 'a b c d'],
    ['&#x1F681;&#128641;', '\u{1F681}\u{1F681}'],
    ['&#0;&#xD800;&#x110000;&#9999999;', '\uFFFD\uFFFD\uFFFD\uFFFD'],
    ['&unknown; &constructor; & &amp', '&unknown; &constructor; & &'],
    ['&amp;lt;', '&lt;'],
    ['<a title="a > b" href=\'x>y\'>link</a>', 'link'],
    ['a <!-- hidden > --> b', 'a b'],
    ['a <!-- never ends', 'a'],
    ['a <b never ends', 'a'],
    ['x<script>alert("<p>")</script>y<STYLE>p{}</STYLE >z', 'xyz'],
    ['x<script>never ends', 'x'],
    ['1 < 2 and 3<4', '1 < 2 and 3<4'],
    ['x<script a="</script>">y</script>z', 'xz'],
    ['x</script>y', 'xy'],
    ['x</style>y<b>z', 'xyz'],
    ['a<script>b</SCRIPT bad>c<p>d', 'ac d'],
    ['a<scripted>b</scripted>c', 'abc'],
    ['<b>x</b><!DOCTYPE html>y', 'xy'],
    ['a<!p>b<?p>c', 'abc'],
    ['a &x#65; &#65 &amp;&#65;B;', 'a &x#65; A &AB;'],
    ['&#x10FFFF;&#x10FFFE;&#xDFFF;&#xE000;&#xD7FF;', '\u{10ffff}\u{10fffe}\uFFFD\uE000\uD7FF'],
    ['one\ntwo', 'one two'],
    ['one\u00a0two', 'one two'],
    ['\n', ''],
    ['\n\t', ''],
    ['one ', 'one'],
    [' one', 'one'],
    ['one  two', 'one two'],
    ['<!DOCTYPE html><p>x', 'x'],
    ['a<script>b</script>c', 'ac'],
    ['a<style>b</style>c', 'ac'],
    ['a<SCRIPT type="x">b</SCRIPT>c', 'ac'],
    ['a<template>b</template>c', 'ac'],
    ['a<!--<p>-->b', 'ab'],
    ['a<!-- <script> -->b', 'ab'],
    ['&copy; 2026', '© 2026'],
    ['M&uuml;ller &Uuml;ber &hellip;', 'Müller Über …'],
    ['&copy 2026 &copyright; &copy=1 &copy1 &notit;', '© 2026 &copyright; &copy=1 &copy1 &notit;'],
    ['&hellip &fjlig; &nvlt;', '&hellip fj <\u20d2'],
    ['&#150;&#x80;&#129;&#0150;', '–€\u0081–'],
    ['&#; &#x; &#xg; &#65', '&#; &#x; &#xg; A'],
    ['Fahr&shy;zeug Fahr<wbr>zeug Fahr&#8203;zeug', 'Fahrzeug Fahrzeug Fahrzeug'],
    ['bat<ac:inline-comment-marker ac:ref="1">ter</ac:inline-comment-marker>y', 'battery'],
    ['o<xhtml:b>n</xhtml:b>e <reqif-xhtml:p>t</reqif-xhtml:p>wo', 'one t wo'],
    ['<acronym>D</acronym>C <big>B</big>ig <label>L</label>abel', 'DC Big Label'],
    [
      'a<ac:plain-text-body><![CDATA[if (a < b) { &amp;]] > }]]></ac:plain-text-body>c',
      'a if (a < b) { &amp;]] > } c',
    ],
    ['a<![CDATA[b]]>c<![CDATA[never <b> ends', 'abcnever <b> ends'],
    [
      '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">c</ac:parameter></ac:structured-macro>x',
      'x',
    ],
    ['<ac:parameter ac:name="a"/>x<ac:parameter><![CDATA[</ac:parameter>]]></ac:parameter>y', 'xy'],
    ['<ac:parameter>a<ac:parameter>b</ac:parameter>c</ac:parameter>d', 'd'],
    ['<ac:link><ri:page ri:content-title="Flight &amp; control" /></ac:link>s', 'Flight & controls'],
    [
      '<ac:link><ri:page ri:content-title="Hidden"/><ac:plain-text-link-body><![CDATA[shown]]></ac:plain-text-link-body></ac:link>',
      'shown',
    ],
    [
      '<ac:link><ri:attachment ri:filename="a.png"/><ac:link-body><ac:image><ri:attachment ri:filename="b.png"/></ac:image></ac:link-body></ac:link>',
      '',
    ],
    ['<ac:link/><ri:page ri:content-title="None"/>', ''],
    ['<ac:image ac:alt="None"><ri:attachment ri:filename="a.png"/></ac:image>', ''],
    [
      '<ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>do</ac:task-body></ac:task>it',
      'do it',
    ],
    ['<?xml version="1.0"?><xhtml:div>a<?keep?>b</xhtml:div>', 'ab'],
    ['<td>1</td><td>2</td><li>3<li>4', '1 2 3 4'],
    ['a<b title="it\'s">b</b>c <i it\'s>d</i>', 'abc d'],
    ['R&d; &gt;', 'R&d; >'],
  ])('%j is %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  test('undoes textToHtml up to white space and places where words may break', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(htmlToText(textToHtml(text))).toBe(oneLine(text))
      }),
    )
  })

  test('never throws, and its answer is never longer than its input', () => {
    const pieces = fc.constantFrom(
      ' ',
      ...`< > & &# ; " ' <!-- --> <script </script x / = <![CDATA[ ]]> &lt <ac:link> <ri:page ri:content-title= </ac:link>`.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const html = parts.join('')
        expect(htmlToText(html).length).toBeLessThanOrEqual(html.length)
      }),
    )
  })

  test.each([
    '<a "',
    '<!--',
    '<script>',
    '&#',
    '<b',
    '<',
    '</script',
    '<a b="',
    '<![CDATA[',
    ']]>',
    '<a =',
    '&a',
    '<?',
    '</',
    '<ac:parameter>',
    '</ac:parameter>',
    '<ac:link><ri:page ri:content-title="a">',
    '<ri:page ri:filename=',
    '<a:',
  ])('reads a long run of %j in one pass', (piece) => {
    // Quadratic work on a million characters would run into the test's time limit by far.
    expect(typeof htmlToText(piece.repeat(Math.ceil(1_000_000 / piece.length)))).toBe('string')
  })
})

/** HTML has 2,125 names that end with a semicolon, and 106 of them without. */
test('every named character reads as a browser reads it', () => {
  const names = Object.keys(characterEntities)
  expect(names).toHaveLength(2125)
  expect(characterEntitiesLegacy).toHaveLength(106)
  const references = [
    ...names.map((name) => `&${name};`),
    ...characterEntitiesLegacy.map((name) => `&${name}`),
  ]
  const differing = references.filter(
    (reference) => decodeReferences(reference) !== charactersIn(reference).replace('\u00A0', ' '),
  )
  expect(differing).toEqual([])
})

test('every number reads as a browser reads it', () => {
  const numbers = [...Array(0x200).keys(), 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xfffe, 0x10ffff, 0x110000, 1e30]
  const differing = numbers
    .flatMap((number) => [`&#${BigInt(number)};`, `&#x${BigInt(number).toString(16)};`])
    .filter((reference) => decodeReferences(reference) !== charactersIn(reference).replace('\u00A0', ' '))
  expect(differing).toEqual([])
})

test('textToHtml escapes what markup is made of', () => {
  expect(textToHtml('<&>')).toBe('&lt;&amp;&gt;')
  expect(textToHtml(`<b>"R&D"</b> isn't`)).toBe('&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; isn&#39;t')
})
