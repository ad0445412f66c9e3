/** What a tracker keeps, as scenarios give it: what is wrong with an entry, and what it becomes. */
import { describe, expect, test } from 'vitest'
import { issueLinks } from '../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../src/model/records/tracker/outbound-messages.ts'
import { customFields, trackerTextId, trackerTexts } from '../../src/model/records/tracker/tracker.ts'
import { trackerMessages } from '../../src/model/records/tracker/inbound-messages.ts'
import { problemsOfText, worldOfText } from './support.ts'

/** Two wikis and two trackers; an integration joins the first of each. */
const TRACKER_WORLD = `
world:
  organizations: [{ name: Acme }]
  users: [{ id: 3, name: ann, organizations: [{ organization: Acme }] }]
  sites:
    - { id: 101, name: wiki, type: CONFLUENCE, baseUrl: https://wiki.acme.test/wiki, organization: Acme }
    - { id: 102, name: tracker, type: JIRA, baseUrl: https://tracker.acme.test, organization: Acme }
    - { id: 103, name: other, type: CONFLUENCE, baseUrl: https://other.acme.test/wiki, organization: Acme }
    - { id: 104, name: second, type: JIRA, baseUrl: https://second.acme.test, organization: Acme }
  spaces: [{ site: wiki, key: ENG, name: Engineering }, { site: other, key: OPS, name: Operations }]
  requirements: [{ space: ENG, key: A-1, text: Now }, { space: OPS, key: B-1 }]
  projects: [{ site: tracker, key: T, name: T }, { site: second, key: S, name: S }]
  issueTypes: [{ site: tracker, name: Bug }, { site: second, name: Bug }]
  issues:
    - { id: 11, project: T, key: T-1, type: Bug, summary: Broken }
    - { id: 12, project: S, key: S-1, type: Bug, summary: Elsewhere }
  integrations:
    - { serviceId: svc, wiki: wiki, tracker: tracker, wikiApplinkId: to-tracker, trackerApplinkId: to-wiki }
`
const withSections = (sections: string) => `${TRACKER_WORLD}  ${sections}\n`
const message = (fields: string) => `trackerMessages: [{ integration: svc, operation: ${fields} }]`
const linked = (fields: string) => `links: [{ issue: T-1, requirement: ENG/A-1, ${fields} }]`
const waiting = (operation: string) => `outboundMessages: [{ integration: svc, operation: ${operation} }]`
const customField = (site: string) => `customFields: [{ id: customfield_1, site: ${site}, name: Hours }]`
const text = (fields: string) => `trackerTexts: [{ integration: svc, ${fields} }]`
const template = (fields: string) =>
  `issueTemplates: [{ space: ENG, title: T, integration: svc, project: T, type: Bug, ${fields} }]`

const otherWiki = (space: string) => `integration 'svc' is of another wiki than space '${space}'`

