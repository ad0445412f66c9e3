/** Files of workspaces: what they are called, and what they hold, in three forms (service §2.1). */
import { z } from '../../framework/zod.ts'
import { createContainer } from '../../../model/containers/writing.ts'
import type { ContainerRecord } from '../../../model/containers/records.ts'
import { fromBase64 } from '../../../model/files/base64.ts'
import { bytesOf, contentOf, findFile, UNKNOWN_TYPE, writeContent } from '../../../model/files/files.ts'
import { fileContentKey, type FileContentRecord, fileContents } from '../../../model/files/records.ts'
import { fileOfTransfer, issueTransfer, type TransferPurpose } from '../../../model/files/transfers.ts'
import type { GrantLevel } from '../../../model/users/records.ts'
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
  type Shape,
} from '../../framework/operation.ts'
import { int64, string } from '../../framework/parameter.ts'
import {
  applicationIdOfQuery,
  caller,
  identifier,
  instant,
  notStandalone,
  selectedApplication,
} from '../common.ts'
import {
  containerOfBody,
  EDIT,
  observed,
  type OnOne,
  READ,
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
  size: z.int().min(0).describe('Bytes; absent while nothing was uploaded.').optional(),
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

const file: Shape = { name: 'DTOFile', schema: () => z.object(fileFields()), example: EXAMPLE }

const download: Shape = {
  name: 'DTOFileDownload',
  schema: () =>
    z.object({
      ...fileFields(),
      content: z.base64().meta({ format: 'byte', description: 'The bytes as base64.' }),
    }),
  example: { ...EXAMPLE, content: 'aGVsbG8=' },
}

const address: Shape = {
  name: 'DTOFileAddress',
  schema: () => z.object({ url: z.string(), method: z.enum(['GET', 'PUT']), expiresAt: instant() }),
  example: {
    url: 'http://127.0.0.1:4010/api/file-transfers/download-3100-2-1767604500000-8fd0f27a718fa29e1f87f00f73808b7a',
    method: 'GET',
    expiresAt: '2026-01-05T09:15:00.000Z',
  },
}

const content = () => z.string().describe('The bytes as base64, with padding.')
const contentType = () => z.string().max(255).nullish().describe(`${UNKNOWN_TYPE} where absent.`)

const group = { ...observed, group: 'Containers' } as const
const query = { applicationId: { ...applicationIdOfQuery, example: '103' } } as const
const pathParameters = {
  id: int64({ description: 'Identifier of the file: that of its container.', example: '3100' }),
} as const
const MISSING = { 404: 'No such application or file.' } as const
const EMPTY = { 404: 'No such application or file, or nothing was uploaded to it.' } as const
const ASSUMPTIONS = [...SELECTION_ASSUMPTIONS, 'A21', 'A222'] as const

const create = operation({
  ...group,
  id: 'standalone.files.create',
  summary: 'Makes a file in a workspace, with content or without.',
  method: 'POST',
  path: '/files',
  permission: EDIT,
  query,
  body: {
    name: 'FileCreation',
    schema: () =>
      z.object({
        name: z.string().min(1).max(255),
        parentContainerId: identifier().describe('The container of a workspace.'),
        content: content().nullish(),
        contentType: contentType(),
      }),
    example: { name: 'notes.txt', parentContainerId: 3001, content: 'aGVsbG8=', contentType: 'text/plain' },
  },
  success: { status: 201, description: 'The new file.', shape: file },
  refusals: {
    404: 'No such application or container.',
    409: 'The name is taken.',
    413: 'The body is larger than what is read, or the files of the application hold too much.',
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
    const asked = { type: 'FILE', name, parent } as const
    const created = createContainer(writingOf(context), caller(context), application, asked)
    if (sent !== undefined && sent !== null) {
      const bytes = fromBase64(sent, 'content')
      writeContent(writingOf(context), created, bytes, input.body.contentType ?? UNKNOWN_TYPE)
    }
    return toFile(context, created)
  },
})

const onOne = { ...group, pathParameters, query } as const
const reading = { ...onOne, method: 'GET', permission: READ, assumptions: ASSUMPTIONS } as const

const read = operation({
  ...reading,
  id: 'standalone.files.read',
  summary: 'Reads what a file is, without its content.',
  path: '/files/{id}',
  success: { description: 'The file.', shape: file },
  refusals: MISSING,
  authorise: (input, context) => fileFor(context, input, 'read'),
  handle: (_input, context, found) => toFile(context, found),
})

const downloadJson = operation({
  ...reading,
  id: 'standalone.files.download',
  summary: 'Reads a file with its content as base64.',
  path: '/files/{id}/download',
  success: { description: 'The file and its content.', shape: download },
  refusals: EMPTY,
  authorise: (input, context) => fileFor(context, input, 'read'),
  handle(_input, context, found) {
    const held = contentOf(context.store, found)
    return { ...toFile(context, found), content: held.content }
  },
})

const downloadBlob = operation({
  ...reading,
  id: 'standalone.files.downloadBlob',
  summary: 'Reads the bytes of a file.',
  path: '/files/{id}/download/blob',
  success: { description: 'The bytes, with the content type of the file.', bytes: true },
  refusals: EMPTY,
  authorise: (input, context) => fileFor(context, input, 'read'),
  handle(_input, context, found) {
    context.assume('A222')
    return blobAnswer(found, contentOf(context.store, found))
  },
})

const downloadUrl = operation({
  ...reading,
  id: 'standalone.files.downloadUrl',
  summary: 'Answers an address at which the bytes of a file can be read without a credential.',
  path: '/files/{id}/download/url',
  success: { description: 'The address, until it expires.', shape: address },
  refusals: EMPTY,
  assumptions: [...ASSUMPTIONS, 'A223'],
  authorise: (input, context) => fileFor(context, input, 'read'),
  handle(_input, context, found) {
    contentOf(context.store, found)
    return addressAnswer(context, found, 'download')
  },
})

const writing = { ...onOne, method: 'PUT', permission: EDIT, assumptions: ASSUMPTIONS } as const
const TOO_MUCH = {
  413: 'The body is larger than what is read, or the files hold too much together.',
} as const
const bytesBody = {
  required: false,
  bytes: [ANY_TYPE],
  form: { file: { type: 'file', description: 'The one part with a file name, whatever its name is.' } },
  schema: () => z.unknown(),
} as const
const written = { description: 'The file as it is now.', shape: file } as const

const upload = operation({
  ...writing,
  id: 'standalone.files.upload',
  summary: 'Puts content into a file, as base64.',
  path: '/files/{id}/upload',
  body: {
    name: 'FileContent',
    schema: () => z.object({ content: content(), contentType: contentType() }),
    example: { content: 'aGVsbG8=', contentType: 'text/plain' },
  },
  success: written,
  refusals: { ...MISSING, ...TOO_MUCH },
  authorise: (input, context) => fileFor(context, input, 'edit'),
  handle(input, context, found) {
    const bytes = fromBase64(input.body.content, 'content')
    writeContent(writingOf(context), found, bytes, input.body.contentType ?? UNKNOWN_TYPE)
    return toFile(context, found)
  },
})

const uploadBlob = operation({
  ...writing,
  id: 'standalone.files.uploadBlob',
  summary: 'Puts bytes into a file: the body as it is, or the file of a form.',
  path: '/files/{id}/upload/blob',
  body: bytesBody,
  success: written,
  refusals: { ...MISSING, ...TOO_MUCH },
  authorise: (input, context) => fileFor(context, input, 'edit'),
  handle: (input, context, found) => uploadAnswer(context, found, input.sent),
})

const uploadUrl = operation({
  ...reading,
  id: 'standalone.files.uploadUrl',
  summary: 'Answers an address to which the bytes of a file can be sent without a credential.',
  description: 'It takes bytes as long as the caller may edit the file.',
  path: '/files/{id}/upload/url',
  success: { description: 'The address, until it expires.', shape: address },
  refusals: MISSING,
  assumptions: [...ASSUMPTIONS, 'A223'],
  authorise: (input, context) => fileFor(context, input, 'read'),
  handle: (_input, context, found) => addressAnswer(context, found, 'upload'),
})

const transfer = {
  ...group,
  provenance: 'assumed',
  path: '/file-transfers/{ticket}',
  anonymous: true,
  permission: { words: 'a ticket of a signed address', assumed: true },
  assumptions: ['A21', 'A222', ...always('A223')],
} as const
const ticketOf = (example: string) =>
  ({ ticket: string({ required: true, description: 'As an address has it.', example }) }) as const
const REFUSED = {
  403: 'The ticket was not issued, is for something else, has expired, or is of a user who may not do that.',
} as const

const downloadFrom = operation({
  ...transfer,
  id: 'standalone.fileTransfers.download',
  summary: 'Reads the bytes of a file at a signed address.',
  method: 'GET',
  pathParameters: ticketOf('download-3100-2-1767604500000-8fd0f27a718fa29e1f87f00f73808b7a'),
  success: { description: 'The bytes, with the content type of the file.', bytes: true },
  refusals: { ...REFUSED, 404: 'The file is gone, or nothing was uploaded to it.' },
  authorise: (input, context) => fileOfTransfer(context.world, context.store, input.path.ticket, 'download'),
  handle: (_input, context, found) => blobAnswer(found, contentOf(context.store, found)),
})

const uploadTo = operation({
  ...transfer,
  id: 'standalone.fileTransfers.upload',
  summary: 'Puts bytes into a file at a signed address.',
  method: 'PUT',
  pathParameters: ticketOf('upload-3100-2-1767604500000-a9c9db47300a5aa465881733e21a1518'),
  body: bytesBody,
  success: written,
  refusals: { ...REFUSED, ...TOO_MUCH, 404: 'The file is gone.' },
  authorise: (input, context) => fileOfTransfer(context.world, context.store, input.path.ticket, 'upload'),
  handle: (input, context, found) => uploadAnswer(context, found, input.sent),
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

function fileFor(
  context: Context,
  { query: { applicationId }, path }: OnOne<'id'>,
  level: GrantLevel,
): ContainerRecord {
  const found = findFile(context.store, selectedApplication(context, applicationId).id, path.id)
  requireLevel(context, found, level)
  return found
}

function toFile(context: Context, found: ContainerRecord) {
  context.assume('A222')
  context.assume('A21')
  const held = context.store.table(fileContents).get(fileContentKey(found.id))
  return {
    id: found.id,
    applicationId: found.applicationId,
    parentContainerId: found.parentContainerId,
    name: found.name,
    contentType: held?.contentType,
    size: held?.size,
    createdAt: formatInstant(found.createdAt),
    updatedAt: held === undefined ? undefined : formatInstant(held.updatedAt),
  }
}

/** The bytes for whoever saves them: a browser neither guesses what they are nor runs them at this address. */
function blobAnswer(found: ContainerRecord, held: FileContentRecord) {
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

function uploadAnswer(context: Context, found: ContainerRecord, sent: SentBytes | undefined) {
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

function addressAnswer(context: Context, found: ContainerRecord, purpose: TransferPurpose) {
  context.assume('A222')
  context.assume('A223')
  const { ticket, expiresAt } = issueTransfer(context.world, context.store, caller(context), found, purpose)
  const url = `${addressHere(context)}/file-transfers/${ticket}`
  const method = purpose === 'download' ? 'GET' : 'PUT'
  return { url, method, expiresAt: formatInstant(expiresAt) }
}

/** The address of the interface as the caller can ask it again, in this world; a path where no host is known. */
function addressHere({ baseUrl, host, worldName }: Context): string {
  const world = worldName === 'default' ? '' : `/_world/${encodeURIComponent(worldName)}`
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)?(.*)$/.exec(baseUrl) ?? []
  const reached = origin === '' && host !== undefined ? `http://${host}` : origin
  return `${URL.canParse(reached) ? reached : ''}${world}${path}`
}
