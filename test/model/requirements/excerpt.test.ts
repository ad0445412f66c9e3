/** HTML to text and back. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlToText, textToHtml } from '../../../src/model/requirements/records/excerpt.ts'
import { codePoint } from '../../support/code-points.ts'

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
    ['&unknown; &constructor; & &amp', '&unknown; &constructor; & &amp'],
    ['&amp;lt;', '&lt;'],
    ['<a title="a > b" href=\'x>y\'>link</a>', 'link'],
    ['a <!-- hidden > --> b', 'a b'],
    ['a <!-- never ends', 'a'],
    ['a <b never ends', 'a'],
    ['x<script>alert("<p>")</script>y<STYLE>p{}</STYLE >z', 'x y z'],
    ['x<script>never ends', 'x'],
    ['1 < 2 and 3<4', '1 < 2 and 3<4'],
    ['x<script a="</script>">y</script>z', 'x z'],
    ['x</script>y', 'x y'],
    ['x</style>y<b>z', 'x yz'],
    ['a<script>b</SCRIPT bad>c<p>d', 'a c d'],
    ['a<scripted>b</scripted>c', 'a b c'],
    ['<b>x</b><!DOCTYPE html>y', 'xy'],
    ['a<!p>b<?p>c', 'abc'],
    ['a &x#65; &#65 &amp;&#65;B;', 'a &x#65; &#65 &AB;'],
    ['&#x10FFFF;&#x10FFFE;&#xDFFF;&#xE000;&#xD7FF;', '\u{10ffff}\u{10fffe}\uFFFD\uE000\uD7FF'],
    ['one\ntwo', 'one two'],
    ['one\u00a0two', 'one two'],
    ['\n', ''],
    ['\n\t', ''],
    ['one ', 'one'],
    [' one', 'one'],
    ['one  two', 'one two'],
    ['<!DOCTYPE html><p>x', 'x'],
    ['a<script>b</script>c', 'a c'],
    ['a<style>b</style>c', 'a c'],
    ['a<SCRIPT type="x">b</SCRIPT>c', 'a c'],
    ['a<template>b</template>c', 'a b c'],
    ['a<!--<p>-->b', 'ab'],
    ['a<!-- <script> -->b', 'ab'],
    ['&copy; 2026', '&copy; 2026'],
    ['R&d; &gt;', 'R&d; >'],
  ])('%j is %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  test('undoes textToHtml up to white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(htmlToText(textToHtml(text))).toBe(text.replace(/\s+/g, ' ').trim())
      }),
    )
  })

  test('never throws, and its answer is never longer than its input', () => {
    const pieces = fc.constantFrom(' ', ...`< > & &# ; " ' <!-- --> <script </script x /`.split(' '))
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const html = parts.join('')
        expect(htmlToText(html).length).toBeLessThanOrEqual(html.length)
      }),
    )
  })

  test.each(['<a "', '<!--', '<script>', '&#', '<b', '<', '</script'])(
    'reads a long run of %j in one pass',
    (piece) => {
      // Quadratic work on a million characters would run into the test's time limit by far.
      expect(typeof htmlToText(piece.repeat(1_000_000 / piece.length))).toBe('string')
    },
  )
})

test('textToHtml escapes what markup is made of', () => {
  expect(textToHtml('<&>')).toBe('&lt;&amp;&gt;')
  expect(textToHtml(`<b>"R&D"</b> isn't`)).toBe('&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt; isn&#39;t')
})
