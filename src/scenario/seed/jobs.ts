/** Fills imports of external properties, ended or yet to run. */
import { scheduleStep } from '../../model/records/world/job-steps.ts'
import { present } from '../../model/input/present.ts'
import { IMPORT_JOB } from '../../model/records/world/job-kinds.ts'
import { type ImportJobRecord, importJobs, type ImportRow } from '../../model/records/service/import-jobs.ts'
import { knownProperties } from '../../model/external-properties/known-properties.ts'
import { newTypesOf } from '../../model/external-properties/new-types.ts'
import { textToHtml } from '../../model/records/text/excerpt.ts'
import { currentVariantIds } from '../../model/finding/variants.ts'
import type { Entry } from '../format/format.ts'
import { numberEntries } from './numbering.ts'
import { instantOf, must, type Seeding, siteId, userId } from './seeding.ts'

export function seedImportJobs(seeding: Seeding): void {
  const { store, sections, world } = seeding
  const entries = sections.importJobs ?? []
  const ids = numberEntries(store, 'importJob', entries, (entry) => entry.id)
  for (const entry of entries) {
    const id = must(ids.get(entry), 'import job', entry.fileName ?? '')
    const status = entry.status ?? 'DONE'
    const createdAt = instantOf(seeding, entry.createdAt)
    const ended = status === 'PENDING' ? {} : { finishedAt: createdAt }
    const due =
      status === 'PENDING' ? { clockJobId: scheduleStep(world, store, IMPORT_JOB, { importJob: id }) } : {}
    const applicationId = siteId(seeding, entry.site)
    const progress = progressOf(entry, status)
    store.table(importJobs).insert({
      id,
      applicationId,
      variantIds: currentVariantIds(store, applicationId),
      properties: knownProperties(store, { applicationId }, progress.rows),
      batchId: entry.batchId ?? world.random('importJob', id, 'batchId').uuid(),
      type: 'EXTERNAL_PROPERTY_IMPORT',
      status,
      ...present({ fileName: entry.fileName, sheet: entry.sheet }),
      ...progress,
      allOrNothing: false,
      startedBy: userId(seeding, entry.createdBy),
      createdAt,
      ...ended,
      ...due,
    })
  }
}

/** Where a job stands: rows that failed were tried, those of other jobs were not. */
function progressOf(
  { done = 0, rows: rowEntries = [] }: Entry<'importJobs'>,
  status: ImportJobRecord['status'],
) {
  const rows = rowEntries.map(({ key, space, values }, index): ImportRow => ({
    row: done + index + 2,
    key,
    ...(space === undefined ? {} : { spaceKey: space }),
    values: Object.entries(values).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? textToHtml(value) : value,
    })),
  }))
  const failed = status === 'ERROR'
  const errors = rowEntries.flatMap(({ error }, index) =>
    error === undefined ? [] : [{ row: done + index + 2, column: 'Key', message: error }],
  )
  return {
    total: done + rows.length,
    done,
    failed: failed ? rows.length : 0,
    errors,
    newTypes: newTypesOf(rows, true),
    rows,
    position: failed ? rows.length : 0,
    failedRows: failed ? rows : [],
  }
}
