/** Assumptions about the operations of the hosted wiki that were seen in clients. */
import { type Entries, likely, stated, weak } from './entry.ts'

export const hostedWikiEntries = {
  A231: {
    title: 'Rendering a matrix on the hosted wiki',
    section: '4.3',
    evidence: [
      stated(
        'The request is {traceabilityMatrix {columns, query, variants, limit, spaceKey}, pagination, variableValues}; variants that are empty or null mean the current one, and the first lastCellId is null.',
        'a client sends this request',
      ),
      stated(
        'A step without a value has the value "", and a step may have accumulator {display, formula, dataType} and enumValues.',
        'a client writes such columns',
      ),
      stated(
        'JIRA_RELATIONSHIP has the relationship as its value, JIRA has "".',
        'a client writes such columns',
      ),
    ],
    behaviour:
      'The request is {traceabilityMatrix {columns, query, variants, limit, spaceKey}, pagination {searchOffset, limit, columnsPagination [{lastCellId}]}, variableValues}, the response {cells, columnSuggestions, pagination}. Cells and suggestions are lists by column index, and cells are rendered as in the embedded wiki. spaceKey must be that of the path. variants are ids or names of the variants of the space whose rows to render (the current one if there are none, 404 for a variant that the space does not have). The page has pagination.limit rows, else traceabilityMatrix.limit, else 20. Fewer cursors than columns return 400. accumulator and enumValues of a step do not affect the cells. ZEPHYR_SCALE and XRAY take a relationship or the object type TEST_CASE.',
    reason:
      'The request, cells and columnSuggestions by column index are observed, with 500 for too few cursors; that variants restrict the rows, and pagination {searchOffset, limit, total, hasNext, columnsPagination} in the response, are assumed.',
  },
  A232: {
    title: 'Saved matrices of the hosted wiki',
    section: '4.3',
    evidence: [
      stated('status DELETED in POST or PUT deletes softly.', 'a client deletes matrices in this way'),
      stated('container is part of the record.', 'a client reads it'),
      stated('ownerAccountId FILLED_IN_BACKEND stands for the caller.', 'a client writes it'),
      likely(
        'A saved matrix has id, name, description, spaceKey, type, json, query, sharedLevel, status and ownerAccountId.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'They are the matrices of the embedded wiki: {id, name (1 to 255 characters), description, spaceKey, type, json, query, sharedLevel, status, container {id, key, name} (the space), ownerAccountId}. A new matrix requires name and spaceKey; the space cannot be changed. json is stored as sent; it must be JSON of at most 100,000 characters. Its columns become the columns of the matrix, or only the first column if they cannot be read or there is no json; its query applies if the body has no query. If another interface changes the columns later, json shows the new ones, and likewise a new query if json contained the previous one; a matrix saved without json shows {columns, query, variants, limit, spaceKey, variables}. Deleting is soft: the row keeps status DELETED, and reading it returns 404. A PUT with status DELETED may omit all other fields; a POST with status DELETED deletes the matrix with its id in that space, or saves a new matrix as deleted if there is none.',
    reason:
      'The fields are observed, the shape of container is not. One world has one set of matrices, so a matrix saved through one interface shows in the other.',
  },
  A233: {
    title: 'Who may see and change a saved matrix of the hosted wiki',
    section: '4.3',
    behaviour:
      'A user who may read a space may save matrices there and change and delete their own. The owner is always the caller, whatever the body says, and never changes. A new matrix has sharedLevel NONE. With SHARED_VIEW, others who may read the space see it; with SHARED_EDIT, those who may edit the space also change and delete it. Administrators of the wiki may do all of this, and so may everyone who may edit the space if a matrix has no owner (A109).',
    reason: 'Clients only show that a matrix has an owner and a level.',
  },
  A234: {
    title: 'Searching saved matrices',
    section: '4.3',
    evidence: [
      likely(
        "owned false finds the caller's own matrices and the shared ones.",
        'a docstring of a client describes it',
      ),
    ],
    behaviour:
      'owned true finds the matrices of the caller, owned false all that the caller may see. name matches part of the name in any letter case; matrixType, spaceKey and id must be equal, and an unknown space has no matrices. The search finds ARCHIVED matrices but no DELETED ones. Results are sorted by id, 20 of them if limit is absent.',
    reason: 'Of the other fields only the names were seen.',
    default: 'everyone',
    alternatives: { others: 'owned false finds the matrices of other users and those without an owner.' },
  },
  A235: {
    title: 'Linking many requirements to many issues',
    section: '4.3',
    evidence: [
      stated(
        'With selectAll false only selectedRequirementIds count: a query beside it is ignored, and no ids give 200 with zero counts.',
        'a client documents this behaviour',
      ),
      likely(
        'The response has linkedCount, skippedCount and unauthorizedCount.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'selectAll true, or neither selectAll nor selectedRequirementIds, means the ACTIVE requirements that query finds in containerId (a space or a page; every readable space if absent) and variantId (the current one if absent); otherwise it means the selectedRequirementIds, and the other three fields are ignored. excludedRequirementIds are always left out. Issues are named by id or key, the relationship by the id that GET /relationships of the standalone interface lists for the wiki or the tracker (implements if absent). The wiki links each pair at once and sends a message to the tracker; the result of each pair is LINKED, SKIPPED or UNAUTHORIZED (A248), and linkedCount, skippedCount and unauthorizedCount count the pairs of each result. More than 10,000 pairs return 400.',
    reason:
      'The body and the three counts are observed, and the counts report no refusal of the whole request; results is our own field.',
    default: 'counts',
    alternatives: {
      'no-content': {
        behaviour: 'The response is 204 without a body.',
        evidence: [weak('A success may have no body.', 'a client handles status 204')],
      },
    },
  },
  A240: {
    title: 'Suggested child columns of a hosted matrix',
    section: '4.3',
    evidence: [
      stated(
        'columnSuggestions has an object for each column, in their order, with dependencySuggestions {FROM, TO}, propertySuggestions, externalPropertySuggestions, jiraFields, zephyrScaleFields, xrayFields and flags, and no other field.',
        'a client reads these fields and warns about unknown ones',
      ),
      stated(
        'A name under FROM is followed with a step of type TO, one under TO with a step of type FROM.',
        'a client builds columns from them in this way',
      ),
      stated(
        'allDependencies, allProperties and allExternalProperties are true until the column has such a child.',
        'a client offers the column if they are true',
      ),
      stated(
        'Names and other flags come from the requirements whose cells are on this page.',
        'a client requests 200 rows to see more of them',
      ),
      stated(
        'jiraFields are offered on columns of requirements, as {value, label, isStandard, isCustom}; hasMoreJiraFields reports that the list is cut.',
        'a client reads these fields',
      ),
    ],
    behaviour:
      'Each suggested name, used as the value of its step, leads to cells (a dollar sign is doubled, A115); each flag that is true leads to cells with one of its steps. Lists are sorted by code point and hold at most 200 names, fewer in matrices of more than 20 columns. enumValues has each value of a dropdown as both name and value, up to 200,000 characters in one response; hasMoreJiraFields is false and isStandard true; zephyrScaleFields and xrayFields are [{value: TEST_CASE, label}] if test cases are linked.',
    reason:
      'The fields of enumValues, zephyrScaleFields and xrayFields were not seen; test cases of the simulator belong to no add-on.',
    default: 'objects',
    alternatives: { list: 'Each column has a list of {type, value}, as in the embedded wiki (A111).' },
  },
  A241: {
    title: 'Hosted suggestions for a column without requirements',
    section: '4.3',
    evidence: [
      stated(
        'A column whose cells are empty has {} or null, and a query that finds nothing may give [].',
        'a client handles all three',
      ),
    ],
    behaviour: 'The entry is {}, also for columns whose cells are not requirements.',
    reason: 'It is not known when the service returns which of them.',
    default: 'empty',
    alternatives: {
      null: 'The entry is null.',
      'no-entries': 'columnSuggestions is [] if the query finds nothing.',
    },
  },
  A242: {
    title: 'Validation of a hosted matrix',
    section: '4.3',
    evidence: [
      stated(
        'The service checks only that columns is not empty; an unknown JIRAFIELD, a formula that cannot be read and a child of PROPERTY are saved and render empty.',
        'a client checks the rest itself and says why',
      ),
    ],
    behaviour:
      'A json without columns, or with an empty list of them, returns 400. Columns that cannot have cells (A110) render empty, also when the embedded wiki renders the saved matrix; columns sent to the embedded wiki are validated in full. Rendering still refuses columns with gaps in their numbers or a parent that does not come before them, and a query that cannot be read.',
    reason: 'It is not known how the service responds to columns out of order.',
    default: 'columns',
    alternatives: {
      whole:
        'Saving and rendering return 400 if the columns do not form a matrix (A110) or the query cannot be read; a json without columns is accepted.',
    },
  },
  A243: {
    title: 'Fields of issues below a column of issues in a hosted matrix',
    section: '4.3',
    evidence: [
      stated(
        'JIRAFIELD is a child of a column of requirements, not of JIRA.',
        'a client offers it only there',
      ),
    ],
    behaviour: 'JIRAFIELD below a column of issues has no cells.',
    reason: 'It is not known how the service renders such a column.',
    default: 'on-requirements',
    alternatives: { 'on-issues': 'It shows the field of each issue.' },
  },
  A244: {
    title: 'Changing a saved matrix of the hosted wiki',
    section: '4.3',
    evidence: [
      stated(
        'PUT replaces the whole record; a description that is absent is removed.',
        'a client reads the record first and sends all of it',
      ),
    ],
    behaviour:
      'A field that the body omits gets the default of a new matrix: no description, type TRACEABILITY, the first column only, no query, sharedLevel NONE, status ACTIVE. name is required; id, space and owner cannot be changed.',
    reason: 'Only the loss of the description was observed.',
    default: 'replace',
    alternatives: { merge: 'Fields that the body omits keep their values.' },
  },
  A245: {
    title: 'Rows of the hosted search',
    section: '4.3',
    evidence: [
      stated(
        'A row has id, key, text, applicationId, containerId, variantId, status, canonicalURL and properties.',
        'a client lists these fields, and links rows to issues by containerId and variantId',
      ),
      stated(
        'withLinks, withOriginalLinks and withDependencies are true by default; false leaves their parts out.',
        'a client sends them as false to get shorter rows',
      ),
      likely(
        'withJiraData and withExternalProperties are false by default.',
        'a client sends them as true if it needs more',
      ),
      likely(
        'fromDependencies and toDependencies hold a page of requirements by relationship; links is a page too.',
        'a client reads these parts',
      ),
      likely(
        'A link is flat: {id, type, issueId, issueKey, summary}. A nested requirement has text and properties. A page inside a row has items.',
        'a later branch of the client of the vendor reads them',
      ),
    ],
    behaviour:
      "A row is {id, key, text (plain), applicationId, containerId (of the space), variantId, status, canonicalURL, properties}. withDependencies (true by default) adds fromDependencies and toDependencies (A247), each relationship with a page of requirements that have the same fields: those that exist and that the caller may read. withLinks (true by default) adds links, a page: with withOriginalLinks (true by default) of {id (of the container), type ORIGIN, containerType, name, pageId, url}, and with withJiraData (false by default) of {id, type JIRA_ISSUE, relationship, issueId, issueKey, summary}, without issueId and summary if the caller may not read the issue. Pages inside a row are {items, offset, limit, total, hasNext} and hold the first 20 items; each direction has at most 20 relationships, sorted by code point. Released clients of the vendor read another form: at the default they see a total and no rows, and report no error. The preset 'earlier-clients' selects the form that they read.",
    reason:
      'The fields, flags and parts are observed; the names of the fields of an origin, and relationship in a link, are assumed.',
    default: 'flat',
    alternatives: {
      rows: 'Pages inside a row are {results, offset, limit, total, hasNext}. Nested requirements are {id, key, applicationId, containerId, variantId, status, canonicalURL}. Links are {type ORIGIN, container} and {type JIRA_ISSUE, relationship, issue}.',
      embedded: 'A row is a requirement as the embedded wiki shows it, whatever the flags.',
    },
  },
  A246: {
    title: 'Properties of a row of the hosted search',
    section: '4.3',
    evidence: [
      stated('properties is an object by name, each {key, value}.', 'a captured response has it'),
      likely(
        'External properties have external true, and are included with withExternalProperties.',
        'a client reads both',
      ),
    ],
    behaviour:
      'properties is an object by name, each {key, value}: the inline properties, and with withExternalProperties the external ones, which have external true. Values are texts, numbers, booleans or lists of texts. If an inline and an external property have the same name, the inline one is shown.',
    reason: 'Earlier and later clients read different forms.',
    default: 'object',
    alternatives: {
      list: {
        behaviour:
          'properties is a list of {label, value} that always includes external properties, with external true.',
        evidence: [
          likely(
            'properties is a list of {label, name or key, value, external}.',
            'an earlier client reads it',
          ),
        ],
      },
    },
  },
  A247: {
    title: 'Direction of the dependencies of a row of the hosted search',
    section: '4.3',
    behaviour:
      'As in the query language: fromDependencies are the requirements that depend on the row (children), toDependencies those that it depends on (parents).',
    reason: 'Clients contradict each other about the direction.',
    default: 'from-children',
    alternatives: {
      'from-its-own': {
        behaviour:
          'fromDependencies are the requirements that the row depends on, toDependencies those that depend on it.',
        evidence: [
          weak(
            'fromDependencies start from the row.',
            'one client describes them in this way, another the other way round',
          ),
        ],
      },
    },
  },
  A248: {
    title: 'What bulk linking skips and counts as unauthorized',
    section: '4.3',
    evidence: [
      stated(
        'skippedCount counts links that existed, unauthorizedCount issues that the caller may not read.',
        'a client describes the counts',
      ),
      likely(
        'Issues and requirements that do not exist count as unauthorized, never as skipped.',
        'a client describes it',
      ),
    ],
    behaviour:
      'A pair that is already linked is SKIPPED. A pair is UNAUTHORIZED if the caller may not read its space or issue, or if its requirement or issue does not exist or cannot be linked (deleted, moved, not of the current variant, a copy that is not frozen).',
    reason: 'skippedCount counts existing links only, and a pair that cannot be linked has none.',
    default: 'unauthorized',
    alternatives: {
      skipped: 'Requirements and issues that do not exist or cannot be linked are SKIPPED too.',
    },
  },
  A249: {
    title: 'Who may link many requirements to issues',
    section: '4.3',
    evidence: [likely('Reading the issue is enough.', 'a client requires no other permission')],
    behaviour: 'Linking requires read permission on the space and the issue.',
    reason: 'Only read permissions were observed.',
    default: 'read',
    alternatives: { edit: 'Linking requires read on the space and edit on the issue.' },
  },
} as const satisfies Entries
