// Whatever a body holds: nothing planted stays, nothing else goes, and the text can still be read.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shapeDifferences } from '../../../src/replay/shape.ts'
import { isSecretName, redactEntry } from '../../../src/gateway/journal/redact.ts'
import { recorded } from './recorded.ts'

const SECRET = 'Planted-9x7!'
const secretName = fc.constantFrom('password', 'client_secret', 'accessToken', 'X-Api-Key', 'JSESSIONID')

function redactedBody(body: string): string {
  return String(
    redactEntry(recorded({ request: { method: 'POST', url: '/', headers: {}, body } })).request.body,
  )
}

test('property: a planted secret goes, wherever it stands in JSON and however that is written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), secretName, fc.nat(3), (before, after, name, indent) => {
      const body = JSON.stringify(
        [before, { a: { [name]: SECRET } }, after, `again: ${SECRET}`],
        undefined,
        indent,
      )
      const redacted = redactedBody(body)
      expect(redacted).not.toContain(SECRET)
      const [first, , third] = JSON.parse(redacted) as unknown[]
      const named = JSON.stringify([before, after]).match(/"((?:[^"\\]|\\.)*)":/g) ?? []
      if (!named.some((text) => isSecretName(text))) {
        expect(JSON.stringify([first, third])).toBe(
          JSON.stringify([before, after]).replaceAll(SECRET, '(redacted)'),
        )
      }
    }),
  )
})

test('property: a body cut anywhere shows no more of it than its beginning without a name', () => {
  fc.assert(
    fc.property(secretName, fc.nat(60), (name, cut) => {
      const body = `{"key":"REQ-1","${name}":"${SECRET}","x":1}`.slice(0, cut)
      expect(redactedBody(body)).not.toContain('Planted')
    }),
  )
})

test('property: any text is read to its end', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ':', ' ', 'password', 'x', '&', '=') }),
      (body) => {
        expect(typeof redactedBody(body)).toBe('string')
      },
    ),
  )
})

test('property: a value has the shape of itself, and of itself with other numbers and texts', () => {
  const other = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
      typeof member === 'number' ? member + 1 : typeof member === 'string' ? `${member}!` : member,
    )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(shapeDifferences(value, other(value), 10)).toEqual([])
    }),
  )
})
