/** The text of random pages, beside what other parsers read of them. `PAGES=50000` draws so many of each kind. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlToText } from '../../../../src/model/records/text/excerpt.ts'
import { inertHtml } from '../../../../src/model/rich-text/inert.ts'
import { carelessPages, interchangePages, storagePages } from './drawn-pages.ts'
import { htmlText, xmlText } from './other-readers.ts'

const numRuns = Number(process.env['PAGES'] ?? 80)
const options = { numRuns }
const timeout = Math.max(30_000, numRuns * 20)

test('pages in storage format read as an XML parser reads them', { timeout }, () => {
  fc.assert(
    fc.property(storagePages, (page) => {
      expect(htmlToText(page)).toBe(xmlText(page))
    }),
    options,
  )
})

test('XHTML of requirement interchange reads as an XML parser reads it', { timeout }, () => {
  fc.assert(
    fc.property(interchangePages, (page) => {
      expect(htmlToText(page)).toBe(xmlText(page))
    }),
    options,
  )
})

/** Mistakes leave open where words end. */
const characters = (text: string) => text.replaceAll(/\s/g, '')

test('HTML with mistakes has the characters that a browser shows', { timeout }, () => {
  fc.assert(
    fc.property(carelessPages, (page) => {
      expect(characters(htmlToText(page))).toBe(characters(htmlText(page)))
    }),
    options,
  )
})

test('inert HTML shows the same text, also in a browser', { timeout }, () => {
  fc.assert(
    fc.property(fc.oneof(storagePages, interchangePages), (page) => {
      const inert = inertHtml(page)
      expect(htmlToText(inert)).toBe(htmlToText(page))
      // A browser ends a heading where another one begins.
      expect(characters(htmlText(inert))).toBe(characters(htmlToText(page)))
    }),
    options,
  )
  fc.assert(
    fc.property(carelessPages, (page) => {
      const text = characters(htmlToText(page))
      const inert = inertHtml(page)
      expect(characters(htmlToText(inert))).toBe(text)
      expect(characters(htmlText(inert))).toBe(text)
    }),
    options,
  )
})
