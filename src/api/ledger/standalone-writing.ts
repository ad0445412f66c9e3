/** Assumptions about the standalone operations that write containers, variants, requirements and their links. */
import { type Entries, stated } from './entry.ts'

export const standaloneWritingEntries = {
  A203: {
    title: 'Creating and changing containers',
    section: '2.1',
    behaviour:
      'POST takes {type, name, key, parentContainerId}. A wiki gets a PAGE below a space or page, which is then a page of the wiki; a standalone application gets a WORKSPACE or, below one, a FILE; everything else is created in its own product and returns 400. The caller needs edit on the parent and, for a workspace, membership in an organization of the application; the creator of a workspace may edit it. PUT takes {name, parentContainerId}. Renaming a page saves its next version and does not change its requirements; pages move within their space only, and two pages may have the same title. Spaces, projects and issues cannot be changed or deleted here (409).',
    reason: 'Only the calls were seen; what a product owns is changed in that product.',
  },
  A204: {
    title: 'Deleting containers',
    section: '2.1',
    behaviour:
      'It returns 409 if the container has a child container or an ACTIVE requirement of any variant, or if an import into it is running. A workspace is deleted together with its variants, members, finished imports, dashboards, templates and rules, and the rows of its DELETED and MOVED requirements.',
    reason: 'No requirement should disappear as a side effect.',
  },
  A205: {
    title: 'Workspaces',
    section: '4.1',
    behaviour:
      'A workspace is {id, containerId, applicationId, name, key, createdAt}; id is its workspace id, not that of its container. POST takes {name, key}, where key defaults to WS followed by the id; PUT takes {name}. Only standalone applications have workspaces: for others the list is empty and creating one returns 400.',
    reason: 'The natural shape of what the service stores; only the calls were seen.',
  },
  A206: {
    title: 'Members of a workspace',
    section: '4.1',
    behaviour:
      'The list has each user with a permission on the workspace, sorted by user id: {userId, name, displayName, level}, where level is READ or EDIT. Any user of the region can be added, by default with READ; adding a member again returns 409. Reading requires read on the workspace, changing requires edit, and the last member who may edit cannot be removed (409).',
    reason: 'Permissions are documented per container; the members are the users who have them.',
  },
  A207: {
    title: 'Creating, switching and deleting variants',
    section: '2.1',
    behaviour:
      'POST takes {projectContainerId, name, sourceVariantId}. The new variant begins with copies of the ACTIVE requirements of the source (by default the current variant), at most 12,000 (409), without issue links and test case links. PUT takes {name, current}; current true makes it the current variant: pages then show the texts of its requirements, each page with a different text gets a new version, issue links and mentions refer to its keys, and the tracker receives messages about linked requirements. Requirements of the previous variant that were waiting for their excerpt are gathered first. Names are unique per project container, and a new name is updated where queries name the variant: in matrices, baselines that are not frozen, dashboards and templates of the container, and in those of other containers if they name it together with its key. A variant cannot be deleted (409) if it is the current one, if a baseline holds or will freeze copies of it, or if an import into it is running; otherwise its requirements and finished imports are deleted too.',
    reason: 'A variant is another version of the same requirements; only the calls were seen.',
  },
  A208: {
    title: 'Writing requirements by id',
    section: '4.1',
    behaviour:
      'POST takes {containerId, key, variantId, originContainerId, text or html, properties}: containerId is the project container, the default variant is the current one, and in the current variant the definition is written on the page that is the origin. PUT takes the same; absent fields stay, a list of properties replaces all inline ones, and a property whose text stays the same keeps its markup. Of text and html, the one that differs from the stored one is written; if both do, html is, and X-Sim-Ignored names a text that is not that of html. External properties in the list of POST or PUT are not written; X-Sim-Ignored lists those that differ from the stored ones. Another key moves the requirement to a new row, whose id is in the response, and returns 409 outside the current variant; dependencies of others keep the old key and dangle, as after a move in the wiki. containerId and variantId cannot be changed. DELETE sets the status DELETED. A key that an ACTIVE requirement of the variant has returns 409. Frozen copies can be read by id; writing them returns 409.',
    reason: 'The fields are those of the responses; the rules are those of the wiki.',
  },
  A209: {
    title: 'updateOrigin',
    section: '4.1',
    behaviour:
      'Unless it is false, PUT also rewrites the definition on the page of a requirement of the current variant. If it is false, the page stays as it was, and its next reindex and view restore its text. Another origin or key moves the definition in any case.',
    reason: 'Writing through the wiki rewrites the page; the default of the parameter was not seen.',
    default: 'true',
    alternatives: { false: 'The page is rewritten only if it is true.' },
  },
  A210: {
    title: 'External properties of one requirement',
    section: '4.1',
    behaviour:
      'A value is {id, name, dataType, value}, where id is that of the metadata. POST takes {id or name, value, dataType}: a new name creates a property with the type that is sent, else with the type that the value fits. A requirement has each property once (409). PUT takes {value}. Values are shared with the frozen copies of the requirement.',
    reason: 'Values have no id of their own, and are not baselined.',
  },
  A211: {
    title: 'Typed links of a requirement',
    section: '4.1',
    behaviour:
      'A link is {id, requirementId, type, direction, relationship, relationshipId} and its target: DEPENDENCY has requirement, ORIGIN and REFERENCE have container, JIRA_ISSUE has issue, TEST_CASE has testCase, in the shapes of the include flags. direction is TO for a parent and FROM for a child. Details of an issue (id, summary, url, type, status) are included if the caller may read the issue, in a list only if includeJiraIssueDetails requests them.',
    reason: 'The list combines what six include flags show.',
  },
  A212: {
    title: 'Ids of links',
    section: '4.1',
    behaviour:
      'The id of a link is a number derived from the requirement and the content of the link; a link that PUT changes keeps its id. The default order is by id.',
    reason: 'Dependencies, origins and mentions are not separate records.',
  },
  A213: {
    title: 'Writing typed links',
    section: '4.1',
    behaviour:
      'POST and PUT take {type, direction, relationship or relationshipId, requirementId or key and spaceKey, containerId, issueId or issueKey, jiraApplicationId, testCaseKey, version, status, executedAt}, as far as the type has them; other fields have no effect and are reported as ignored. PUT keeps absent fields, type and direction cannot be changed, and a requirementId that is the requirement itself, as in responses, selects no target. POST also takes requirement, as responses show it, as the other end of a dependency: a link that was read from another requirement can be created here. A dependency is written into the definition of the child, which requires edit there; a requirement may depend on itself, as in the wiki. The default relationship of dependencies is that of the wiki, of issues implements, of test cases tests. A requirement has one origin; references are written on pages, in the current variant. An issue link is in the wiki at once and in the tracker after the next synchronisation, whether or not the tracker has an issue of that key: if it does not, the message is FAILED and is sent again, while bulk links leave out such an issue (A248). A link that already exists returns 409.',
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
