/** The sections of a world: their order, and what makes two entries of different files the same entry. */
import type { SectionName } from './format.ts'

/** Every section, those first that others refer to. */
export const SECTION_NAMES = [
  'organizations',
  'users',
  'sites',
  'accountLinks',
  'tokens',
  'sessions',
  'spaces',
  'pages',
  'workspaces',
  'files',
  'settings',
  'propertyNames',
  'types',
  'excelAttachments',
  'externalProperties',
  'requirements',
  'sequences',
  'baselines',
  'matrices',
  'projects',
  'issueTypes',
  'issues',
  'integrations',
  'links',
  'trackerTexts',
  'customFields',
  'trackerMessages',
  'testCaseLinks',
  'issueTemplates',
  'outboundMessages',
  'linkRequests',
  'templates',
  'dashboards',
  'rules',
  'importJobs',
  'invitations',
] as const satisfies readonly SectionName[]

/** A set of fields that identify an entry. */
export interface Identity {
  /** Fields that must be equal, or absent in both; the first must be given. */
  readonly by: readonly string[]
  /** Fields that must be equal where both entries give them. */
  readonly agree?: readonly string[]
}

/** The identities of each section, strongest first. Entries that give different ids are never the same. */
export const IDENTITIES: { readonly [S in SectionName]: readonly Identity[] } = {
  organizations: [{ by: ['id'] }, { by: ['name'] }],
  users: [{ by: ['id'] }, { by: ['name'] }],
  sites: [{ by: ['id'] }, { by: ['name'] }],
  accountLinks: [{ by: ['user', 'site'] }],
  tokens: [{ by: ['id'] }, { by: ['name', 'user'] }],
  sessions: [{ by: ['value'] }],
  spaces: [{ by: ['container'] }, { by: ['key'], agree: ['site'] }],
  pages: [{ by: ['id'] }, { by: ['container'] }, { by: ['title'], agree: ['space'] }],
  workspaces: [{ by: ['id'] }, { by: ['container'] }, { by: ['key'], agree: ['site'] }],
  files: [{ by: ['container'] }, { by: ['name'], agree: ['workspace'] }],
  settings: [{ by: ['name'], agree: ['site'] }],
  propertyNames: [{ by: ['id'] }, { by: ['name'], agree: ['space'] }],
  types: [{ by: ['id'] }, { by: ['name'], agree: ['space'] }],
  excelAttachments: [{ by: ['id'] }, { by: ['fileName'], agree: ['space', 'page'] }],
  externalProperties: [{ by: ['id'] }, { by: ['name'], agree: ['site'] }],
  requirements: [{ by: ['id'] }, { by: ['key', 'variant', 'baseline'], agree: ['space', 'workspace'] }],
  sequences: [{ by: ['prefix', 'space', 'workspace'] }],
  baselines: [{ by: ['id'] }, { by: ['number'], agree: ['space'] }],
  matrices: [{ by: ['id'] }, { by: ['name'], agree: ['space'] }],
  projects: [{ by: ['id'] }, { by: ['container'] }, { by: ['key'], agree: ['site'] }],
  issueTypes: [{ by: ['id'] }, { by: ['name'], agree: ['site'] }],
  issues: [{ by: ['id'] }, { by: ['container'] }, { by: ['key'], agree: ['project'] }],
  integrations: [{ by: ['serviceId'] }],
  links: [{ by: ['id'] }, { by: ['issue', 'requirement', 'relationship', 'baseline'] }],
  trackerTexts: [{ by: ['requirement', 'integration', 'baseline'] }],
  customFields: [{ by: ['id'] }],
  trackerMessages: [{ by: ['id'] }],
  testCaseLinks: [{ by: ['id'] }, { by: ['testCase', 'requirement', 'relationship'] }],
  issueTemplates: [{ by: ['id'] }, { by: ['title'], agree: ['space'] }],
  outboundMessages: [{ by: ['id'] }],
  linkRequests: [{ by: ['application', 'organization'] }],
  templates: [{ by: ['id'] }, { by: ['name'], agree: ['space', 'workspace'] }],
  dashboards: [{ by: ['id'] }, { by: ['name'], agree: ['space', 'workspace'] }],
  rules: [{ by: ['id'] }, { by: ['name'], agree: ['space', 'workspace'] }],
  importJobs: [{ by: ['id'] }],
  invitations: [{ by: ['id'] }, { by: ['email', 'organization'] }],
}

/** Fields that hold a number of their own: where two entries give different ones they are two entries. */
export const ID_FIELDS = ['id', 'container'] as const
