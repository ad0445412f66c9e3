/** Excel attachments that requirements were imported from: their configuration (service §4.6). */
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { applyEvent } from '../records/state-machine.ts'
import { notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import type { Writing } from '../records/actor.ts'
import { changeRequirement } from '../requirements/writing/changing.ts'
import { currentVariantOf } from '../finding/requirements/lookup.ts'
import { type RequirementRecord, requirements } from '../records/wiki/requirements.ts'
import { type ExcelEvent, excelIntegrationMachine } from '../records/machines/excel-machine.ts'
import {
  type ExcelAttachmentRecord,
  excelAttachments,
  type ExcelIntegrationState,
} from '../records/wiki/excel.ts'

const EVENT_TOWARDS = {
  INTEGRATED: 'integrate',
  PAUSED: 'pause',
  NOT_INTEGRATED: 'disconnect',
} as const satisfies Record<ExcelIntegrationState, ExcelEvent>

export function findExcelAttachment(
  store: Store,
  space: ContainerRecord,
  id: number | bigint,
): ExcelAttachmentRecord {
  const found = typeof id === 'number' ? store.table(excelAttachments).get(id) : undefined
  if (found?.projectContainerId === space.id) return found
  throw notFound('Excel attachment', id, { at: 'attachmentId', in: `space ${quoted(space.key ?? '')}` })
}

export function requirementsOfAttachment(
  store: Store,
  space: ContainerRecord,
  attachment: ExcelAttachmentRecord,
): RequirementRecord[] {
  const variantId = currentVariantOf(store, space.applicationId, space.key ?? '')
  return importedRows(store, attachment).filter(
    (row) => row.status === 'ACTIVE' && row.variantId === variantId,
  )
}

/** Moves an attachment to a state; INTEGRATED flags its requirements that have a page. Throws a Refusal (CONFLICT). */
export function changeIntegrationState(
  writing: Writing,
  space: ContainerRecord,
  attachment: ExcelAttachmentRecord,
  wanted: ExcelIntegrationState,
): ExcelAttachmentRecord {
  const { store } = writing
  const reached = applyEvent(
    store,
    excelIntegrationMachine,
    attachment.integrationState,
    EVENT_TOWARDS[wanted],
    attachment.id,
  )
  if (reached === 'none') throw new Error(`no event but delete ends Excel attachment ${attachment.id}`)
  if (reached === 'INTEGRATED') {
    for (const row of requirementsOfAttachment(store, space, attachment)) {
      if (row.pageId === undefined || row.htmlNeedsUpdating) continue
      changeRequirement(writing, row, 'REINDEXED', { htmlNeedsUpdating: true })
    }
  }
  return store.table(excelAttachments).put({ ...attachment, integrationState: reached })
}

/** Deletes an attachment's configuration, and its id in all rows but frozen copies. */
export function deleteExcelAttachment({ store }: Writing, attachment: ExcelAttachmentRecord): void {
  applyEvent(store, excelIntegrationMachine, attachment.integrationState, 'delete', attachment.id)
  for (const row of importedRows(store, attachment)) {
    const { excelAttachmentId: _gone, ...kept } = row
    store.table(requirements).put(kept)
  }
  store.table(excelAttachments).remove(attachment.id)
}

function importedRows(store: Store, attachment: ExcelAttachmentRecord): RequirementRecord[] {
  return [...store.table(requirements).range('key', [attachment.projectContainerId])].filter(
    (row) => row.excelAttachmentId === attachment.id,
  )
}
