/** Excel attachments that requirements were imported from (service §4.6). */
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import {
  changeIntegrationState,
  deleteExcelAttachment,
  findExcelAttachment,
  requirementsOfAttachment,
} from '../../../model/excel/excel.ts'
import {
  COLUMN_ROLES,
  type ExcelAttachmentRecord,
  INTEGRATION_STATES,
} from '../../../model/records/wiki/excel.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { editsSpace, identifier, readsSpace, spaceKey, wikiOperation, writingOf } from '../common.ts'

const configuration = {
  name: 'WorkbookConfig',
  schema: () =>
    z.object({
      attachmentId: identifier(),
      spaceKey: z.string(),
      pageId: identifier().optional(),
      fileName: z.string(),
      sheet: z.string(),
      headerRow: z.int().min(0),
      columns: z.array(
        z.object({
          column: z.string().describe("The letter of the column: 'A'."),
          header: z.string(),
          role: z.enum(COLUMN_ROLES),
          name: z.string().describe('Name of the property or relationship of the column.').optional(),
        }),
      ),
      integrationState: z.enum(INTEGRATION_STATES),
      requirementCount: z
        .int()
        .min(0)
        .describe('Number of ACTIVE requirements imported from the attachment.'),
    }),
  example: {
    attachmentId: 9001,
    spaceKey: 'ENG',
    fileName: 'requirements.xlsx',
    sheet: 'Requirements',
    headerRow: 1,
    columns: [
      { column: 'A', header: 'Key', role: 'KEY' },
      { column: 'B', header: 'Category', role: 'PROPERTY', name: 'Category' },
    ],
    integrationState: 'INTEGRATED',
    requirementCount: 2,
  },
}

const integrationState = () => z.enum(INTEGRATION_STATES)

const excel = {
  ...wikiOperation,
  group: 'Excel',
  stability: 'internal',
  section: '4.6',
  pathParameters: {
    spaceKey,
    attachmentId: int64({ description: 'Id of the attachment.', example: '9001' }),
  },
} as const

const readConfig = operation({
  ...readsSpace,
  ...excel,
  id: 'wiki.excel.readConfig',
  summary: 'Reads the import configuration of an Excel attachment.',
  method: 'GET',
  path: '/excel/{spaceKey}/{attachmentId}/config',
  success: { description: 'The configuration.', shape: configuration },
  assumptions: ['A51', 'A104'],
  handle: ({ path }, context, space) =>
    show(context, space, findExcelAttachment(context.store, space, path.attachmentId)),
})

const changeState = operation({
  ...editsSpace,
  ...excel,
  id: 'wiki.excel.changeIntegrationState',
  summary: 'Starts, pauses or ends the integration of an Excel attachment.',
  method: 'POST',
  path: '/excel/{spaceKey}/{attachmentId}/config/integrationState',
  body: {
    name: 'WorkbookConfig.IntegrationState',
    schema: () =>
      z.union([integrationState(), z.object({ integrationState: integrationState() })], {
        error: `must be one of ${INTEGRATION_STATES.join(', ')}, bare or as {integrationState}`,
      }),
    plainText: true,
    example: 'PAUSED',
  },
  success: { description: 'The changed configuration.', shape: configuration },
  refusals: { 409: 'The integration cannot change from its state to this one.' },
  assumptions: ['A51', 'A104', 'A105'],
  handle({ path, body }, context, space) {
    const attachment = findExcelAttachment(context.store, space, path.attachmentId)
    const wanted = typeof body === 'string' ? body : body.integrationState
    context.note(ledger.excelIntegrationState)
    return show(context, space, changeIntegrationState(writingOf(context), space, attachment, wanted))
  },
})

const remove = operation({
  ...editsSpace,
  ...excel,
  id: 'wiki.excel.delete',
  summary: 'Deletes the configuration of an Excel attachment, but not its requirements.',
  method: 'DELETE',
  path: '/excel/{spaceKey}/{attachmentId}',
  success: { status: 204, description: 'The configuration is deleted.' },
  assumptions: ['A51', 'A105'],
  handle({ path }, context, space) {
    const attachment = findExcelAttachment(context.store, space, path.attachmentId)
    context.note(ledger.excelIntegrationState)
    deleteExcelAttachment(writingOf(context), attachment)
  },
})

export const wikiExcelOperations: readonly Operation[] = [readConfig, changeState, remove]

function show(context: Context, space: ContainerRecord, attachment: ExcelAttachmentRecord) {
  context.note(ledger.excelConfiguration)
  const { id, pageId, fileName, sheet, headerRow, columns } = attachment
  return {
    attachmentId: id,
    spaceKey: space.key ?? '',
    pageId,
    fileName,
    sheet,
    headerRow,
    columns: columns.map(({ column, header, role, name }) => ({ column, header, role, name })),
    integrationState: attachment.integrationState,
    requirementCount: requirementsOfAttachment(context.store, space, attachment).length,
  }
}
