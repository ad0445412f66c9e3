// The page of the demo: everything that people write tests and tutorials against, read from the world itself.

import { frozenRows, frozenSetsOf } from '../../src/model/finding/requirements/frozen.ts'
import { applications, linkRequests } from '../../src/model/records/service/applications.ts'
import { baselines } from '../../src/model/records/wiki/baselines.ts'
import { type ContainerRecord, containers } from '../../src/model/records/service/containers.ts'
import { excelAttachments } from '../../src/model/records/wiki/excel.ts'
import { integrations } from '../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../src/model/records/tracker/issue-links.ts'
import { issues, issueTypes, issueTemplates } from '../../src/model/records/tracker/tracker.ts'
import { outboundMessages } from '../../src/model/records/tracker/outbound-messages.ts'
import { invitations, memberships, organizations } from '../../src/model/records/service/organizations.ts'
import { pages } from '../../src/model/records/wiki/pages.ts'
import { propertyNames } from '../../src/model/records/wiki/property-names.ts'
import {
  externalPropertyMetadata,
  type RequirementRecord,
  requirements,
  testCaseLinks,
} from '../../src/model/records/wiki/requirements.ts'
import { matrices } from '../../src/model/records/wiki/matrices.ts'
import { requirementTypes } from '../../src/model/records/wiki/types.ts'
import { accountLinks, administrators, grants, users } from '../../src/model/records/service/users.ts'
import { variants } from '../../src/model/records/wiki/variants.ts'
import type { ResolvedScenario, Sections } from '../../src/scenario/format/format.ts'
import { formatInstant } from '../../src/world/time/duration.ts'
import type { Store } from '../../src/world/store/store.ts'
import type { World } from '../../src/world/world.ts'
import { code, page, prose, table } from '../../src/docs/markdown.ts'
import { GENERATED } from './page-group.ts'

/** The text of the page; `world` is the one that the scenario describes. */
export function demoWorldPage(scenario: ResolvedScenario, world: World): string {
  const { us = {}, ...eu } = scenario.world
  const store = world.region('eu')
  return page(
    GENERATED,
    '# The demo world',
    `${scenario.description ?? ''}. This is what \`createSimulator({ scenario: 'demo' })\` and \`npm start\` begin with. Its clock starts at ${code(formatInstant(world.clock.start))}. Ids, keys, names and tokens stay as they are from version to version, so that tests and tutorials can name them; whatever is new gets ids of its own. \`GET /_sim/state/TABLE\` shows the records of a running world.`,
    '## People',
    'The password of each is the name. The cookie signs in to the interfaces embedded in the wiki and the tracker.',
    peopleTable(store, eu),
    '**Tokens** go into `Authorization: Bearer …`, and into `X-Api-Key` at the hosted addresses.',
    tokenTable(eu),
    ...waitingParts(store),
    '## Sites, spaces and projects',
    ...placeTables(store),
    '## Requirements',
    ...requirementParts(store),
    ...wikiParts(store),
    ...trackerParts(store),
    '## Region us',
    'The regions share nothing. This one answers at `/us/api` and `/us/wiki`.',
    peopleTable(world.region('us'), us),
    tokenTable(us),
    ...placeTables(world.region('us')),
    ...requirementParts(world.region('us')),
  )
}

const INTERFACES: Readonly<Record<string, string>> = { CONFLUENCE: '/wiki', JIRA: '/tracker', STANDALONE: '' }

function peopleTable(store: Store, sections: Sections): string {
  const cookiesOf = (id: number, name: string) =>
    (sections.sessions ?? [])
      .filter(({ user }) => user === name || user === id)
      .map(({ value }) => code(`JSESSIONID=${value}`))
  return table(
    ['Id', 'Name', 'Who', 'Member of', 'Administers', 'Linked to', 'Cookie'],
    [...store.table(users).scan()].map(({ id, name, displayName }) => [
      String(id),
      code(name),
      displayName,
      [...store.table(memberships).range('user', [id])]
        .map(({ organizationId, role }) => `${organizationId}${role === 'admin' ? ' (administrator)' : ''}`)
        .join(', '),
      [...store.table(administrators).scan()]
        .filter(({ userId }) => userId === id)
        .map(({ applicationId }) => applicationId)
        .join(', '),
      [...store.table(accountLinks).range('user', [id])].map(({ applicationId }) => applicationId).join(', '),
      cookiesOf(id, name).join(', '),
    ]),
  )
}

function tokenTable(sections: Sections): string {
  return table(
    ['Token', 'User', 'Good for', 'Expires'],
    (sections.tokens ?? []).map(({ value, user, application, expires = '' }) => [
      code(value),
      String(user),
      application === undefined ? 'all sites' : `site ${siteId(sections, application)} alone`,
      expires,
    ]),
  )
}

