/** Choices about the operations of the hosted wiki that were seen in clients. */
import type { Entries } from './entry.ts'

export const hostedWikiEntries = {
  A231: {
    title: 'Rendering a matrix on the hosted wiki',
    section: '4.3',
    provenance: 'observed',
    behaviour:
      'Takes {traceabilityMatrix {columns, query, variants, limit, spaceKey}, pagination {searchOffset, limit, columnsPagination [{lastCellId}]}, variableValues} and answers {cells, columnSuggestions, pagination}, cells and suggestions as lists by column index, as the embedded wiki renders them. spaceKey must be that of the path; variants are ids or names of variants of the space whose rows are meant (the current one where there are none, 404 for one that it lacks); the page has pagination.limit rows, else traceabilityMatrix.limit, else 20. Fewer cursors than columns are 400.',
    reason:
      'The request, cells and columnSuggestions by column index are observed, with 500 for too few cursors; that variants restrict the rows, and pagination {searchOffset, limit, total, hasNext, columnsPagination} in the answer, are assumed.',
  },
  A232: {
    title: 'Saved matrices of the hosted wiki',
    section: '4.3',
    provenance: 'observed',
    behaviour:
      'They are the matrices of the embedded wiki: {id, name (1 to 255 characters), description, spaceKey, type, json, query, sharedLevel, status, ownerAccountId}. name and spaceKey are compulsory; a change keeps what it leaves out, and the space stays. json is kept as it was sent, at most 100,000 characters; it must be JSON. Where it is a list of columns, or an object with columns, these become the columns of the matrix and have to make one (A110; in types other than TRACEABILITY they are left alone where they do not); without any, a new matrix has its first column only. Its query counts where no query is sent. Columns that are changed elsewhere afterwards are shown in it, and so is another query where it named the one before; a matrix that came without json shows {columns, query, spaceKey, variables}. Deleting is soft: the row keeps status DELETED, which no body can set, and answers 404.',
    reason:
      'The fields are observed; one world has one set of matrices, so what either interface saves shows in the other.',
  },
  A233: {
    title: 'Who may see and change a saved matrix of the hosted wiki',
    section: '4.3',
    provenance: 'assumed',
    behaviour:
      'Whoever may read a space may save matrices of their own there, change and delete them; they belong to the caller, whatever is sent, and stay with that user. A new one has sharedLevel NONE. With SHARED_VIEW others who may read the space see it; with SHARED_EDIT those who may edit the space change and delete it too. Administrators of the wiki may do all of it, and a matrix without an owner is everyone’s who may edit the space (A109).',
    reason: 'Clients only show that a matrix has an owner and a level.',
  },
  A234: {
    title: 'Searching saved matrices',
    section: '4.3',
    provenance: 'assumed',
    behaviour:
      'owned true finds those of the caller, false those of others (and of nobody) that the caller sees. name is a part of the name in any letter case; matrixType, spaceKey and id must be equal; an unknown space has none. ARCHIVED ones are found, DELETED ones are not. By id, 20 of them where limit is absent.',
    reason: 'Only the fields were seen; a compulsory owned divides the matrices.',
    default: 'others',
    alternatives: [
      { value: 'everyone', behaviour: 'owned false finds all that the caller sees, their own included.' },
    ],
  },
  A235: {
    title: 'Linking many requirements to many issues',
    section: '4.3',
    provenance: 'observed',
    behaviour:
      'selectAll true, or no selectedRequirementIds, means the ACTIVE requirements that query finds in containerId (a space or a page; every readable space where absent) and variantId (the current one where absent); otherwise the selectedRequirementIds are meant, and the three are ignored. excludedRequirementIds are left out. Issues are named by id or key, the relationship by the id that GET /relationships of the standalone interface tells (implements where absent). Each pair is linked in the wiki at once, with a message for the tracker, and answered as LINKED; SKIPPED what is linked already, does not exist or cannot be linked (deleted, moved, not of the current variant, a copy that is not frozen); UNAUTHORIZED where the caller may not read the space or not edit the issue. linkedCount, skippedCount and unauthorizedCount count them. More than 10,000 pairs are 400.',
    reason:
      'The body and the three counts are observed, which tell of no refusal as a whole; results is ours.',
  },
} as const satisfies Entries
