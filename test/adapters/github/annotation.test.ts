/** Annotations, read back by the rules of the runner. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Annotation, annotationLine, annotationLines } from '../../../src/adapters/github/annotation.ts'
import { visibleLines } from '../../../src/replay/text.ts'
import { readAnnotations } from '../../support/github.ts'

test('an annotation names the level, the file, the line and the title', () => {
  const line = annotationLine({
    level: 'error',
    title: 'releases > freezes once',
    message: 'expected 409 to be 200',
    place: { file: 'test/freeze.test.ts', line: 12, column: 5 },
  })
  expect(line).toBe(
    '::error file=test/freeze.test.ts,line=12,col=5,title=releases > freezes once::expected 409 to be 200',
  )
})

test('without a line there is no column, and without a file neither', () => {
  const annotation = { level: 'notice', title: 'a', message: 'b' } as const
  expect(annotationLine({ ...annotation, place: { file: 'a.har', column: 3 } })).toBe(
    '::notice file=a.har,title=a::b',
  )
  expect(annotationLine(annotation)).toBe('::notice title=a::b')
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom('%', '%0A', ':', '::', ',', '=', '\n', '\r', '::error::', 'a', ' ', '\u001b[2J'), {
      maxLength: 20,
    })
    .map((parts) => parts.join('')),
)

test('any title, message and file come back from one line as they were, with control characters made visible', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, message, file) => {
      const line = annotationLine({ level: 'error', title, message, place: { file, line: 3 } })
      expect(line.split('\n')).toHaveLength(1)
      const oneLine = title.replaceAll(/\s+/g, ' ').trim()
      expect(readAnnotations(line)).toEqual([
        {
          command: 'error',
          properties: { file: visibleLines(file), line: '3', title: visibleLines(oneLine) },
          message: visibleLines(message),
        },
      ])
    }),
  )
})

test('of more than ten of a level, the last one counts the rest', () => {
  const all = (level: Annotation['level'], count: number) =>
    Array.from({ length: count }, (_, index): Annotation => ({ level, title: `t${index}`, message: 'm' }))
  const read = readAnnotations(annotationLines([...all('error', 13), ...all('notice', 10)]).join('\n'))
  const errors = read.filter(({ command }) => command === 'error')
  expect(errors).toHaveLength(10)
  expect(errors.at(-1)?.message).toBe('4 more; the summary of the job lists them')
  expect(read).toHaveLength(20)
})

test('a long message is cut', () => {
  const [read] = readAnnotations(annotationLine({ level: 'error', title: 't', message: 'm'.repeat(9000) }))
  expect(read?.message).toBe(`${'m'.repeat(3999)}…`)
})