describe('problems are reported with their place', () => {
  test.each<[string, string]>([
    ['customFields: [{ site: tracker, name: Hours }]', "customFields[0]: 'id' is missing"],
    ['customFields: [{ id: hours, site: tracker, name: Hours }]', 'id: must be customfield_ and a number'],
    [customField('wiki'), "site: site 'wiki' is of type CONFLUENCE, but must be JIRA"],
    [customField('traker'), "site: no site 'traker'; did you mean 'tracker'?"],
    [
      'customFields: [{ id: customfield_1, site: tracker, name: A }, { id: customfield_1, site: second, name: B }]',
      'customFields[1]: appears twice in this file',
    ],
    [message('ADD_LINKS, issue: T-1'), "did you mean 'ADD_LINK'?"],
    [message('RESET_LINKS'), "trackerMessages[0]: 'issue' is missing"],
    [message('ADD_LINK, issue: T-1'), 'requirement: is missing: ADD_LINK needs it'],
    [message('ISSUE_MOVED, issue: T-1'), 'newIssue: is missing: ISSUE_MOVED needs it'],
    [message('ISSUE_RENAMED, issue: T-1, newIssue: T-1'), "newIssue: must be another key than 'T-1'"],
    [
      message('ISSUE_RENAMED, issue: T-0, newIssue: T-1, requirement: ENG/A-1'),
      'requirement: is not used by ISSUE_RENAMED',
    ],
    [
      message('ADD_LINK, issue: T-2, requirement: ENG/A-1'),
      "issue: no issue of the tracker 'T-2'; did you mean 'T-1'?",
    ],
    [message('RESET_LINKS, issue: S-1'), "issue: no issue of the tracker 'S-1'"],
    [message('ISSUE_RENAMED, issue: T-0, newIssue: T-9'), "newIssue: no issue of the tracker 'T-9'"],
    [
      message('ADD_LINK, issue: T-1, requirement: ENG/A-2'),
      "requirement: no requirement 'A-2' in space 'ENG'; did you mean 'A-1'?",
    ],
    [message('ADD_LINK, issue: T-1, requirement: OPS/B-1'), otherWiki('OPS')],
    [
      message('ADD_LINK, issue: T-1, requirement: ENG/A-1, baseline: 2'),
      "baseline: no baseline of space 'ENG' '2'",
    ],
    [message('RESET_LINKS, issue: T-1, baseline: 2'), "baseline: needs 'requirement'"],
    [message('RESET_LINKS, issue: T-1, createdBy: anne'), "did you mean 'ann'?"],
    [message('RESET_LINKS, issue: T-1, createdAt: monday'), 'createdAt: must be an instant'],
    [
      'trackerMessages: [{ integration: svv, operation: RESET_LINKS, issue: T-1 }]',
      "integration: no integration 'svv'; did you mean 'svc'?",
    ],
    [text('requirement: ENG/OLD'), "trackerTexts[0].text: is missing: give 'text' or 'html'"],
    [text('requirement: ENGG/OLD, text: x'), "requirement: no space 'ENGG'; did you mean 'ENG'?"],
    [text('requirement: OLD, text: x'), 'needs the space: SPACE/OLD'],
    [text('requirement: OPS/OLD, text: x'), otherWiki('OPS')],
    [linked('faces: wiki, inTracker: { baseline: 2 }'), "inTracker: 'inTracker' is for the tracker side"],
    [linked('faces: tracker, inWiki: { issue: T-9 }'), "inWiki: 'inWiki' is for the wiki side"],
    [
      linked('lostKey: true, inTracker: { requirement: ENG/OLD }'),
      "inTracker.requirement: conflicts with 'lostKey'",
    ],
    [linked('inTracker: { requirement: ENGG/OLD }'), "did you mean 'ENG'?"],
    [
      linked('inTracker: { requirement: OPS/B-1 }'),
      "inTracker.requirement: space 'OPS' is of another wiki than the link",
    ],
    [
      waiting('REQUIREMENT_RENAMED, requirement: ENG/A-1, movedTo: { space: EN, key: C }'),
      "movedTo.space: no space 'EN'; did you mean 'ENG'?",
    ],
    [waiting('BASELINE_UPDATED, space: ENG, baseline: 7'), "baseline: no baseline of space 'ENG' '7'"],
    [
      waiting('REQUIREMENT_UPDATED, space: ENG, requirement: ENG/A-1'),
      "space: 'requirement' already names the space",
    ],
    [waiting('CREATE_ISSUE, template: 1, space: OPS'), otherWiki('OPS')],
    [
      waiting('REQUIREMENT_RENAMED, requirement: ENG/A-1, movedTo: { space: ENG, key: A-1 }'),
      ".movedTo: must be another place than 'ENG/A-1'",
    ],
    [template("fields: '{'"), "fields: fields '{': must be JSON"],
    [template("fields: '[1]'"), "fields: fields '[1]': must be a JSON object as a text"],
    [template(`fields: '{"not a name":1}'`), "fields: fields names no field: 'not a name'"],
    [
      template(`fields: '{"summary":""}'`),
      "fields: fields.summary '': must be a text of 1 to 255 characters",
    ],
    [template(`fields: '{"labels":"urgent"}'`), "fields: fields.labels 'urgent': must be a list of texts"],
    [template(`fields: '{"cost":1e400}'`), 'fields: fields holds a number beyond 2^53 - 1'],
    [
      template(`fields: '${'{"a":'.repeat(17)}1${'}'.repeat(17)}'`),
      'fields: is nested deeper than 16 levels',
    ],
    [
      template("projectMetadata: 'null'"),
      "projectMetadata: projectMetadata 'null': must be a JSON object as a text",
    ],
  ])('%s', async (sections, problem) => {
    const lines = await problemsOfText(withSections(sections))
    expect(lines).toEqual([expect.stringContaining(problem)])
    expect(lines[0]).toMatch(/^test\.yaml:\d+:\d+ /)
  })

  const problemsOfMessage = (operation: string, fields: string) =>
    problemsOfText(withSections(waiting(fields === '' ? operation : `${operation}, ${fields}`)))

  test.each([
    ['LINK_ADDED', 'requirement: ENG/A-1, relationship: tests', 'issue'],
    ['LINK_REMOVED', 'requirement: ENG/A-1, issue: T-1', 'relationship'],
    ['LINK_ADDED', 'issue: T-1, relationship: tests', 'requirement'],
    ['REQUIREMENT_UPDATED', '', 'requirement'],
    ['REQUIREMENT_DELETED', 'issue: T-1', 'requirement'],
    ['REQUIREMENT_RENAMED', 'requirement: ENG/A-1', 'movedTo'],
    ['BASELINE_UPDATED', 'space: ENG', 'baseline'],
    ['CREATE_ISSUE', 'requirement: ENG/A-1', 'template'],
  ])('a message %s with { %s } lacks %s', async (operation, fields, missing) => {
    expect(await problemsOfMessage(operation, fields)).toEqual([
      expect.stringContaining(`.${missing}: is missing: ${operation} needs it`),
    ])
  })

  test.each([
    ['REQUIREMENT_UPDATED', 'requirement: ENG/A-1, movedTo: { space: ENG, key: C }', 'movedTo'],
    ['REQUIREMENT_UPDATED', 'requirement: ENG/A-1, relationship: tests', 'relationship'],
    ['LINK_ADDED', 'requirement: ENG/A-1, issue: T-1, relationship: tests, template: 1', 'template'],
  ])('a message %s with { %s } does not use %s', async (operation, fields, unused) => {
    expect(await problemsOfMessage(operation, fields)).toEqual([
      expect.stringContaining(`.${unused}: is not used by ${operation}`),
    ])
  })

  test('a key of the past is one that another message of the same integration speaks of', async () => {
    const messages = (second: string) =>
      withSections(`trackerMessages:
    - { integration: svc, operation: ADD_LINK, issue: T-7, requirement: ENG/A-1 }
    - { integration: ${second}, operation: ISSUE_RENAMED, issue: T-7, newIssue: T-8 }
    - { integration: ${second}, operation: ISSUE_MOVED, issue: T-8, newIssue: ${second === 'svc' ? 'T-1' : 'S-1'} }`)
    expect(await problemsOfText(messages('svc'))).toEqual([])
    const two = messages('svc2').replace(
      '  integrations:\n',
      '  integrations:\n    - { serviceId: svc2, wiki: wiki, tracker: second }\n',
    )
    expect(await problemsOfText(two)).toEqual([
      expect.stringContaining("trackerMessages[0].issue: no issue of the tracker 'T-7'"),
    ])
  })
})

