/** HTML to text, element by element: what is silent, what separates words, and what is no markup at all. */
import { expect, test } from 'vitest'
import { htmlToText } from '../../src/model/requirements/excerpt.ts'

test.each([
  ['a<script>b</script>c', 'a c'],
  ['a<style>b</style>c', 'a c'],
  ['a<SCRIPT type="x">b</SCRIPT>c', 'a c'],
  ['a<template>b</template>c', 'a b c'],
  ['a<!--<p>-->b', 'ab'],
  ['a<!-- <script> -->b', 'ab'],
  ['&copy; 2026', '&copy; 2026'],
  ['R&d; &gt;', 'R&d; >'],
])('%s says %s', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})
