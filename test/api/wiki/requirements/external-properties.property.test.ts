import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteText } from '../../../../src/language/tokens.ts'
import { htmlToText, textToHtml } from '../../../../src/model/records/text/excerpt.ts'
import { startClient } from '../../../support/client.ts'

const wiki = '/wiki/rest/reqs/1'
const client = await startClient()

interface Written {
  readonly dataType: string
  /** What is sent. */
  readonly sent: string | number | boolean
  /** What is stored, as the standalone interface shows it. */
  readonly stored: string | number | boolean | readonly string[]
  /** A condition on the property that holds for this value. */
  readonly condition: (operand: string) => string
}

const equals = (value: string | number | boolean) => (operand: string) =>
  typeof value === 'string' || Number(value) < 0
    ? `${operand} = ${quoteText(String(value))}`
    : `${operand} = ${String(value)}`

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
const text = word
  .map((raw) => htmlToText(textToHtml(raw)))
  .filter((clean) => clean !== '')
  .chain((clean) =>
    fc
      .constantFrom(textToHtml(clean), `<p>${textToHtml(clean)}</p>`)
      .map((sent): Written => ({ dataType: 'TEXT', sent, stored: clean, condition: equals(clean) })),
  )
const number = fc
  .record({ value: fc.maxSafeInteger(), asText: fc.boolean() })
  .map(({ value, asText }): Written => ({
    dataType: 'NUMBER',
    sent: asText ? String(value) : value,
    stored: value,
    condition: equals(value),
  }))
const decimal = fc
  .record({
    value: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Number(value.toFixed(6)) + 0),
    asText: fc.boolean(),
  })
  .map(({ value, asText }): Written => ({
    dataType: 'DECIMAL',
    sent: asText ? String(value) : value,
    stored: value,
    condition: equals(value),
  }))
const date = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
  .map((day): Written => ({ dataType: 'DATE', sent: day, stored: day, condition: equals(day) }))
const truth = fc.record({ value: fc.boolean(), asText: fc.boolean() }).map(({ value, asText }): Written => ({
  dataType: 'BOOLEAN',
  sent: asText ? String(value).toUpperCase() : value,
  stored: value,
  condition: equals(value),
}))
const user = fc
  .constantFrom('admin', 'alice', 'bob')
  .map((name): Written => ({ dataType: 'USER', sent: name, stored: name, condition: equals(name) }))
const list = fc
  .uniqueArray(
    word.map((raw) => htmlToText(textToHtml(raw)).replaceAll(',', '').trim()).filter((item) => item !== ''),
    { minLength: 1, maxLength: 5 },
  )
  .chain((items) =>
    fc.constantFrom(...items).map((item): Written => ({
      dataType: 'LIST',
      sent: textToHtml(items.join(',')),
      stored: items,
      condition: equals(item),
    })),
  )

test('every interface reads a written value, and a query finds it', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(text, number, decimal, date, truth, user, list),
      async ({ dataType, sent, stored, condition }) => {
        const key = `P ${dataType}`
        const put = (requirement: string, body: object) =>
          client.put(`${wiki}/external-properties/ENG/${requirement}`, body)
        const clear = await put('REQ-002', { key })
        expect(clear.status).toBe(200)
        const written = await put('REQ-001', { key, value: sent, dataType })
        expect(written.status, written.text).toBe(200)

        const read = async (requirement: string) => {
          const { body } = await client.get(
            `/api/applications/101/projects/1001/variants/current/requirements/${requirement}`,
          )
          return body.properties.find((property: { label: string }) => property.label === key)
        }
        expect(await read('REQ-001')).toEqual({ label: key, value: stored, external: true, dataType })

        const { body } = await client.get(`${wiki}/requirement2/ENG/REQ-001`)
        const shown = body.properties.find((property: { key: string }) => property.key === key)
        expect(shown).toMatchObject({ type: 'EXTERNAL', dataType })
        expect((await put('REQ-002', shown)).status).toBe(200)
        expect((await read('REQ-002')).value).toEqual(stored)

        const query = encodeURIComponent(condition(`ext@P\\ ${dataType}`))
        const found = await client.get(`${wiki}/requirement2/ENG?q=${query}`)
        expect(found.body.results?.map((row: { key: string }) => row.key)).toEqual(['REQ-001', 'REQ-002'])
      },
    ),
    { numRuns: 25 },
  )
})