/** What waits for the answer of somebody, or of an organization. */
function waitingParts(store: Store): string[] {
  return [
    ...[...store.table(invitations).scan()].map(
      ({ id, organizationId, email, role, createdBy, expiresAt }) =>
        `Invitation ${id}: ${userName(store, createdBy)} invites ${code(email)} to organization ${organizationId} as ${role}; it expires at ${code(formatInstant(expiresAt))}.`,
    ),
    ...[...store.table(linkRequests).scan()].map(
      ({ applicationId, organizationId, status, createdBy }) =>
        `Link request: ${userName(store, createdBy)} asks organization ${organizationId} to let application ${applicationId} join; it is ${status}.`,
    ),
  ]
}

const siteId = (sections: Sections, reference: string | number) =>
  (sections.sites ?? []).find(({ id, name }) => id === reference || name === reference)?.id ?? reference

function placeTables(store: Store): string[] {
  const found = [...store.table(containers).scan()]
  const projects = found.filter(({ level }) => level === 'PROJECT')
  const documents = found.filter(({ type }) => type === 'PAGE' || type === 'FILE')
  return [
    table(
      ['Organization', 'Name'],
      [...store.table(organizations).scan()].map(({ id, name }) => [String(id), name]),
    ),
    table(
      ['Application', 'Name', 'Type', 'Organization', 'Base address', 'Served at'],
      [...store.table(applications).scan()].map((site) => [
        String(site.id),
        site.name,
        site.type,
        String(site.organizationId),
        code(site.baseUrl),
        site.selfHosted ? code(INTERFACES[site.type] ?? '') : '',
      ]),
    ),
    table(
      ['Container', 'Type', 'Key', 'Name', 'Application', 'Edited by', 'Read by', 'Variants'],
      projects.map((project) => [
        String(project.id),
        project.type,
        code(project.key ?? ''),
        project.name,
        String(project.applicationId),
        grantees(store, project, 'edit'),
        grantees(store, project, 'read'),
        [...store.table(variants).scan()]
          .filter(({ projectContainerId }) => projectContainerId === project.id)
          .map(({ id, name, current }) => `${id} ${name}${current ? ' (current)' : ''}`)
          .join(', '),
      ]),
    ),
    table(
      ['Container', 'Type', 'Name', 'Page id', 'Below'],
      documents.map(({ id, type, name, pageId, parentContainerId }) => [
        String(id),
        type,
        name,
        pageId === undefined ? '' : String(pageId),
        String(parentContainerId),
      ]),
    ),
  ]
}

function grantees(store: Store, project: ContainerRecord, level: string): string {
  return [...store.table(grants).scan()]
    .filter((grant) => grant.containerId === project.id && grant.level === level)
    .map(({ userId }) => userName(store, userId))
    .join(', ')
}

const userName = (store: Store, id: number | undefined) =>
  id === undefined ? '' : (store.table(users).get(id)?.name ?? '')

function requirementParts(store: Store): string[] {
  const rows = [...store.table(requirements).scan()].filter(({ status }) => status !== 'ARCHIVED')
  const links = [...store.table(pages).scan()].filter((document) => document.links.length > 0)
  return [
    table(
      ['Id', 'Key', 'Where', 'Status', 'Defined by', 'Properties', 'Depends on', 'Text'],
      rows.map((row) => [
        String(row.id),
        code(row.key),
        placeOf(store, row),
        row.status,
        row.originContainerId === undefined
          ? ''
          : (store.table(containers).get(row.originContainerId)?.name ?? ''),
        propertiesOf(store, row),
        row.dependencies.map(({ relationship, key }) => `${relationship} ${key}`).join(', '),
        prose(row.text),
      ]),
    ),
    ...links.map(
      (document) =>
        `Page ${document.id} links to ${document.links.map(({ key }) => code(key)).join(' and ')}.`,
    ),
  ]
}

function placeOf(store: Store, row: RequirementRecord): string {
  const variant = store.table(variants).get(row.variantId)
  return variant?.current === false ? `${row.spaceKey}, variant ${variant.name}` : row.spaceKey
}

function propertiesOf(store: Store, row: RequirementRecord): string {
  return [
    ...row.properties.map(({ key, value }) => `${key} ${value}`),
    ...row.externalProperties.map(
      ({ metadataId, value }) =>
        `${store.table(externalPropertyMetadata).get(metadataId)?.name ?? ''} ${value} (external)`,
    ),
  ].join(', ')
}

