import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileOfForm, readForm } from '../../../src/api/framework/multipart.ts'
import { Refusal } from '../../../src/model/input/refusal.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const TYPE = 'multipart/form-data; boundary=x'
const part = (head: string, body: string) => `--x\r\n${head}\r\n\r\n${body}\r\n`
const field = (name: string, body: string) => part(`Content-Disposition: form-data; name="${name}"`, body)

describe('a form', () => {
  test('of the platform comes back as it was', async () => {
    const parts = fc.array(
      fc.record({
        name: fc.string({ minLength: 1 }),
        bytes: fc.uint8Array({ maxLength: 200 }),
        isFile: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(parts, async (fields) => {
        const form = new FormData()
        for (const { name, bytes, isFile } of fields) {
          if (isFile)
            form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'a/b' }), 'f.bin')
          else form.append(name, 'text')
        }
        const request = new Request('http://a.test', { method: 'POST', body: form })
        const sent = new Uint8Array(await request.arrayBuffer())
        const read = readForm(sent, request.headers.get('content-type') ?? '')
        expect(read.map(({ bytes }) => [...bytes])).toEqual(
          fields.map(({ bytes, isFile }) => [...(isFile ? bytes : encode('text'))]),
        )
        // A browser writes line ends in names as one kind.
        expect(read.map(({ name }) => name)).toEqual(
          fields.map(({ name }) => name.replaceAll(/\r\n|\r|\n/g, '\r\n')),
        )
        expect(read.map(({ contentType }) => contentType)).toEqual(
          fields.map(({ isFile }) => (isFile ? 'a/b' : undefined)),
        )
      }),
    )
  })

  test('may have a quoted boundary and something before it', () => {
    const body = encode(`preamble\r\n${field('a', 'b')}--x--\r\n`)
    expect(readForm(body, 'multipart/form-data; charset=utf-8; boundary="x"')).toEqual([
      { name: 'a', bytes: encode('b') },
    ])
  })

  test.each([
    ['no boundary', `${field('a', 'b')}--x--`, 'multipart/form-data'],
    ['another boundary', `${field('a', 'b')}--x--`, 'multipart/form-data; boundary=y'],
    ['no end', field('a', 'b'), TYPE],
    ['a part that is cut off', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb', TYPE],
    ['no headers', '--x\r\nb\r\n--x--', TYPE],
    ['a part without a name', `${part('Content-Disposition: form-data', 'b')}--x--`, TYPE],
    ['a part of something else', `${part('Content-Disposition: attachment; name="a"', 'b')}--x--`, TYPE],
    ['endless headers', `${part(`A: ${'b'.repeat(10_000)}`, 'b')}--x--`, TYPE],
    ['too many parts', `${field('a', 'b').repeat(101)}--x--`, TYPE],
    ['nothing in it', '', TYPE],
  ])('with %s is refused', (_name, body, contentType) => {
    expect(() => readForm(encode(body), contentType)).toThrow(Refusal)
  })

  test('that is nearly all boundary takes no longer than others', () => {
    const begin = process.cpuUsage().user
    const body = encode('\r\n--'.repeat(1_000_000))
    const boundary = '-'.repeat(70)
    expect(() => readForm(body, `multipart/form-data; boundary="${boundary}"`)).toThrow(Refusal)
    expect((process.cpuUsage().user - begin) / 1e6).toBeLessThan(3)
  })

  test('with one file gives that and the fields, the first of each name', () => {
    const file = part(
      'Content-Disposition: form-data; name="f"; filename="a%22b.txt"\r\nContent-Type: a/b',
      'c',
    )
    const body = `${field('a', '1')}${file}${field('a', '2')}${field('__proto__', '3')}--x--`
    const read = fileOfForm(encode(body), TYPE)
    expect(read.file).toMatchObject({ name: 'f', fileName: 'a"b.txt', contentType: 'a/b' })
    expect([...read.fields]).toEqual([
      ['a', '1'],
      ['__proto__', '3'],
    ])
    expect(() => fileOfForm(encode(`${file}${file}--x--`), TYPE)).toThrow('2 files')
    expect(() => fileOfForm(encode(`${field('a', '1')}--x--`), TYPE)).toThrow('0 files')
  })
})
