/** The operations of the standalone interface that add, change and delete records, of wikis and trackers too. */
import type { StoredRecord } from '../references.ts'
import {
  type Declaration,
  type Declarations,
  numberField,
  type OperationDeclaration,
  renamed,
  textField,
} from './declaration.ts'

/** Required unless the credential is scoped to one application, which that of the console is not. */
const ofApplication: NonNullable<Declaration['query']> = (values, record) => ({
  applicationId: record['applicationId'] ?? values['applicationId'],
})
const inContainer = ({ applicationId: _applicationId, ...values }: StoredRecord) =>
  renamed(values, { projectContainerId: 'containerId' })
const hasRole = ({ role }: StoredRecord) => ({ role: String(role).toUpperCase() })
const isActive = ({ status, baseline }: StoredRecord) => status === 'ACTIVE' && baseline === undefined
const isMovable = ({ type }: StoredRecord) => ['WORKSPACE', 'FILE', 'PAGE'].includes(String(type))

const PLACE = [numberField('applicationId'), numberField('projectContainerId')] as const
const PROPERTY = ['name', 'dataType', 'enumValues'] as const
const TEMPLATE = ['name', 'description', 'type', 'content', 'sharedLevel'] as const
const DASHBOARD = ['name', 'description', 'widgets'] as const

export const STANDALONE_OPERATIONS: Declarations<OperationDeclaration> = {
  'add requirement': {
    operation: 'standalone.requirements.create',
    inputs: [...PLACE, 'key', 'html', 'originContainerId'],
    query: ofApplication,
    body: inContainer,
  },
  'change requirement': {
    operation: 'standalone.requirements.update',
    isFor: isActive,
    inputs: ['key', 'html'],
    path: { requirementId: 'id' },
    query: ofApplication,
  },
  'delete requirement': {
    operation: 'standalone.requirements.delete',
    isFor: isActive,
    path: { requirementId: 'id' },
    query: ofApplication,
  },
  'add variant': {
    operation: 'standalone.variants.create',
    inputs: [...PLACE, 'name', numberField('sourceVariantId', true)],
    query: ofApplication,
    body: ({ applicationId: _applicationId, ...variant }) => variant,
  },
  'change variant': {
    operation: 'standalone.variants.update',
    inputs: ['name', 'current'],
    path: { variantId: 'id' },
    query: ofApplication,
  },
  'delete variant': {
    operation: 'standalone.variants.delete',
    path: { variantId: 'id' },
    query: ofApplication,
  },
  'add container': {
    operation: 'standalone.containers.create',
    inputs: [numberField('applicationId'), 'type', 'name', 'key', 'parentContainerId'],
    query: ofApplication,
    body: inContainer,
  },
  'change container': {
    operation: 'standalone.containers.update',
    isFor: isMovable,
    inputs: ['name', 'parentContainerId'],
    path: { containerId: 'id' },
    query: ofApplication,
  },
  'delete container': {
    operation: 'standalone.containers.delete',
    isFor: isMovable,
    path: { containerId: 'id' },
    query: ofApplication,
  },
  'add externalPropertyMetadata': {
    operation: 'standalone.externalProperties.create',
    inputs: [numberField('applicationId'), ...PROPERTY],
    query: ofApplication,
    body: inContainer,
  },
  'change externalPropertyMetadata': {
    operation: 'standalone.externalProperties.update',
    inputs: PROPERTY,
    query: ofApplication,
  },
  'delete externalPropertyMetadata': {
    operation: 'standalone.externalProperties.delete',
    query: ofApplication,
  },
  'add template': {
    operation: 'standalone.template.create',
    inputs: [...PLACE, ...TEMPLATE],
    query: ofApplication,
    body: inContainer,
  },
  'change template': {
    operation: 'standalone.template.update',
    inputs: TEMPLATE,
    path: { templateId: 'id' },
    query: ofApplication,
  },
  'delete template': {
    operation: 'standalone.template.delete',
    path: { templateId: 'id' },
    query: ofApplication,
  },
  'add dashboard': {
    operation: 'standalone.dashboard.create',
    inputs: [...PLACE, ...DASHBOARD],
    query: ofApplication,
    body: inContainer,
  },
  'change dashboard': {
    operation: 'standalone.dashboard.update',
    inputs: DASHBOARD,
    path: { dashboardId: 'id' },
    query: ofApplication,
  },
  'delete dashboard': {
    operation: 'standalone.dashboard.delete',
    path: { dashboardId: 'id' },
    query: ofApplication,
  },
  'add organization': { operation: 'standalone.organization.create', inputs: ['name'] },
  'change organization': {
    operation: 'standalone.organization.update',
    inputs: ['name'],
    path: { organizationId: 'id' },
  },
  'delete organization': { operation: 'standalone.organization.delete', path: { organizationId: 'id' } },
  'change membership': { operation: 'standalone.member.update', inputs: ['role'], body: hasRole },
  'delete membership': { operation: 'standalone.member.remove' },
  'add invitation': {
    operation: 'standalone.invitation.create',
    inputs: [numberField('organizationId'), textField('email'), 'role'],
    body: (values) => ({ email: values['email'], ...hasRole(values) }),
  },
  'change invitation': {
    operation: 'standalone.invitation.update',
    inputs: ['role'],
    path: { invitationId: 'id' },
    body: hasRole,
  },
  'delete invitation': { operation: 'standalone.invitation.withdraw', path: { invitationId: 'id' } },
  'add linkRequest': {
    operation: 'standalone.linkRequest.create',
    inputs: [numberField('applicationId'), numberField('organizationId')],
    body: () => undefined,
  },
  'delete linkRequest': { operation: 'standalone.linkRequest.delete' },
  'delete token': { operation: 'standalone.credential.delete', path: { credentialId: 'id' } },
}
