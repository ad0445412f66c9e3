/** ZIP archives of Playwright that end too early. */
import { expect, test } from 'vitest'
import { readZip, ZipProblem } from '../../src/replay/zip.ts'
import { archiveOf } from '../api/standalone/external-properties/spreadsheets.ts'

test('an entry whose own header goes beyond the end of its ZIP archive is damaged', () => {
  const archive = (start?: number) =>
    Buffer.from(archiveOf([{ name: 'a.json', data: '{"a":1}', ...(start === undefined ? {} : { start }) }]))
  const { length } = archive()
  // What looks like the beginning of a header can be in the comment at the very end of an archive.
  const header = archive().subarray(0, 29)
  for (let kept = 1; kept <= header.length; kept++) {
    const bytes = Buffer.concat([archive(length), header.subarray(0, kept)])
    expect(() => readZip(bytes).read('a.json'), `${kept} bytes of a header`).toThrow(
      new ZipProblem("the entry 'a.json' in its archive is damaged"),
    )
  }
  expect(readZip(archive()).read('a.json')?.toString()).toBe('{"a":1}')
})
