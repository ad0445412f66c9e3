/** Says what a file is by its content, and reads it as such. */
import { invalidRequest } from '../../model/input/errors.ts'
import { isZip, readZipDirectory } from '../../model/input/zip.ts'
import { countText } from '../../world/count-text.ts'
import { type Fields, isObject } from '../../world/objects.ts'
import { boundRequirements, type DataFile, type DataKind } from './data.ts'
import { readJson } from './json.ts'
import { isNeeds, readNeeds } from './needs.ts'
import { readReqif } from './reqif.ts'
import { readTable } from './sheets.ts'
import { isStrictDoc, readStrictDoc } from './strictdoc.ts'

export interface Recognised {
  /** `HAR` also for what looks like one and is damaged: its own reader says why. */
  readonly kind: DataKind | 'HAR'
  /** Reads the requirements of a file; `title` is the page of a file without pages. Rejects with a Refusal. */
  read(title: string): Promise<DataFile>
}

const HAR: Recognised = {
  kind: 'HAR',
  read: () => Promise.reject(new Error('a recording has no requirements')),
}

/** Throws a Refusal (INVALID) for a file that is of no known kind. */
export function recognise(bytes: Uint8Array): Recognised {
  if (isZip(bytes)) return recogniseZip(bytes)
  const head = new TextDecoder().decode(bytes.subarray(0, 4000)).trimStart()
  if (/^\{\s*"log"\s*:/.test(head)) return HAR
  if (/^[[{]/.test(head)) return recogniseJson(readJson(textOf(bytes)))
  if (head.startsWith('<')) {
    if (/<(?:[\w.-]+:)?REQ-IF[\s>]/.test(head))
      return { kind: 'ReqIF', read: () => Promise.resolve(readReqif(bytes)) }
    throw unknown('it is markup, and not ReqIF')
  }
  return { kind: 'CSV', read: (title) => readTable(bytes, title) }
}

function recogniseJson(value: unknown): Recognised {
  if (isObject(value) && isObject(value['log'])) return HAR
  if (isNeeds(value)) return { kind: 'needs.json', read: reader(value, readNeeds) }
  if (isStrictDoc(value)) return { kind: 'StrictDoc JSON', read: reader(value, readStrictDoc) }
  throw unknown("it is JSON without 'log', 'versions' or 'DOCUMENTS'")
}

function reader(value: Fields, read: (value: Fields) => DataFile): () => Promise<DataFile> {
  return () => Promise.resolve(read(value))
}

function recogniseZip(bytes: Uint8Array): Recognised {
  const names: string[] = []
  const rules = {
    maximumEntries: 20_000,
    tooMany: (count: number) => unknown(`it is an archive with ${countText(count, 'file')}`),
    unreadable: (what: string) => unknown(`it is a ZIP archive, and damaged: ${what}`),
  }
  for (const { name } of readZipDirectory(bytes, rules)) names.push(name)
  if (names.some((name) => name.endsWith('.har'))) return HAR
  if (names.some((name) => name.startsWith('xl/')))
    return { kind: 'XLSX', read: (title) => readTable(bytes, title) }
  if (names.some((name) => name.endsWith('.reqif')))
    throw unknown('it is a packed ReqIF: unpack it, and draft the file that ends in .reqif')
  throw unknown('it is a ZIP archive without a recording or a workbook')
}

function unknown(what: string) {
  return invalidRequest(
    what,
    'a draft reads an HTTP Archive, CSV, XLSX, ReqIF, needs.json of sphinx-needs, or the JSON export of StrictDoc',
  )
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidRequest('its text', 'is not UTF-8: save it as UTF-8')
  }
}

/** Throws a Refusal (TOO_LARGE) for more requirements in all files than a draft has. */
export function boundFiles(files: readonly DataFile[]): void {
  boundRequirements(files.reduce((sum, { requirements }) => sum + requirements.length, 0))
}
