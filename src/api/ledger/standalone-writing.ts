/** Choices of the standalone operations that write containers, variants, requirements and their links. */
import { type Entries, stated } from './entry.ts'

export const standaloneWritingEntries = {
  A203: {
    title: 'Making and changing containers',
    section: '2.1',
    behaviour:
      'POST takes {type, name, key, parentContainerId}. A wiki gets a PAGE below a space or page, which is a page of the wiki from then on; a standalone application a WORKSPACE or, below one, a FILE; everything else is made in its own product and refused with 400. It takes edit on what it goes below, and for a workspace membership in an organization of the application: who makes it may edit it. PUT takes {name, parentContainerId}; renaming a page saves it under the next version and changes nothing of its requirements, pages move within their space only, and two of them may have one title. Spaces, projects and issues cannot be changed or deleted here (409).',
    reason: 'Only the calls were seen; what a product owns is changed there.',
  },
  A204: {
    title: 'Deleting containers',
    section: '2.1',
    behaviour:
      'Refused with 409 while a container is below it, an ACTIVE requirement of any variant is in it or an import into it is under way. With a workspace go its variants, its members, its imports that ended, its dashboards, templates and rules, and the rows of its DELETED and MOVED requirements.',
    reason: 'No requirement should vanish by the way.',
  },
  A205: {
    title: 'Workspaces',
    section: '4.1',
    behaviour:
      'A workspace is {id, containerId, applicationId, name, key, createdAt}; id is its workspace id, not that of its container. POST takes {name, key}, where an absent key is WS and the id, PUT {name}. Other applications than standalone ones have none: their list is empty and creating is 400.',
    reason: 'The natural shape of what the service stores; only the calls were seen.',
  },
  A206: {
    title: 'Members of a workspace',
    section: '4.1',
    behaviour:
      'Each user with a permission on the workspace, by user id: {userId, name, displayName, level}, where level is READ or EDIT. Any user of the region can be added, with READ where no level is sent; one who is a member already is 409. Reading takes read on the workspace, changing takes edit, and the last member who may edit stays (409).',
    reason: 'Permissions are documented per container; members are who has them.',
  },
  A207: {
    title: 'Making, switching and deleting variants',
    section: '2.1',
    behaviour:
      'POST takes {projectContainerId, name, sourceVariantId}: the new variant begins with copies of the ACTIVE requirements of the source, the current variant where absent, without issue and test case links and of at most 12,000 (409). PUT takes {name, current}; current true makes it the current one: what its requirements say then stands on their pages, each of which gets a new version if it said something else, issue links and mentions mean its keys, and the tracker gets messages about linked requirements. What waited for its excerpt in the variant before is gathered first. Names are unique per project container, and what names a variant in queries follows its new name: matrices, baselines that are not frozen, dashboards and templates of the container, and of others where they name it with its key. The current variant cannot be deleted, nor one that a baseline keeps or is to freeze copies of or an import is under way into (409); others go with their requirements and the imports that ended.',
    reason: 'A variant is another state of the same requirements; only the calls were seen.',
  },
  A208: {
    title: 'Writing requirements by id',
    section: '4.1',
    behaviour:
      'POST takes {containerId, key, variantId, originContainerId, text or html, properties}: containerId is the project container, the variant is the current one where absent, and in the current variant the definition goes on the page that is the origin. PUT takes the same; what is absent stays, a list of properties replaces all inline ones, and a property whose text stays keeps its markup. External properties in the list of POST or PUT are not written; X-Sim-Ignored lists those that differ from what is there. Another key moves the requirement to a new row, whose id the response has, and is 409 outside the current variant; dependencies of others go on naming the old key, which dangles, as after a move in the wiki. containerId and variantId cannot be changed. DELETE lets it become DELETED. A key is taken (409) by an ACTIVE requirement of the variant. Ids of frozen copies can be read, writing them is 409.',
    reason: 'The fields are those that answers show; the rules are those of the wiki.',
  },
  A209: {
    title: 'updateOrigin',
    section: '4.1',
    behaviour:
      'Unless false is sent, PUT also rewrites the definition on the page of a requirement of the current variant. With false the page stays as it was, and its next reindex and view bring back what it says. Another origin or key moves the definition in any case.',
    reason: 'Writing through the wiki rewrites the page; what the parameter is by default was not seen.',
    default: 'true',
    alternatives: [{ value: 'false', behaviour: 'The page is rewritten only where true is sent.' }],
  },
  A210: {
    title: 'External properties of one requirement',
    section: '4.1',
    behaviour:
      'A value is {id, name, dataType, value}, where id is that of the metadata. POST takes {id or name, value, dataType}: a new name becomes known with the type that is sent, else the one that the value reads as; a requirement has each property once (409), and PUT takes {value}. Values are shared with the frozen copies of the requirement.',
    reason: 'Values have no id of their own, and are not baselined.',
  },
  A211: {
    title: 'Typed links of a requirement',
    section: '4.1',
    behaviour:
      'A link is {id, requirementId, type, direction, relationship, relationshipId} and what it leads to: type DEPENDENCY with requirement, ORIGIN and REFERENCE with container, JIRA_ISSUE with issue, TEST_CASE with testCase, in the shapes of the include flags. direction is TO for a parent and FROM for a child. Details of an issue (id, summary, url, type, status) only where includeJiraIssueDetails asks for them and the caller may read the issue.',
    reason: 'One list of what the include flags show in six.',
  },
  A212: {
    title: 'Ids of links',
    section: '4.1',
    behaviour:
      'The id of a link is a number drawn from the requirement and from what the link says; a link that PUT changes keeps the id that it had. The order without sort is by id.',
    reason: 'Dependencies, origins and mentions are no records of their own.',
  },
  A213: {
    title: 'Writing typed links',
    section: '4.1',
    behaviour:
      'POST and PUT take {type, direction, relationship or relationshipId, requirementId or key and spaceKey, containerId, issueId or issueKey, jiraApplicationId, testCaseKey, version, status, executedAt} as far as the type has them; in PUT what is absent stays, type and direction cannot be changed, and the id of the requirement itself, as answers have it, names no other end. A dependency is written into the definition of the child, which takes edit there; it may name the requirement itself, as it may in the wiki; its relationship is the wiki’s default where absent, that of issues implements, that of test cases tests. A requirement has one origin; references are put on pages, in the current variant. An issue link is in the wiki at once and in the tracker after the next synchronisation, whether or not the tracker has an issue of that key: where it has none, the message is FAILED and goes again, while bulk links leave such an issue out as SKIPPED. What is there already is 409.',
    reason:
      'Each product keeps its own links; the rules are those of the wiki. POST /jira-issue-links/bulk appears only in branches of a client and may have been withdrawn, so the simulator does not have it.',
  },
  A214: {
    title: 'Relationships of an application',
    section: '4.1',
    evidence: [
      stated(
        'Relationships between requirements and issues are offered for the application of the tracker too.',
        'a client sends its id to list the relationships that issues can be linked by',
      ),
      stated(
        'Without applicationId, a token that is bound to none gets status 500.',
        "a client quotes the message 'The given id must not be null'",
      ),
    ],
    behaviour:
      'For a wiki or standalone application, the list has the relationships that readable requirements use in dependencies, issue links and test case links, and the default one of dependencies. For a tracker, it has those of issue links in the readable spaces of the connected wikis, and implements. Rows are {id, name, types}, sorted by name; types are those of the links, and the id is a number derived from the name. Without applicationId, a token that is not scoped to an application gets 400.',
    reason:
      'Relationships are free names; only the call and an id were observed. A 400 names the missing parameter, which the 500 of the service does not.',
  },
} as const satisfies Entries
