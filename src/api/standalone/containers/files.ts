/** Files of workspaces. Their content is transferred as JSON, as bytes or at a signed address (service §2.1). */
import { givenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import { createContainer } from '../../../model/containers/writing.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { fromBase64 } from '../../../model/files/base64.ts'
import { bytesOf, contentOf, findFile, UNKNOWN_TYPE, writeContent } from '../../../model/files/files.ts'
import { fileContentKey, type FileContentRecord, fileContents } from '../../../model/records/service/files.ts'
import { fileOfTransfer, issueTransfer, type TransferPurpose } from '../../../model/files/transfers.ts'
import type { GrantLevel } from '../../../model/records/service/users.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { fileOfForm } from '../../framework/multipart.ts'
import {
  always,
  ANY_TYPE,
  type Context,
  operation,
  type Operation,
  Reply,
  type SentBytes,
} from '../../framework/operation.ts'
import { int64, string } from '../../framework/parameter.ts'
import { applicationIdOfQuery, notStandalone, selectedApplication } from '../applications/scope.ts'
import { caller, identifier, instant, observed } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  containerOfBody,
  EDIT,
  editing,
  ofApplication,
  byCaller,
  type OnOne,
  reading,
  requireLevel,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'

const fileFields = () => ({
  id: identifier(),
  applicationId: identifier(),
  parentContainerId: identifier(),
  name: z.string(),
  contentType: z.string().optional(),
  size: z.int().min(0).describe('Number of bytes. Absent until content is uploaded.').optional(),
  createdAt: instant(),
  updatedAt: instant().optional(),
})

const EXAMPLE = {
  id: 3100,
  applicationId: 103,
  parentContainerId: 3001,
  name: 'wind.csv',
  contentType: 'text/plain',
  size: 5,
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
}

const file = { name: 'DTOFile', schema: () => z.object(fileFields()), example: EXAMPLE }

const download = {
  name: 'DTOFileDownload',
  schema: () =>
    z.object({
      ...fileFields(),
      content: z.base64().meta({ format: 'byte', description: 'The content as base64.' }),
    }),
  example: { ...EXAMPLE, content: 'aGVsbG8=' },
}

const address = {
  name: 'DTOFileAddress',
  schema: () => z.object({ url: z.string(), method: z.enum(['GET', 'PUT']), expiresAt: instant() }),
  example: {
    url: 'http://127.0.0.1:4010/api/file-transfers/download-3100-2-1767604500000-8fd0f27a718fa29e1f87f00f73808b7a',
    method: 'GET',
    expiresAt: '2026-01-05T09:15:00.000Z',
  },
}

const content = () => z.string().describe('The content as base64, with padding.')
const contentType = () =>
  z.string().max(255).nullish().describe(`The content type. Default: ${UNKNOWN_TYPE}.`)

const group = {
  ...ofApplication,
  group: 'Containers',
  query: { applicationId: { ...applicationIdOfQuery, example: '103' } },
} as const
const onOne = {
  ...group,
  pathParameters: {
    id: int64({ description: 'Identifier of the container of the file.', example: '3100' }),
  },
} as const
const MISSING = { 404: 'No such application or file.' } as const
const EMPTY = { 404: 'No such application or file, or the file has no content.' } as const
const ASSUMPTIONS = [...SELECTION_ASSUMPTIONS, 'A21', 'A222'] as const

const create = operation({
  ...group,
  id: 'standalone.files.create',
  summary: 'Creates a file in a workspace, with or without content.',
  method: 'POST',
  path: '/files',
  permission: EDIT,
  body: {
    name: 'FileCreation',
    schema: () =>
      z.object({
        name: givenName(),
        parentContainerId: identifier().describe('The container of a workspace.'),
        content: content().nullish(),
        contentType: contentType(),
      }),
    example: { name: 'notes.txt', parentContainerId: 3001, content: 'aGVsbG8=', contentType: 'text/plain' },
  },
  success: { status: 201, description: 'The new file.', shape: file },
  refusals: {
    404: 'No such application or container.',
    409: 'The name is already used.',
    413: 'The body, or the content of all files of the application, is too large.',
  },
  assumptions: [...ASSUMPTIONS, ...always('A203')],
  authorise(input, context) {
    const application = selectedApplication(context, input.query.applicationId)
    const { parentContainerId: id } = input.body
    return { application, parent: containerOfBody(context, application, 'parentContainerId', id, 'edit') }
  },
  handle(input, context, { application, parent }) {
    const { name, content: sent } = input.body
    if (application.type !== 'STANDALONE') throw notStandalone(application)
    const container = { type: 'FILE', name, parent } as const
    const created = createContainer(writingOf(context), caller(context), application, container)
    if (sent !== undefined && sent !== null) {
      const bytes = fromBase64(sent, 'content')
      writeContent(writingOf(context), created, bytes, input.body.contentType ?? UNKNOWN_TYPE)
    }
    return toFile(context, created)
  },
})

const readingFile = { ...onOne, ...reading(fileFor), assumptions: ASSUMPTIONS } as const

const read = operation({
  ...readingFile,
  id: 'standalone.files.read',
  summary: 'Returns a file without its content.',
  path: '/files/{id}',
  success: { description: 'The file.', shape: file },
  refusals: MISSING,
  handle: (_input, context, found) => toFile(context, found),
})

const downloadJson = operation({
  ...readingFile,
  id: 'standalone.files.download',
  summary: 'Returns a file with its content as base64.',
  path: '/files/{id}/download',
  success: { description: 'The file and its content.', shape: download },
  refusals: EMPTY,
  handle(_input, context, found) {
    const { content } = contentOf(context.store, found)
    return { ...toFile(context, found), content }
  },
})

const downloadBlob = operation({
  ...readingFile,
  id: 'standalone.files.downloadBlob',
  summary: 'Returns the content of a file as bytes.',
  path: '/files/{id}/download/blob',
  success: { description: 'The bytes, with the content type of the file.', bytes: true },
  refusals: EMPTY,
  handle(_input, context, found) {
    context.note(ledger.fileRules)
    return blobResponse(found, contentOf(context.store, found))
  },
})

const downloadUrl = operation({
  ...readingFile,
  id: 'standalone.files.downloadUrl',
  summary: 'Returns an address to download a file from without a credential.',
  path: '/files/{id}/download/url',
  success: { description: 'The address and when it expires.', shape: address },
  refusals: EMPTY,
  assumptions: [...ASSUMPTIONS, 'A223'],
  handle(_input, context, found) {
    contentOf(context.store, found)
    return addressResponse(context, found, 'download')
  },
})

const TOO_LARGE = { 413: 'The body, or the content of all files, is too large.' } as const
const writingFile = {
  ...onOne,
  ...editing('PUT', fileFor),
  assumptions: ASSUMPTIONS,
  refusals: { ...MISSING, ...TOO_LARGE },
} as const
const bytesBody = {
  required: false,
  bytes: [ANY_TYPE],
  form: { file: { type: 'file', description: 'The only part with a file name. Its own name is ignored.' } },
  schema: () => z.unknown(),
} as const
const written = { description: 'The updated file.', shape: file } as const

const upload = operation({
  ...writingFile,
  id: 'standalone.files.upload',
  summary: 'Replaces the content of a file, sent as base64.',
  path: '/files/{id}/upload',
  body: {
    name: 'FileContent',
    schema: () => z.object({ content: content(), contentType: contentType() }),
    example: { content: 'aGVsbG8=', contentType: 'text/plain' },
  },
  success: written,
  handle(input, context, found) {
    const bytes = fromBase64(input.body.content, 'content')
    writeContent(writingOf(context), found, bytes, input.body.contentType ?? UNKNOWN_TYPE)
    return toFile(context, found)
  },
})

const uploadBlob = operation({
  ...writingFile,
  id: 'standalone.files.uploadBlob',
  summary: 'Replaces the content of a file, sent as the body or as the file of a form.',
  path: '/files/{id}/upload/blob',
  body: bytesBody,
  success: written,
  handle: (input, context, found) => uploadResponse(context, found, input.sent),
})

const uploadUrl = operation({
  ...readingFile,
  id: 'standalone.files.uploadUrl',
  summary: 'Returns an address to upload the content of a file to without a credential.',
  description: 'An upload is rejected unless the caller may still edit the file.',
  path: '/files/{id}/upload/url',
  success: { description: 'The address and when it expires.', shape: address },
  refusals: MISSING,
  assumptions: [...ASSUMPTIONS, 'A223'],
  handle: (_input, context, found) => addressResponse(context, found, 'upload'),
})

const transfer = {
  ...observed,
  group: 'Containers',
  provenance: 'assumed',
  path: '/file-transfers/{ticket}',
  anonymous: true,
  permission: { words: 'a ticket of a signed address', assumed: true },
  assumptions: ['A21', 'A222', ...always('A223')],
} as const
const ticketOf = (example: string) =>
  ({ ticket: string({ required: true, description: 'The ticket of a signed address.', example }) }) as const
const FORBIDDEN = {
  403: 'The ticket is unknown, expired or for another purpose, or its user lost the permission.',
} as const

const downloadFrom = operation({
  ...transfer,
  id: 'standalone.fileTransfers.download',
  summary: 'Downloads a file from a signed address.',
  method: 'GET',
  pathParameters: ticketOf('download-3100-2-1767604500000-8fd0f27a718fa29e1f87f00f73808b7a'),
  success: { description: 'The bytes, with the content type of the file.', bytes: true },
  refusals: { ...FORBIDDEN, 404: 'The file was deleted, or it has no content.' },
  authorise: (input, context) => fileOfTransfer(context.world, context.store, input.path.ticket, 'download'),
  handle: (_input, context, found) => blobResponse(found, contentOf(context.store, found)),
})

const uploadTo = operation({
  ...transfer,
  id: 'standalone.fileTransfers.upload',
  summary: 'Uploads the content of a file to a signed address.',
  method: 'PUT',
  pathParameters: ticketOf('upload-3100-2-1767604500000-a9c9db47300a5aa465881733e21a1518'),
  body: bytesBody,
  success: written,
  refusals: { ...FORBIDDEN, ...TOO_LARGE, 404: 'The file was deleted.' },
  authorise: (input, context) => fileOfTransfer(context.world, context.store, input.path.ticket, 'upload'),
  handle: (input, context, found) => uploadResponse(context, found, input.sent),
})

export const fileOperations: readonly Operation[] = [
  create,
  read,
  downloadJson,
  downloadBlob,
  downloadUrl,
  upload,
  uploadBlob,
  uploadUrl,
  downloadFrom,
  uploadTo,
]

function fileFor(context: Context, { query, path }: OnOne<'id'>, level: GrantLevel): ContainerRecord {
  const found = findFile(context.store, selectedApplication(context, query.applicationId).id, path.id)
  requireLevel(context, found, level)
  return found
}

function toFile(context: Context, found: ContainerRecord) {
  context.note(ledger.fileRules)
  const held = context.store.table(fileContents).get(fileContentKey(found.id))
  if (held === undefined) context.note(ledger.absentFields)
  return {
    id: found.id,
    applicationId: found.applicationId,
    parentContainerId: found.parentContainerId ?? found.projectContainerId,
    name: found.name,
    contentType: held?.contentType,
    size: held?.size,
    createdAt: formatInstant(found.createdAt),
    updatedAt: held === undefined ? undefined : formatInstant(held.updatedAt),
  }
}

/** The content as an attachment, with headers that keep a browser from guessing its type or running it. */
function blobResponse(found: ContainerRecord, held: FileContentRecord) {
  const name = encodeURIComponent(found.name.toWellFormed()).replaceAll(/['()*]/g, percentEncoded)
  const headers = {
    'Content-Type': held.contentType,
    'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
    'Content-Security-Policy': 'sandbox',
    'X-Content-Type-Options': 'nosniff',
  }
  return new Reply({ status: 200, bytes: bytesOf(held), headers })
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function uploadResponse(context: Context, found: ContainerRecord, sent: SentBytes | undefined) {
  const { bytes, contentType: type } = uploaded(sent)
  const { world, store } = context
  writeContent({ world, store, actor: context.user }, found, bytes, type === '' ? UNKNOWN_TYPE : type)
  return toFile(context, found)
}

function uploaded(sent: SentBytes | undefined): SentBytes {
  if (sent === undefined) return { bytes: new Uint8Array(), contentType: '' }
  if (!/^multipart\/form-data *(?:;|$)/i.test(sent.contentType)) return sent
  const { file: part } = fileOfForm(sent.bytes, sent.contentType)
  return { bytes: part.bytes, contentType: part.contentType ?? '' }
}

function addressResponse(context: Context, found: ContainerRecord, purpose: TransferPurpose) {
  context.note(ledger.fileRules)
  context.note(ledger.signedAddresses)
  const { ticket, expiresAt } = issueTransfer(byCaller(context), found, purpose)
  const url = `${addressHere(context)}/file-transfers/${ticket}`
  const method = purpose === 'download' ? 'GET' : 'PUT'
  return { url, method, expiresAt: formatInstant(expiresAt) } as const
}

/** The address of the interface in this world, as the caller reached it. A path if the host is unknown. */
function addressHere({ baseUrl, scheme, host, worldName }: Context): string {
  const world = worldName === 'default' ? '' : `/_world/${encodeURIComponent(worldName)}`
  const [, baseOrigin = '', path = ''] = /^(https?:\/\/[^/]+)?(.*)$/.exec(baseUrl) ?? []
  const origin = baseOrigin === '' && host !== undefined ? `${scheme}://${host}` : baseOrigin
  return `${URL.canParse(origin) ? origin : ''}${world}${path}`
}