function wikiParts(store: Store): string[] {
  return [
    '## Baselines',
    table(
      ['Id', 'Space', 'Number', 'Name', 'Status', 'Page', 'Query', 'Follows', 'Frozen copies'],
      [...store.table(baselines).scan()].map((baseline) => [
        String(baseline.id),
        baseline.spaceKey,
        String(baseline.number),
        baseline.name,
        baseline.status,
        String(baseline.pageId ?? ''),
        baseline.searchQuery === undefined ? '' : code(baseline.searchQuery),
        String(baseline.parentBaseline ?? ''),
        [...frozenSetsOf(store, baseline.projectContainerId, baseline.number)]
          .flatMap((set) => [...frozenRows(store, set)])
          .map(({ id, key }) => `${key} (${id})`)
          .join(', '),
      ]),
    ),
    "A requirement that is no frozen copy shows the highest number of its space, whatever that baseline's status. Searches leave frozen copies out unless they ask for them.",
    '## What else the wiki knows',
    table(['Kind', 'Id', 'Space', 'Name', 'What it is'], configurationRows(store)),
  ]
}

function configurationRows(store: Store): string[][] {
  const spaceOf = (id: number) => store.table(containers).get(id)?.key ?? ''
  return [
    ...[...store.table(externalPropertyMetadata).scan()].map(({ id, name, dataType }) => [
      'external property',
      String(id),
      'all',
      name,
      dataType,
    ]),
    ...[...store.table(propertyNames).scan()].map(({ id, projectContainerId, name, dataType }) => [
      'property name',
      String(id),
      spaceOf(projectContainerId),
      name,
      dataType,
    ]),
    ...[...store.table(requirementTypes).scan()].map(({ id, projectContainerId, name, pattern }) => [
      'type',
      String(id),
      spaceOf(projectContainerId),
      name,
      code(pattern),
    ]),
    ...[...store.table(excelAttachments).scan()].map((file) => [
      'Excel attachment',
      String(file.id),
      spaceOf(file.projectContainerId),
      file.fileName,
      `of page ${file.pageId ?? ''}, ${file.integrationState}; gave ${importedKeys(store, file.id)}`,
    ]),
    ...[...store.table(matrices).scan()].map(({ id, projectContainerId, name, query, columns }) => [
      'matrix',
      String(id),
      spaceOf(projectContainerId),
      name,
      `${code(query)}; columns ${columns.map(({ label }) => label).join(', ')}`,
    ]),
    ...[...store.table(issueTemplates).scan()].map((template) => [
      'issue template',
      String(template.id),
      spaceOf(template.projectContainerId),
      template.title,
      `issues of type ${template.issueTypeId} in project ${template.projectId}, linked as ${template.relationship}`,
    ]),
    ...[...store.table(testCaseLinks).scan()].map((link) => [
      'test case',
      String(link.id),
      store.table(requirements).get(link.requirementId)?.spaceKey ?? '',
      link.testCaseKey,
      `version ${link.version} ${link.relationship} ${store.table(requirements).get(link.requirementId)?.key ?? ''}: ${link.status}`,
    ]),
  ]
}

const importedKeys = (store: Store, attachmentId: number) =>
  [...store.table(requirements).scan()]
    .filter(({ excelAttachmentId }) => excelAttachmentId === attachmentId)
    .map(({ key }) => key)
    .join(', ')

function trackerParts(store: Store): string[] {
  return [
    '## The tracker, and what joins it to the wiki',
    table(
      ['Integration', 'Wiki', 'Tracker', "The wiki's link id", "The tracker's link id", 'Mode', 'Version'],
      [...store.table(integrations).scan()].map((integration) => [
        code(integration.serviceId),
        String(integration.wikiApplicationId),
        String(integration.trackerApplicationId),
        code(integration.wikiApplinkId),
        code(integration.trackerApplinkId),
        integration.mode,
        String(integration.version),
      ]),
    ),
    table(
      ['Issue', 'Key', 'Container', 'Type', 'Status', 'Summary'],
      [...store.table(issues).scan()].map(({ id, key, containerId, issueTypeId, status }) => [
        String(id),
        code(key),
        String(containerId),
        `${store.table(issueTypes).get(issueTypeId)?.name ?? ''} (${issueTypeId})`,
        status,
        store.table(containers).get(containerId)?.name ?? '',
      ]),
    ),
    table(
      ['Link', 'Issue', 'Relationship', 'Requirement', 'Known to'],
      [...store.table(issueLinks).scan()].map(({ id, wiki, tracker }) => [
        String(id),
        wiki?.issueKey ?? store.table(issues).get(tracker?.issueId ?? 0)?.key ?? '',
        (wiki ?? tracker)?.relationship ?? '',
        (wiki ?? tracker)?.key ?? 'none: the tracker lost the key',
        [...(wiki === undefined ? [] : ['wiki']), ...(tracker === undefined ? [] : ['tracker'])].join(', '),
      ]),
    ),
    table(
      ['Message', 'Towards', 'Operation', 'About', 'Made by', 'Status'],
      [...store.table(outboundMessages).scan()].map((message) => [
        String(message.id),
        code(message.serviceId),
        message.operation,
        message.title ?? '',
        userName(store, message.createdBy),
        message.status,
      ]),
    ),
  ]
}
