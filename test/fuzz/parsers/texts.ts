/** Durations, patterns, forms, tables and JSON. */
import { readForm } from '../../../src/api/framework/multipart.ts'
import { parseJson } from '../../../src/model/input/json-text.ts'
import { compileLike } from '../../../src/language/like.ts'
import { foldCase } from '../../../src/language/values.ts'
import { readCsv } from '../../../src/model/external-properties/spreadsheets/csv.ts'
import { isPath } from '../../../src/model/finding/faults/matching.ts'
import { Refusal } from '../../../src/model/input/refusal.ts'
import { TEMPLATE_TYPES } from '../../../src/model/records/wiki/templates.ts'
import { parseTemplate } from '../../../src/model/templates/placeholders.ts'
import { evaluateJsonPath, parseJsonPath } from '../../../src/scenario/timeline/json-path.ts'
import { hasPattern, readPattern } from '../../../src/openapi-import/pattern.ts'
import { compilePattern, namesInPattern } from '../../../src/scenario/format/patterns.ts'
import { fillText, PlaceholderError, placeholdersOf } from '../../../src/scenario/timeline/values.ts'
import { formatInstant, parseDuration, parseInstant } from '../../../src/world/time/duration.ts'
import { randomFields } from '../../../src/world/random/random.ts'
import { check, isA, never, repeat, type TextParser } from './parser.ts'

export const durations: TextParser = {
  kind: 'text',
  name: 'duration',
  corpus: [
    '250ms',
    '10s',
    '3m',
    '2h',
    '1d',
    '1.5h',
    'PT3M',
    'P1DT2H',
    'P2W',
    'PT0.001S',
    '2026-01-05T09:00:00Z',
    '2026-01-05',
    '2026-02-29T23:59:60+14:00',
  ],
  words: ['P', 'T', 'D', 'H', 'M', 'S', 'W', '1e9', '２'],
  refuses: never,
  read(text) {
    const duration = parseDuration(text)
    check(duration === undefined || (Number.isInteger(duration) && duration >= 0), `is ${duration} ms`)
    const instant = parseInstant(text)
    check(
      instant === undefined || parseInstant(formatInstant(instant)) === instant,
      `is the instant ${instant}`,
    )
  },
  families: {
    digits: repeat('', '9', 's'),
    decimals: repeat('1.', '9', 's'),
    units: repeat('P', '1D'),
    letters: repeat('P', 'T'),
  },
}

const LISTS = { a: ['x', 'y'], constructor: ['z'] }
const VALUES = { key: 'K', number: 1, page: 2, prefix: 'P' }

/** Words of several small languages, each of which reads the same texts. */
export const patterns: TextParser = {
  kind: 'text',
  name: 'patterns',
  corpus: [
    '{a} of {key}',
    '^[a-c]{2,4}\\d+$',
    '$.items[0].key',
    '$..*',
    '${id} and $${x}',
    '/wiki/{a}/*',
    'REQ-{000}',
    '%battery%',
    '{{ key }} {{= COUNT() }}',
    "$['a b'][-1]",
  ],
  words: ['{{', '}}', '${', '..', '{2,4}', '(', ')', '|', '\\d'],
  refuses: isA(PlaceholderError),
  read(text) {
    const names = namesInPattern(text)
    if (names.every((name) => Object.hasOwn(LISTS, name) || Object.hasOwn(VALUES, name)))
      check(
        typeof compilePattern(text, LISTS)(VALUES, () => randomFields('1', 'x', 1)('y')) === 'string',
        'makes no text',
      )
    const safe = readPattern(text)
    if (safe !== undefined) hasPattern(text, safe)
    const path = parseJsonPath(text)
    if (typeof path !== 'string') evaluateJsonPath(path, { items: [{ key: [1, { a: 'b' }] }], a: {} })
    isPath(text, text)
    compileLike(text).matches(foldCase(text))
    for (const type of TEMPLATE_TYPES) parseTemplate(text, type)
    placeholdersOf(text)
    fillText(text, new Map([['id', 1]]))
  },
  families: {
    braces: repeat('', '{'),
    'pairs of braces': repeat('', '{a}'),
    'double braces': repeat('', '{{'),
    placeholders: repeat('', '${id}'),
    'open placeholders': repeat('', '${'),
    brackets: repeat('$', '[0]'),
    'open brackets': repeat('$', '['),
    dots: repeat('$', '..*'),
    segments: repeat('', '/{a}'),
    wildcards: repeat('', '%a'),
    stars: repeat('^', 'a*', '$'),
  },
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

export const form: TextParser = {
  kind: 'text',
  name: 'form',
  corpus: [
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="costs.csv"\r\nContent-Type: text/csv\r\n\r\nKey,Cost\r\n--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--edge--\r\n',
  ],
  words: ['filename*=', ': '],
  refuses: isA(Refusal),
  read: (text) => void readForm(encode(text), 'multipart/form-data; boundary=edge'),
  families: {
    boundaries: repeat('', '--edge\r\n'),
    dashes: repeat('', '-'),
    'line ends': repeat('--edge', '\r\n'),
    headers: repeat('--edge\r\n', 'A: b\r\n', '\r\n\r\n--edge--'),
    parts: repeat('', '--edge\r\nA: b\r\n\r\nx\r\n', '--edge--'),
    'nearly boundaries': repeat('--edge\r\nA: b\r\n\r\n', '\r\n--edg', '\r\n--edge--'),
  },
}

export const csv: TextParser = {
  kind: 'text',
  name: 'csv',
  corpus: ['Key,Cost\r\nREQ-001,"7, ""8"""\r\n', 'Key;Cost\n"REQ-001";7\n', '\ufeffKey\tCost\nREQ-001\t7'],
  words: ['"', '""', ',', ';', '\t', '|', '\n', '\r\n', '\r', '=1+1', '\ufeff'],
  refuses: isA(Refusal),
  read: (text) => void readCsv(encode(text)),
  families: {
    quotes: repeat('', '"'),
    cells: repeat('', 'a,'),
    rows: repeat('', 'a\n'),
    'an unclosed quote': repeat('a,"', 'b\n'),
    'quoted cells': repeat('', '"a""b",'),
  },
}

export const json: TextParser = {
  kind: 'text',
  name: 'json',
  corpus: ['{"rows":[{"key":"REQ-001","cost":7.5e0}],"a":null}', '[true,false,-0,"\\u00e9"]'],
  words: ['\\u', '1e400', 'NaN', '{"__proto__":1}'],
  refuses: isA(Refusal),
  read: (text) => void parseJson(text),
  families: {
    lists: (size) => '['.repeat(size) + ']'.repeat(size),
    'open lists': repeat('', '['),
    objects: (size) => '{"a":'.repeat(size) + '1' + '}'.repeat(size),
    digits: repeat('', '9'),
    escapes: repeat('"', '\\u0041', '"'),
    items: repeat('[', '{},', '{}]'),
  },
}