test('entries become records', async () => {
  const world = await worldOfText(
    withSections(`baselines: [{ space: ENG, number: 2, name: R }]
  customFields:
    - { id: customfield_10200, site: tracker, name: Flight hours, type: number }
    - { id: customfield_10100, site: tracker, name: Found in firmware }
  trackerMessages:
    - { operation: ADD_LINK, integration: svc, issue: T-1, requirement: ENG/A-1, baseline: 2, relationship: tests, createdBy: ann }
    - { id: 9, operation: ISSUE_RENAMED, integration: svc, issue: T-0, newIssue: T-1, status: FAILED, attempts: 3, lastResponse: no, createdAt: 2025-12-31T23:00:00Z }
    - { operation: RESET_LINKS, integration: svc, title: Away, template: 4, issue: T-1 }
  trackerTexts:
    - { integration: svc, requirement: ENG/A-1, text: Before <that> }
    - { integration: svc, requirement: ENG/OLD, baseline: 7, html: <p>Long ago</p> }
  links:
    - { id: 1, issue: T-1, requirement: ENG/A-1, inWiki: { issue: T-0 }, inTracker: { requirement: ENG/OLD, relationship: blocks, baseline: 7, applinkId: of-before } }
    - { id: 2, issue: T-1, requirement: ENG/A-1, relationship: tests }
  outboundMessages:
    - { operation: REQUIREMENT_RENAMED, integration: svc, requirement: ENG/A-1, movedTo: { space: ENG, key: A-2 } }
    - { operation: BASELINE_UPDATED, integration: svc, space: ENG, baseline: 2 }`),
  )
  const store = world.region('eu')
  expect([...store.table(customFields).range('application', [102])]).toEqual([
    { id: 'customfield_10100', applicationId: 102, name: 'Found in firmware', type: 'string' },
    { id: 'customfield_10200', applicationId: 102, name: 'Flight hours', type: 'number' },
  ])
  const common = {
    serviceId: 'svc',
    applinkId: 'to-wiki',
    createdAt: world.now,
    status: 'PENDING',
    attempts: 0,
  }
  expect([...store.table(trackerMessages).scan()]).toEqual([
    {
      ...common,
      id: 9,
      operation: 'ISSUE_RENAMED',
      issueKey: 'T-0',
      newIssueKey: 'T-1',
      createdAt: Date.UTC(2025, 11, 31, 23),
      status: 'FAILED',
      attempts: 3,
      lastResponse: 'no',
    },
    {
      ...common,
      id: 10,
      operation: 'ADD_LINK',
      issueKey: 'T-1',
      spaceKey: 'ENG',
      key: 'A-1',
      baseline: 2,
      relationship: 'tests',
      createdBy: 3,
    },
    { ...common, id: 11, operation: 'RESET_LINKS', title: 'Away', templateId: 4, issueKey: 'T-1' },
  ])
  const text = (key: string, baseline: number | null) =>
    store.table(trackerTexts).get(trackerTextId('to-wiki', 'ENG', key, baseline))
  expect(text('A-1', null)).toMatchObject({ html: 'Before &lt;that&gt;', refreshedAt: world.now })
  expect(text('OLD', 7)).toMatchObject({ html: '<p>Long ago</p>' })
  expect([...store.table(issueLinks).scan()]).toMatchObject([
    {
      wiki: {
        applinkId: 'to-tracker',
        issueKey: 'T-0',
        spaceKey: 'ENG',
        key: 'A-1',
        relationship: 'implements',
      },
      tracker: { applinkId: 'of-before', issueId: 11, key: 'OLD', relationship: 'blocks', baseline: 7 },
    },
    { wiki: { issueKey: 'T-1', key: 'A-1' }, tracker: { applinkId: 'to-wiki', key: 'A-1', baseline: null } },
  ])
  expect([...store.table(outboundMessages).scan()]).toMatchObject([
    { operation: 'REQUIREMENT_RENAMED', spaceKey: 'ENG', key: 'A-1', newSpaceKey: 'ENG', newKey: 'A-2' },
    { operation: 'BASELINE_UPDATED', spaceKey: 'ENG', baseline: 2 },
  ])
})

