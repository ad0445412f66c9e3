/** The sections of a world: their order, what their entries need, and what makes two entries of different files the same entry. */
import type { SectionName } from './format.ts'

/** A set of fields that identify an entry. */
export interface Identity {
  /** Fields that must be equal, or absent in both; the first must be given. */
  readonly by: readonly string[]
  /** Fields that must be equal if both entries have them. */
  readonly agree?: readonly string[]
}

/** What merging knows of a section. */
interface Section {
  /** The fields that a complete entry must have; a test holds them against the format. */
  readonly required: readonly string[]
  /** Strongest first. Entries that give different ids are never the same. */
  readonly identities: readonly Identity[]
}

const ID: Identity = { by: ['id'] }
const CONTAINER: Identity = { by: ['container'] }

/** Every section, those first that others refer to. */
export const SECTIONS: { readonly [S in SectionName]: Section } = {
  organizations: { required: ['name'], identities: [ID, { by: ['name'] }] },
  users: { required: ['name'], identities: [ID, { by: ['name'] }] },
  sites: { required: ['name', 'type', 'baseUrl', 'organization'], identities: [ID, { by: ['name'] }] },
  accountLinks: { required: ['user', 'site'], identities: [{ by: ['user', 'site'] }] },
  tokens: { required: ['user', 'name', 'value'], identities: [ID, { by: ['name', 'user'] }] },
  sessions: { required: ['user', 'value'], identities: [ID, { by: ['value'] }] },
  spaces: { required: ['site', 'key', 'name'], identities: [CONTAINER, { by: ['key'], agree: ['site'] }] },
  pages: { required: ['space', 'title'], identities: [ID, CONTAINER, { by: ['title'], agree: ['space'] }] },
  workspaces: {
    required: ['site', 'key', 'name'],
    identities: [ID, CONTAINER, { by: ['key'], agree: ['site'] }],
  },
  files: { required: ['workspace', 'name'], identities: [CONTAINER, { by: ['name'], agree: ['workspace'] }] },
  settings: { required: ['site', 'name', 'value'], identities: [{ by: ['name'], agree: ['site'] }] },
  propertyNames: { required: ['space', 'name'], identities: [ID, { by: ['name'], agree: ['space'] }] },
  types: { required: ['space', 'name', 'pattern'], identities: [ID, { by: ['name'], agree: ['space'] }] },
  excelAttachments: {
    required: ['space', 'fileName'],
    identities: [ID, { by: ['fileName'], agree: ['space', 'page'] }],
  },
  externalProperties: {
    required: ['site', 'name', 'dataType'],
    identities: [ID, { by: ['name'], agree: ['site'] }],
  },
  requirements: {
    required: ['key'],
    identities: [ID, { by: ['key', 'variant', 'baseline'], agree: ['space', 'workspace'] }],
  },
  sequences: { required: ['prefix', 'value'], identities: [{ by: ['prefix', 'space', 'workspace'] }] },
  baselines: {
    required: ['space', 'number', 'name'],
    identities: [ID, { by: ['number'], agree: ['space'] }],
  },
  matrices: { required: ['space', 'name', 'columns'], identities: [ID, { by: ['name'], agree: ['space'] }] },
  projects: {
    required: ['site', 'key', 'name'],
    identities: [ID, CONTAINER, { by: ['key'], agree: ['site'] }],
  },
  issueTypes: { required: ['site', 'name'], identities: [ID, { by: ['name'], agree: ['site'] }] },
  issues: {
    required: ['project', 'key', 'type', 'summary'],
    identities: [ID, CONTAINER, { by: ['key'], agree: ['project'] }],
  },
  integrations: { required: ['serviceId', 'wiki', 'tracker'], identities: [{ by: ['serviceId'] }] },
  links: {
    required: ['issue', 'requirement'],
    identities: [ID, { by: ['issue', 'requirement', 'relationship', 'baseline'] }],
  },
  trackerTexts: {
    required: ['integration', 'requirement'],
    identities: [{ by: ['requirement', 'integration', 'baseline'] }],
  },
  customFields: { required: ['id', 'site', 'name'], identities: [ID] },
  trackerMessages: { required: ['integration', 'operation', 'issue'], identities: [ID] },
  testCaseLinks: {
    required: ['requirement', 'testCase', 'status'],
    identities: [ID, { by: ['testCase', 'requirement', 'relationship'] }],
  },
  issueTemplates: {
    required: ['space', 'title', 'integration', 'project', 'type'],
    identities: [ID, { by: ['title'], agree: ['space'] }],
  },
  outboundMessages: { required: ['integration', 'operation'], identities: [ID] },
  linkRequests: {
    required: ['application', 'organization', 'createdBy'],
    identities: [{ by: ['application', 'organization'] }],
  },
  templates: {
    required: ['name', 'content'],
    identities: [ID, { by: ['name'], agree: ['space', 'workspace'] }],
  },
  dashboards: { required: ['name'], identities: [ID, { by: ['name'], agree: ['space', 'workspace'] }] },
  rules: { required: ['name', 'kind'], identities: [ID, { by: ['name'], agree: ['space', 'workspace'] }] },
  importJobs: { required: ['site', 'createdBy'], identities: [ID] },
  invitations: {
    required: ['organization', 'email', 'createdBy'],
    identities: [ID, { by: ['email', 'organization'] }],
  },
}

export const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[]

/** Fields that hold an id: entries with different ids are different entries. */
export const ID_FIELDS = ['id', 'container'] as const
