/** Annotations of GitHub Actions: workflow commands, one on a line of the output of a step. */
import { visibleLines } from '../../replay/text.ts'

export type AnnotationLevel = 'error' | 'warning' | 'notice'

/** The line of a file; line and column are counted from 1. */
export interface Place {
  /** From the root of the checkout, with `/`. */
  readonly file: string
  readonly line?: number
  readonly column?: number
}

export interface Annotation {
  readonly level: AnnotationLevel
  readonly title: string
  /** One line or several. */
  readonly message: string
  readonly place?: Place | undefined
}

/** GitHub shows no more annotations of a level for a step. */
const MAXIMUM_ANNOTATIONS = 10
/** Characters. */
const MAXIMUM_TITLE = 200
const MAXIMUM_MESSAGE = 4000

/** The lines to print; the last one of a level counts those that GitHub would not show. */
export function annotationLines(annotations: readonly Annotation[]): readonly string[] {
  const byLevel = Map.groupBy(annotations, ({ level }) => level)
  return [...byLevel].flatMap(([level, all]) => {
    if (all.length <= MAXIMUM_ANNOTATIONS) return all.map(annotationLine)
    const shown = all.slice(0, MAXIMUM_ANNOTATIONS - 1)
    const message = `${all.length - shown.length} more; the summary of the job lists them`
    return [...shown, { level, title: 'reqsim', message }].map(annotationLine)
  })
}

/** `::error file=test/a.test.ts,line=12,col=5,title=reads::expected 409 to be 200`. */
export function annotationLine({ level, title, message, place }: Annotation): string {
  const properties = [
    ...(place === undefined ? [] : [['file', place.file] as const]),
    ...(place?.line === undefined ? [] : [['line', String(place.line)] as const]),
    ...(place?.line === undefined || place.column === undefined
      ? []
      : [['col', String(place.column)] as const]),
    ['title', cut(title.replaceAll(/\s+/g, ' ').trim(), MAXIMUM_TITLE)] as const,
  ]
  const written = properties.map(([name, value]) => `${name}=${escapedProperty(value)}`)
  return `::${level} ${written.join(',')}::${escapedData(cut(message, MAXIMUM_MESSAGE))}`
}

function escapedData(text: string): string {
  return visibleLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** A text of at most so many UTF-16 units, the last of which is an ellipsis if it had more. */
export function cut(text: string, maximum: number): string {
  return text.length <= maximum ? text : `${text.slice(0, maximum - 1)}…`.toWellFormed()
}