test('a later file changes and removes entries that an earlier one gave', async () => {
  const base =
    withSections(`customFields: [{ id: customfield_1, site: tracker, name: A }, { id: customfield_2, site: tracker, name: B }]
  trackerMessages:
    - { id: 5, integration: svc, operation: RESET_LINKS, issue: T-1 }
    - { id: 6, integration: svc, operation: RESET_LINKS, issue: T-1 }
  trackerTexts: [{ integration: svc, requirement: ENG/A-1, text: First }, { integration: svc, requirement: ENG/A-1, baseline: 3, text: Frozen }]`)
  const world = await worldOfText(
    `extends: [base.yaml]
world:
  customFields: [{ id: customfield_1, type: date }, { id: customfield_2, remove: true }]
  trackerMessages: [{ id: 5, relationship: tests }, { id: 6, remove: true }]
  trackerTexts: [{ integration: svc, requirement: ENG/A-1, text: Second }]
`,
    { 'base.yaml': base },
  )
  const store = world.region('eu')
  expect([...store.table(customFields).scan()]).toEqual([
    { id: 'customfield_1', applicationId: 102, name: 'A', type: 'date' },
  ])
  expect([...store.table(trackerMessages).scan()]).toMatchObject([{ id: 5, relationship: 'tests' }])
  expect([...store.table(trackerTexts).scan()].map(({ html }) => html).sort()).toEqual(['Frozen', 'Second'])
})
