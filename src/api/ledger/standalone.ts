/** Choices of the standalone interface, and of the languages that it brought. */
import { type Entries, likely, weak } from './entry.ts'

export const standaloneEntries = {
  A15: {
    title: 'Scoped tokens',
    section: '5.3',
    behaviour:
      'A token scoped to one application is refused with 403 for any other application, and lists show that application only; an unscoped token without applicationId is refused with 400.',
    reason: 'The documented purpose of the scope.',
  },
  A22: {
    title: 'Page envelope of standalone lists',
    section: '2.1',
    evidence: [
      likely('Lists are {items, offset, limit, total}.', 'clients of the service read these fields'),
    ],
    behaviour: 'Lists are {items, offset, limit, total}.',
    reason: 'Clients of the service read these fields.',
  },
  A23: {
    title: 'Fields of DTOApplication',
    section: '2.1',
    evidence: [
      likely(
        'Applications have id, name, type, status and baseUrl.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'id, name, type (CONFLUENCE, JIRA or STANDALONE), status (ACTIVE or DISABLED) and baseUrl; organizationId is assumed.',
    reason: 'Clients of the service read these fields.',
  },
  A24: {
    title: 'Link requests',
    section: '2.1',
    behaviour:
      'Fields applicationId, organizationId, status (PENDING, APPROVED or REJECTED), createdAt and createdBy (a user id). Creating makes PENDING; it is refused with 409 while one is PENDING or APPROVED and for the own organization, and allowed again after REJECTED. Approval adds the application to the organization. Deleting withdraws a PENDING request and ends an APPROVED membership; a REJECTED one cannot be deleted (409).',
    reason: 'The natural life of a request to join.',
  },
  A25: {
    title: 'Candidates for linking',
    section: '4.1',
    behaviour:
      'Active applications of organizations that the caller belongs to and that the application neither belongs to nor has asked to join.',
    reason: 'A caller should not learn of organizations they have no part in.',
    default: 'own-organizations',
    alternatives: [
      {
        value: 'all-organizations',
        behaviour: 'Applications of every other organization of the region are listed.',
      },
    ],
  },
  A26: {
    title: 'Who may read applications and link requests',
    section: '4.1',
    behaviour:
      'A member of one of the organizations that the application belongs to reads it and its link requests; creating and deleting link requests takes an administrator of the organization that owns it. The current application of a scoped token needs no permission.',
    reason: 'Only the names of the permissions are documented.',
  },
  A27: {
    title: 'Permissions on containers',
    section: '4.1',
    behaviour:
      'Read and edit are granted on spaces, projects and workspaces and hold for what is below, whether or not the user belongs to the organization; administrators of a wiki or tracker may read and edit all of it. Lists leave out what the caller may not read, and are 403 for those who may read nothing there and do not belong to the organization; a single record that the caller may not read is 403. Queries and link lists see no more than that: children, pages and tracker projects that the caller may not read do not match, while the keys that a requirement names itself do.',
    reason: 'Only the names of the permissions are documented.',
  },
  A28: {
    title: 'Fields of DTOContainer',
    section: '2.1',
    behaviour:
      'id, applicationId, parentContainerId, type, level, name, key, and the identifier that its type has: spaceId and spaceKey, pageId, projectId, issueId, workspaceId or fileName.',
    reason: 'The documented filters name these identifiers.',
  },
  A29: {
    title: 'Values of ContainerType and ContainerLevel',
    section: '2.1',
    behaviour:
      'Types SPACE, PAGE, PROJECT, ISSUE, WORKSPACE and FILE; levels PROJECT (space, project, workspace) and DOCUMENT (page, issue, file). Query values are accepted in any letter case. Where they ask for pages, issues or files, spaceId, spaceKey, projectId and workspaceId name what those are in; elsewhere the space, project or workspace itself.',
    reason: 'Only the level project is named.',
  },
  A30: {
    title: 'Fields of DTOVariantV2',
    section: '2.1',
    behaviour:
      'id, projectContainerId, name, current and createdAt. Every project container has a variant named Current, which the path segment current addresses.',
    reason: 'Only the name and the path segment are documented.',
  },
  A31: {
    title: 'Fields of DTORequirementV2',
    section: '2.1',
    behaviour:
      'id, key, applicationId, containerId (the project container), variantId, originContainerId, status, text, html, canonicalURL and properties {label, value, external, dataType}, where dataType is TEXT, NUMBER, DECIMAL, DATE, BOOLEAN, USER or LIST; link lists only when their include flag is on.',
    reason: 'The natural shape of what the service stores; only the kinds of links are documented.',
  },
  A32: {
    title: 'Shapes of links in DTORequirementV2',
    section: '4.1',
    behaviour:
      'Origin and reference links are {containerId, type, name, pageId, url}; dependencies {requirementId, key, spaceKey, relationship, status, canonicalURL}, where a dangling one has no requirementId and status; issue links {issueId, issueKey, summary, relationship, applicationId, url}, of which those who may not read the issue see issueKey and relationship only, and which belong to the row of the baseline that they name; test case links {id, testCaseKey, version, relationship, status, executedAt}.',
    reason: 'Only the flags that fetch them are documented.',
  },
  A35: {
    title: 'Order of standalone lists',
    section: '4.1',
    behaviour:
      'By id; sort takes id, key, name, status, type, level and createdAt as far as the resource has them, anything else is 400. Text sorts by code point, and id decides between equals.',
    reason: 'The order without sort and the sortable properties are not said.',
  },
  A38: {
    title: 'Keys are unique in each variant',
    section: '2.3',
    behaviour:
      'Among rows that are not DELETED or MOVED, a key is unique in its space and variant, and in each baseline. The wiki works on the current variant, so that issue links and mentions on pages, which name no variant, belong to rows of the current variant. A baseline is of one variant, and its copies are found by its number whichever variant is current: by v, in queries that name it, in links and in counts. In other spaces, only rows of the current variant count as children.',
    reason: 'A variant is another state of the same requirements, so the same keys occur in several.',
  },
  A236: {
    title: 'What the path segment current means',
    section: '2.1',
    behaviour:
      'The variant that is named current, in any letter case; if there is none, the current one. Every project container has a current variant, so that the segment always means one.',
    reason:
      'The documentation says that the segment addresses a variant named current, and does not say what it means when another variant becomes the current one.',
    default: 'name',
    alternatives: [
      { value: 'flag', behaviour: 'The variant whose field current is true, whatever its name.' },
    ],
  },
  A39: {
    title: 'Aggregations',
    section: '2.1',
    behaviour:
      'Execute takes {formula, selection {query, projectContainerId, variantId, keys}} and answers {value, dataType, count, errors}; parse takes {formula} and answers {valid, errors [{position, message}], references}. A selection without a project covers the current variants of every project of the application that the caller may read. count is the number of requirements that gave a value; dataType is NUMBER, STRING or BOOLEAN. Sums add in order of id.',
    reason: 'Only the names of the shapes are documented.',
  },
  A40: {
    title: 'Calculations',
    section: '4.1',
    behaviour:
      'Execute takes the body of an aggregation and answers {results} in order of id, each {requirementId, key, value, dataType} or {requirementId, key, error {position, message}}.',
    reason: 'The response is documented as not shown.',
  },
  A41: {
    title: 'Formula language',
    section: '4.1',
    evidence: [
      likely(
        'An operand that is not numeric is an error of that requirement, not of the run.',
        'open clients or pages of the service show it',
      ),
      likely(
        'A figure is COUNT, SUM, MIN, MAX or AVG over a selection.',
        'open clients or pages of the service show it',
      ),
      likely('POW(base, exponent), also written POWER, raises to a power.', 'the docstring of a client'),
    ],
    behaviour:
      'Arithmetic, comparisons, functions over requirements and dependency paths; an operand that is not numeric makes the result of that requirement an error, not the run. Absent values are left out of sums and false in comparisons; ROUND takes halves away from zero; POW of a negative base with a fractional exponent is an error. Criteria of a figure are written as in a query; a text in quotes is full text.',
    reason: 'Seen in use; the grammar is not documented.',
    default: 'avg',
    alternatives: [
      {
        value: 'average',
        behaviour: 'AVERAGE is another name of AVG, except in CALCULATION columns of matrices.',
        evidence: [weak('AVERAGE is another name of AVG.', 'one docstring of a client')],
      },
    ],
  },
  A42: {
    title: 'canonicalURL of a requirement',
    section: '2.1',
    behaviour:
      'The address of its site followed by /requirements/, the key of the space and the key of the requirement.',
    reason: 'The field was seen, its form differs between products.',
  },
  A43: {
    title: 'Name filters',
    section: '4.1',
    behaviour: 'The filters name, key, spaceKey and fileName match the whole text, letter case included.',
    reason: 'The documentation says only what they filter.',
    default: 'exact',
    alternatives: [
      { value: 'contains', behaviour: 'They match any text that contains the value, in any letter case.' },
    ],
  },
  A46: {
    title: 'Reading the descriptions',
    section: '9.7',
    behaviour: 'The OpenAPI descriptions are served without a credential.',
    reason: 'Generators and browsers of descriptions rarely have one.',
  },
  A47: {
    title: 'Current application without a scope',
    section: '5.3',
    behaviour: '/applications/current with a token that is not scoped to an application is refused with 400.',
    reason: 'There is no application that it could mean.',
  },
  A251: {
    title: 'Applications without organizationId',
    section: '4.1',
    behaviour: 'GET /applications without organizationId is refused with 400.',
    reason: 'The parameter is documented as required.',
    default: 'refuse',
    alternatives: [
      {
        value: 'own-organization',
        behaviour:
          'A token that is scoped to an application lists the applications of its organization, within the limits of A15.',
        evidence: [
          weak(
            'A token that is bound to an application needs no organizationId.',
            'a client omits it in one call',
          ),
        ],
      },
    ],
  },
} as const satisfies Entries
