/** What a cell of a workbook gives, from its type, its markup and its number format. */
import { dateToSerial } from 'numfmt'
import { quoted } from '../../input/refusal.ts'
import { dayOf, isAmbiguous, type NumberFormat, showNumber, showText } from './number-formats.ts'
import type { Cell, ShownCell } from './sheets.ts'

/** A cell as its markup has it. */
export interface CellMarkup {
  /** `n`, `s`, `str`, `inlineStr`, `b`, `e` or `d`. */
  readonly type: string
  /** Its value, or the text of an inline string. */
  readonly text: string
  readonly formula: string | undefined
  readonly format: NumberFormat
}

/** What holds for all cells of a workbook. */
export interface CellContext {
  /** Texts that cells share. */
  readonly strings: readonly string[]
  /** Days count from 1904, otherwise from 1900. */
  readonly is1904: boolean
  /** The workbook asks to be calculated when it is opened, as its writer did not. */
  readonly isUncalculated: boolean
}

/** Days between the two beginnings of time. */
const DAYS_TO_1904 = 1462

export function cellOf(markup: CellMarkup, context: CellContext): Cell {
  const { type, text, formula, format } = markup
  const isUnsaved =
    formula !== undefined &&
    type !== 'str' &&
    (text.trim() === '' || (context.isUncalculated && Number(text) === 0 && isNumeric(type)))
  if (isUnsaved) return withoutResult(formula)
  switch (type) {
    case 's': {
      const shared = /^\d+$/.test(text.trim()) ? context.strings[Number(text)] : undefined
      return shared === undefined ? null : textCell(shared, format)
    }
    case 'str':
    case 'inlineStr':
      return textCell(text, format)
    case 'b': {
      const value = text.trim() === '1' || text.trim().toLowerCase() === 'true'
      return { value, shown: value ? 'TRUE' : 'FALSE' }
    }
    case 'e':
      return { problem: `value ${quoted(text)}: its formula has no result` }
    case 'd':
      return isoCell(text.trim(), format)
    default:
      return numberCell(text.trim(), format, context.is1904)
  }
}

const isNumeric = (type: string) => type === 'n' || type === ''

function withoutResult(formula: string): Cell {
  const named = formula === '' ? 'formula' : `formula ${quoted(formula)}`
  return {
    problem: `${named}: it was saved without a result; have a spreadsheet program calculate and save it, or put the value in its place`,
  }
}

/** A text, which a format may add to or hide. */
function textCell(text: string, format: NumberFormat): Cell {
  const shown = showText(format, text)
  return shown.trim() === '' && text.trim() !== '' ? { value: text, shown: '' } : shown
}

function numberCell(text: string, format: NumberFormat, is1904: boolean): Cell {
  if (text === '') return null
  const value = Number(text)
  if (!Number.isFinite(value)) return { problem: `value ${quoted(text)}: its cell declares a number` }
  if (format.kind === 'day') return dayCell(is1904 ? value + DAYS_TO_1904 : value, format)
  if (format.kind === 'time') return timeCell(value, format)
  const shown = showNumber(format, value)
  if (shown === undefined) return { value, shown: '', ...cannotBeShown(text, format) }
  if (format.kind === 'general') return shown === String(value + 0) ? value + 0 : { value, shown }
  const trimmed = shown.trim()
  const unclear = isAmbiguous(format, value, shown) ? unclearBy(text, trimmed, format) : {}
  // Digits that the number lacks, such as those of 007 and 1.10, or that a name has.
  const isText = format.kind === 'digits' && trimmed !== '' && String(Number(trimmed)) !== trimmed
  return { value: value + 0, shown: trimmed, ...(isText && { isText }), ...unclear }
}

/** A moment, a day, a time of day or a duration in the spelling of ISO 8601. */
function isoCell(text: string, format: NumberFormat): Cell {
  const [, day, hours = '0', minutes = '0', seconds = '0'] = ISO_MOMENT.exec(text) ?? []
  if (day === undefined) return isoTimeCell(text, format)
  const midnight = serialOf(day)
  if (midnight === undefined) return { problem: `value ${quoted(text)}: there is no such day` }
  const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  if (format.kind === 'day' || format.kind === 'time') {
    const serial = midnight + time / SECONDS_PER_DAY
    return format.kind === 'day' ? dayCell(serial, format) : timeCell(serial, format)
  }
  return { value: day, shown: text }
}

function isoTimeCell(text: string, format: NumberFormat): Cell {
  const [whole, hours = '0', minutes = '0', seconds = '0'] =
    ISO_TIME.exec(text) ?? ISO_DURATION.exec(text) ?? []
  if (whole === undefined) return { problem: `value ${quoted(text)}: its cell declares a day` }
  const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return format.kind === 'time' ? timeCell(time / SECONDS_PER_DAY, format) : text
}

const SECONDS_PER_DAY = 86_400
const ISO_MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?(?:Z|[+-]\d\d:?\d\d)?)?$/
const ISO_TIME = /^T?(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?Z?$/
const ISO_DURATION = /^PT(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?$/

/** The number of a day, counted from 1900; undefined for a day that does not exist. */
function serialOf(day: string): number | undefined {
  const serial = dateToSerial(day.split('-').map(Number)) ?? 0
  return dayOf(serial) === day ? serial : undefined
}

function dayCell(serial: number, format: NumberFormat): Cell {
  const value = dayOf(serial)
  const shown = showNumber(format, serial)?.trim()
  if (value === undefined || shown === undefined)
    return {
      problem: `value ${quoted(String(serial))}: the format ${quoted(format.code)} shows no day for it`,
    }
  if (format.isRegional)
    return {
      value,
      shown: value,
      unclear: `the cell holds the day ${value}, which each computer shows in its own way: give it a format such as yyyy-mm-dd, or hold the key as text`,
    }
  const isUnclear = Number.isInteger(serial) && isAmbiguous(format, serial, shown)
  return { value, shown, ...(isUnclear && unclearBy(value, shown, format)) }
}

/** A time of day or a duration is a text, as there is no type for either. */
function timeCell(value: number, format: NumberFormat): Cell {
  const shown = showNumber(format, value)?.trim()
  return shown === undefined || shown === ''
    ? { problem: `value ${quoted(String(value))}: the format ${quoted(format.code)} shows no time for it` }
    : shown
}

function cannotBeShown(text: string, { code, kind }: NumberFormat): Pick<ShownCell, 'unclear'> {
  const reason =
    kind === 'unknown'
      ? `the number format ${quoted(code)} is not valid`
      : 'a spreadsheet does not show all of its digits'
  return { unclear: `the cell holds ${quoted(text)}, and ${reason}: hold it as text` }
}

function unclearBy(text: string, shown: string, { code }: NumberFormat): Pick<ShownCell, 'unclear'> {
  return {
    unclear: `the cell holds ${quoted(text)} and shows ${quoted(shown)} in the format ${quoted(code)}: show all of it, or hold the key as text`,
  }
}
