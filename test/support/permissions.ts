/** Who is refused what: one table for all operations, by the words in which a permission is declared. */
import type { Operation } from '../../src/api/framework/operation.ts'
import { type ExampleRequest, exampleRequest } from './examples.ts'

/**
 * What somebody gets who belongs to another organization than what the example is about: `refused` is 403 or 404, `own`
 * is an answer about the caller alone (404 where the example names something of somebody else), `varies` an answer
 * without what the caller may not see, or a refusal. `answered` is what everyone gets.
 */
export type Outsider = 'refused' | 'own' | 'varies' | 'answered'

export interface Permission {
  readonly outsider: Outsider
  /** Whether somebody who may read everything that the example is about is refused it. */
  readonly reader: 'refused' | 'answered' | 'varies'
}

const READING: Permission = { outsider: 'refused', reader: 'answered' }
const WRITING: Permission = { outsider: 'refused', reader: 'refused' }
const OWN: Permission = { outsider: 'own', reader: 'varies' }
const EVERYONE: Permission = { outsider: 'answered', reader: 'answered' }
const SIGNED_IN: Permission = { outsider: 'varies', reader: 'varies' }

const BY_WORDS: Readonly<Record<string, Permission>> = {
  'container read': READING,
  'container edit': WRITING,
  'organization member': READING,
  'organization admin': WRITING,
  'organization applications read': READING,
  'application read': READING,
  'link-request read': READING,
  'link-request create': WRITING,
  'link-request delete': WRITING,
  'space read': READING,
  'space read (rows without read are left out)': READING,
  'space edit': WRITING,
  'space edit; administrator if spaceKey is null': WRITING,
  // Issues that the caller may not read are counted as such.
  'space read and issue read': READING,
  'issue read': READING,
  'issue edit': WRITING,
  'project edit': WRITING,
  administrator: WRITING,
  'application link or administrator': WRITING,
  'owner of the message': WRITING,
  // What is shared may be read.
  owner: { outsider: 'refused', reader: 'varies' },
  'signed-in (own data)': OWN,
  'signed-in': SIGNED_IN,
  'signed-in (spaces without read are left out)': SIGNED_IN,
  'signed-in; starter or administrator to change': SIGNED_IN,
  'a ticket of a signed address': EVERYONE,
  none: EVERYONE,
  'none (anonymous allowed)': EVERYONE,
}

/** Operations of which more is known than their words tell. */
const BY_ID: Readonly<Record<string, Permission>> = {
  // Workspaces are made by any member of the organization, who may then edit them.
  'standalone.workspaces.create': READING,
  // The job of the demo is of no one container: only who started it and administrators see it.
  'standalone.jobs.read': WRITING,
  'standalone.organization.list': OWN,
  'standalone.organization.create': OWN,
  'standalone.telemetry.send': EVERYONE,
  // Whoever is signed in may look anybody up.
  'standalone.user.read': EVERYONE,
  'standalone.user.readAccount': READING,
}

/** What is declared of an operation; undefined for words that nobody has put into the table. */
export function permissionOf(operation: Operation): Permission | undefined {
  return BY_ID[operation.id] ?? BY_WORDS[operation.permission.words]
}

/** Somebody without anything in the organization that an example is about. */
export function outsiderOf(operation: Operation): string {
  return concernsContoso(operation) ? 'tok-alice' : 'tok-eve'
}

/** Somebody who may read what an example is about and change none of it. */
export function readerOf(operation: Operation): string {
  return concernsContoso(operation) ? 'tok-eve' : 'tok-bob'
}

function concernsContoso(operation: Operation): boolean {
  return exampleRequest(operation).path.includes('/organizations/2')
}

/** The example as somebody else sends it. */
export function exampleAs(operation: Operation, token: string): ExampleRequest {
  const request = exampleRequest(operation)
  const { authorization: _, ...headers } = request.headers
  const credential = 'x-api-key' in headers ? { 'x-api-key': token } : { authorization: `Bearer ${token}` }
  return { ...request, headers: { ...headers, ...credential } }
}
