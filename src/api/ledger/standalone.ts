/** Assumptions about the standalone interface and its formula language. */
import { type Entries, likely, weak } from './entry.ts'

export const standaloneEntries = {
  A15: {
    title: 'Scoped tokens',
    section: '5.3',
    behaviour:
      'A token scoped to one application is refused with 403 for any other application, and lists show that application only; an unscoped token without applicationId is refused with 400.',
    reason: 'This is the documented purpose of the scope.',
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
      'The fields are id, name, type (CONFLUENCE, JIRA or STANDALONE), status (ACTIVE or DISABLED) and baseUrl; organizationId is assumed.',
    reason: 'Clients of the service read these fields.',
  },
  A24: {
    title: 'Link requests',
    section: '2.1',
    behaviour:
      'The fields are applicationId, organizationId, status (PENDING, APPROVED or REJECTED), createdAt and createdBy (a user id). A new request is PENDING. Creating one returns 409 if one is PENDING or APPROVED, and for the organization that owns the application; it is allowed again after REJECTED. Approval adds the application to the organization. Deleting withdraws a PENDING request and ends an APPROVED membership; a REJECTED one cannot be deleted (409).',
    reason: 'These are the usual states of a request to join.',
  },
  A25: {
    title: 'Candidates for linking',
    section: '4.1',
    behaviour:
      'The list has active applications of organizations that the caller belongs to, except those that the application belongs to or has a request for.',
    reason: 'A caller should not see organizations they do not belong to.',
    default: 'own-organizations',
    alternatives: {
      'all-organizations': 'Applications of every other organization of the region are listed.',
    },
  },
  A26: {
    title: 'Who may read applications and link requests',
    section: '4.1',
    behaviour:
      'Members of an organization that the application belongs to may read it and its link requests; creating and deleting link requests requires an administrator of the organization that owns it. The current application of a scoped token needs no permission.',
    reason: 'Only the names of the permissions are documented.',
  },
  A27: {
    title: 'Permissions on containers',
    section: '4.1',
    behaviour:
      'Read and edit are granted on spaces, projects and workspaces and apply to everything below them, whether or not the user belongs to the organization; administrators of a wiki or tracker may read and edit all of it. Lists leave out what the caller may not read, and a single record that the caller may not read returns 403. Callers who may read nothing in an application and do not belong to its organization get 403 for everything in it, known or unknown. Queries and link lists follow the same permissions: children, pages and tracker projects that the caller may not read do not match, while the keys that a requirement names itself do.',
    reason: 'Only the names of the permissions are documented.',
  },
  A28: {
    title: 'Fields of DTOContainer',
    section: '2.1',
    behaviour:
      'The fields are id, applicationId, parentContainerId, type, level, name, key, and the identifier of its type: spaceId and spaceKey, pageId, projectId, issueId, workspaceId or fileName.',
    reason: 'The documented filters name these identifiers.',
  },
  A29: {
    title: 'Values of ContainerType and ContainerLevel',
    section: '2.1',
    behaviour:
      'The types are SPACE, PAGE, PROJECT, ISSUE, WORKSPACE and FILE; the levels are PROJECT (space, project, workspace) and DOCUMENT (page, issue, file). Query values are accepted in any letter case. In a request for pages, issues or files, spaceId, spaceKey, projectId and workspaceId name their space, project or workspace; otherwise they name the container itself.',
    reason: 'Only the level project is named.',
  },
  A30: {
    title: 'Fields of DTOVariantV2',
    section: '2.1',
    behaviour:
      'The fields are id, projectContainerId, name, current and createdAt. Every project container has a variant named Current, which the path segment current addresses. projectId of paths is the id of the project container.',
    reason: 'Only the name and the path segment are documented.',
  },
  A31: {
    title: 'Fields of DTORequirementV2',
    section: '2.1',
    behaviour:
      'The fields are id, key, applicationId, containerId (the project container), variantId, originContainerId, status, text, html, canonicalURL and properties {label, value, external, dataType}, where dataType is TEXT, NUMBER, DECIMAL, DATE, BOOLEAN, USER or LIST. Link lists are included only if their include flag is true.',
    reason: 'The natural shape of what the service stores; only the kinds of links are documented.',
  },
  A32: {
    title: 'Shapes of links in DTORequirementV2',
    section: '4.1',
    behaviour:
      'Origin and reference links are {containerId, type, name, pageId, url}. Dependencies are {requirementId, key, spaceKey, relationship, status, canonicalURL}; a dangling one has no requirementId and status. Issue links are {issueId, issueKey, summary, relationship, applicationId, url}; callers who may not read the issue see only issueKey and relationship, and the links belong to the row of the baseline that they name. Test case links are {id, testCaseKey, version, relationship, status, executedAt}.',
    reason: 'Only the flags that include them are documented.',
  },
  A35: {
    title: 'Order of standalone lists',
    section: '4.1',
    behaviour:
      'The default order is by id; sort takes id, key, name, status, type, level and createdAt as far as the resource has them, and anything else returns 400. Text sorts by code point, and equal rows sort by id.',
    reason: 'Neither the default order nor the sortable properties are documented.',
  },
  A38: {
    title: 'Uniqueness of keys',
    section: '2.3',
    behaviour:
      'Among rows that are not DELETED or MOVED, a key is unique in its space and variant, and in each baseline. The wiki works on the current variant, so issue links and mentions on pages, which name no variant, belong to rows of the current variant. A baseline has one variant, and its copies are found by its number whichever variant is current: by v, in queries that name it, in links and in counts. In other spaces, only rows of the current variant count as children.',
    reason: 'A variant is another version of the same requirements, so the same keys occur in several.',
  },
  A236: {
    title: 'Meaning of the path segment current',
    section: '2.1',
    behaviour:
      'The segment selects the variant that is named current, in any letter case, or else the current variant. Every project container has a current variant, so the segment is always valid.',
    reason:
      'The documentation says that the segment addresses a variant named current, and not which one if another variant becomes the current one.',
    default: 'name',
    alternatives: { flag: 'It selects the variant whose field current is true, whatever its name.' },
  },
  A39: {
    title: 'Aggregations',
    section: '2.1',
    behaviour:
      'Execute takes {formula, selection {query, projectContainerId, variantId, keys}} and returns {value, dataType, count, errors}; parse takes {formula} and returns {valid, errors [{position, message}], references}. A selection without a project covers the current variants of every project of the application that the caller may read. count is the number of requirements with a value; dataType is NUMBER, STRING or BOOLEAN. Sums are added in order of id.',
    reason: 'Only the names of the shapes are documented.',
  },
  A40: {
    title: 'Calculations',
    section: '4.1',
    behaviour:
      'Execute takes the body of an aggregation and returns {results} in order of id, each {requirementId, key, value, dataType} or {requirementId, key, error {position, message}}.',
    reason: 'The documentation does not show the response.',
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
        'An aggregate is COUNT, SUM, MIN, MAX or AVG over a selection.',
        'open clients or pages of the service show it',
      ),
      likely('POW(base, exponent), also written POWER, raises to a power.', 'the docstring of a client'),
    ],
    behaviour:
      'The language has arithmetic, comparisons, functions over requirements and dependency paths; an operand that is not numeric is an error of that requirement and does not stop the run. Absent values are left out of sums and are false in comparisons; ROUND rounds halves away from zero; POW of a negative base with a fractional exponent is an error. The criteria of an aggregate are written as in a query; a quoted text is a full-text search.',
    reason: 'Seen in use; the grammar is not documented.',
    default: 'avg',
    alternatives: {
      average: {
        behaviour: 'AVERAGE is another name of AVG, except in CALCULATION columns of matrices.',
        evidence: [weak('AVERAGE is another name of AVG.', 'one docstring of a client')],
      },
    },
  },
  A42: {
    title: 'canonicalURL of a requirement',
    section: '2.1',
    behaviour:
      'The URL is the address of the site followed by /requirements/, the key of the space and the key of the requirement.',
    reason: 'The field was seen; its form differs between products.',
  },
  A43: {
    title: 'Name filters',
    section: '4.1',
    behaviour: 'The filters name, key, spaceKey and fileName match the whole text, letter case included.',
    reason: 'The documentation does not say how they compare.',
    default: 'exact',
    alternatives: { contains: 'They match any text that contains the value, in any letter case.' },
  },
  A46: {
    title: 'Access to the OpenAPI descriptions',
    section: '9.7',
    behaviour: 'The OpenAPI descriptions are served without a credential.',
    reason: 'Code generators and API browsers rarely have one.',
  },
  A47: {
    title: 'Current application without a scope',
    section: '5.3',
    behaviour: '/applications/current with a token that is not scoped to an application is refused with 400.',
    reason: 'There is no application that the path could mean.',
  },
  A251: {
    title: 'Applications without organizationId',
    section: '4.1',
    behaviour: 'GET /applications without organizationId is refused with 400.',
    reason: 'The parameter is documented as required.',
    default: 'refuse',
    alternatives: {
      'own-organization': {
        behaviour:
          'A token that is scoped to an application lists the applications of its organization, within the limits of A15.',
        evidence: [
          weak(
            'A token that is bound to an application needs no organizationId.',
            'a client omits it in one call',
          ),
        ],
      },
    },
  },
} as const satisfies Entries
