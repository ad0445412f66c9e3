/** Shapes of organizations, users, their credentials and sites. */
import * as z from 'zod'
import { applications, linkRequests } from '../../model/applications/records.ts'
import { invitations, memberships, organizations } from '../../model/organizations/records.ts'
import { accountLinks, administrators, grants, sessions, tokens, users } from '../../model/users/records.ts'
import { hash, id, instant, text, type ShapeOf } from './parts.ts'

/** Organizations, users, credentials and sites. */
export function shapePeople(shapeOf: ShapeOf): void {
  shapeOf(organizations, () => ({ id: id(), name: text(), createdAt: instant() }))
  shapeOf(memberships, () => ({ organizationId: id(), userId: id(), role: z.enum(['member', 'admin']) }))
  shapeOf(invitations, () => ({
    id: id(),
    organizationId: id(),
    email: text(),
    role: z.enum(['member', 'admin']),
    status: z.enum(['PENDING', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED']),
    createdAt: instant(),
    createdBy: id(),
    expiresAt: instant(),
    clockJobId: id().exactOptional(),
  }))
  shapeOf(users, () => ({
    id: id(),
    name: text(),
    displayName: text(),
    email: text(),
    accountId: text(),
    passwordHash: hash(),
  }))
  shapeOf(tokens, () => ({
    id: id(),
    userId: id(),
    name: text(),
    hash: hash(),
    createdAt: instant(),
    expiresAt: instant(),
    applicationId: id().exactOptional(),
  }))
  shapeOf(sessions, () => ({ hash: hash(), userId: id(), createdAt: instant() }))
  shapeOf(accountLinks, () => ({
    userId: id(),
    applicationId: id(),
    linked: z.boolean(),
    consented: z.boolean(),
  }))
  shapeOf(grants, () => ({ containerId: id(), userId: id(), level: z.enum(['read', 'edit']) }))
  shapeOf(administrators, () => ({ applicationId: id(), userId: id() }))
  shapeOf(applications, () => ({
    id: id(),
    name: text(),
    handle: text().exactOptional(),
    type: z.enum(['CONFLUENCE', 'JIRA', 'STANDALONE']),
    status: z.enum(['ACTIVE', 'DISABLED']),
    baseUrl: text(),
    organizationId: id(),
    selfHosted: z.boolean(),
  }))
  shapeOf(linkRequests, () => ({
    applicationId: id(),
    organizationId: id(),
    status: z.enum(['PENDING', 'APPROVED', 'REJECTED']),
    createdAt: instant(),
    createdBy: id(),
  }))
}
