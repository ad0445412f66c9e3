/** What a cell shows by its number format: `007` for 7 in the format `000`. */
import { format, getFormatDateInfo, getFormatFromId, getFormatInfo, isValidFormat } from 'numfmt'

/**
 * How a format shows numbers: `general` by their digits; `quantity` with a notation of amounts, such as a separator of
 * thousands, a currency, a percentage, a fraction or an exponent; `digits` in any other way; `day` as days or moments;
 * `time` as times of day or durations. `unknown` is none that a spreadsheet has.
 */
export type FormatKind = 'general' | 'quantity' | 'digits' | 'day' | 'time' | 'unknown'

export interface NumberFormat {
  readonly code: string
  readonly kind: FormatKind
  /** A day that each computer shows in the form of its region. */
  readonly isRegional: boolean
  /** Adds to texts, too, such as `"REQ-"@`. */
  readonly changesTexts: boolean
}

/** Spreadsheets write no longer ones, and reading one takes more than linear time. */
const MAXIMUM_CODE_LENGTH = 255
const GENERAL = 'General'
/** Built-in formats without a fixed form: short dates, and those of East Asian editions. */
const isRegionalId = (id: number) =>
  id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const REGIONAL_CODE = /\[\$-(?:x-sys(?:date|time)|f[48]00)\]/i
const QUANTITIES: readonly string[] = ['currency', 'grouped', 'percent', 'scientific', 'fraction']

/** The format with a built-in number, or with the code that the workbook gives that number. */
export function numberFormat(id: number, given?: string): NumberFormat {
  const code = given ?? getFormatFromId(id)
  const isRegional = given === undefined ? isRegionalId(id) : REGIONAL_CODE.test(code)
  const kind = kindOf(code)
  if (kind === 'day') return { code, kind, isRegional, changesTexts: false }
  if (kind === 'time')
    return { code: isRegional ? 'h:mm:ss' : code, kind, isRegional: false, changesTexts: false }
  // The language in a code concerns the names of days and months. Digits are separated as the computer does it.
  const plain = code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, '[$$$1]').replaceAll('[$]', '')
  return { code: plain, kind, isRegional: false, changesTexts: kind !== 'unknown' && changesTexts(code) }
}

export const GENERAL_FORMAT = numberFormat(0)

/** Undefined for a number that the format cannot show. */
export function showNumber({ code, kind }: NumberFormat, value: number): string | undefined {
  if (kind === 'unknown' || !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return undefined
  if (kind === 'general') return digitsOf(value)
  const shown = formatted(code, value)
  const isWrong = shown !== undefined && kind === 'quantity' && isOtherFraction(shown, value)
  return isWrong ? undefined : shown
}

const FRACTION = /^\D*?(?:(\d+) +)?(\d+) *\/ *(\d+)\D*$/

/** Whether a fraction is wrong: the library shows 15774.95 as `15775 19/20`, and 3.95 as `3 1/1`. */
function isOtherFraction(shown: string, value: number): boolean {
  const [, integer, numerator, denominator] = FRACTION.exec(shown)?.map(Number) ?? []
  if (numerator === undefined || denominator === undefined) return false
  const whole = Number.isNaN(integer) ? 0 : Number(integer)
  const isWhole = !Number.isNaN(integer) && numerator >= denominator
  return isWhole || Math.abs(whole + numerator / denominator - Math.abs(value)) > 0.5
}

/** The text that a format makes of a text. */
export function showText({ code, changesTexts }: NumberFormat, text: string): string {
  if (!changesTexts) return text
  const shown = formatted(code, text) ?? text
  return shown.trim() === text.trim() ? text : shown
}

/** As YYYY-MM-DD; undefined for a number that is no day from 1900 to 9999. `value` counts from 1900. */
export function dayOf(value: number): string | undefined {
  const day = value < 1 ? undefined : formatted('yyyy-mm-dd', value)
  // Spreadsheets believe that 1900 was a leap year.
  return day === '1900-02-29' ? undefined : day
}

/**
 * Whether another number near by shows the same text, so that the text does not say which number it is: 7.4 shows `7` in
 * the format `0`, and so does 7.
 */
export function isAmbiguous(numbers: NumberFormat, value: number, shown: string): boolean {
  if (numbers.kind === 'general' || numbers.kind === 'time') return false
  const unit = lastDigitOf(value)
  const others = [value - unit, value + unit, ...(value === 0 ? [] : [-value])]
  return others.some((other) => showNumber(numbers, other) === shown)
}

function kindOf(code: string): FormatKind {
  if (code.length > MAXIMUM_CODE_LENGTH) return 'unknown'
  if (/^(?:general|@|)$/i.test(code.trim())) return 'general'
  if (!isValidFormat(code)) return 'unknown'
  const { type, isDate } = getFormatInfo(code)
  if (!isDate) return QUANTITIES.includes(type) ? 'quantity' : 'digits'
  // The one takes the minutes of `mm:ss` for months, the other `[mm]` for a day.
  const { year, month, day } = getFormatDateInfo(code)
  return type !== 'time' && (year || month || day) ? 'day' : 'time'
}

function changesTexts(code: string): boolean {
  return code.trim() !== '@' && formatted(code, 'a')?.trim() !== 'a'
}

function formatted(code: string, value: number | string): string | undefined {
  try {
    return format(code, value, { dateSpanLarge: false, dateErrorThrows: true })
  } catch {
    return undefined
  }
}

/** All digits up to the fifteen that a spreadsheet has, however wide the column is. */
function digitsOf(value: number): string {
  const digits = String(Number.isInteger(value) ? value + 0 : Number(value.toPrecision(15)))
  return digits.includes('e') ? (formatted(GENERAL, value) ?? digits) : digits
}

/** One in the last place of a number: 0.01 for 1.25, and 1 for a whole number. */
function lastDigitOf(value: number): number {
  const [, decimals = '', exponent = '0'] =
    /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(Number(value.toPrecision(15)))) ?? []
  return 10 ** Math.min(0, Number(exponent) - decimals.length)
}
