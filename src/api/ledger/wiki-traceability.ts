/** Assumptions about traceability matrices of the wiki. */
import { type Entries, likely } from './entry.ts'

export const wikiTraceabilityEntries = {
  A108: {
    title: 'Saved matrices',
    section: '4.4',
    evidence: [
      likely(
        'The list of matrices is {results, total}; a matrix has id, name, description, spaceKey, type, query, sharedLevel, status and ownerAccountId.',
        'clients of the service read these fields of hosted matrices',
      ),
    ],
    behaviour:
      'A matrix has id, name (1 to 255 characters), description, spaceKey, type (TRACEABILITY, MODIFICATION or COVERAGE), query, columns, variables (default values), sharedLevel, status (ACTIVE or ARCHIVED), owner and ownerAccountId (always the caller who created it), createdAt and updatedAt; the list is {results, total}. Creating and changing return the matrix with 200. A change keeps the fields that it omits; id and spaceKey in a body must be those of the path. Deleting is soft: the row keeps status DELETED, is left out of lists and returns 404.',
    reason:
      'Clients of the hosted service read these fields; we assume that the embedded operations store the same. columns, variables and the instants are assumed.',
  },
  A109: {
    title: 'Who may see and change a matrix',
    section: '4.4',
    behaviour:
      'Reading requires read on the space, changing requires edit. With sharedLevel NONE, only the owner and administrators of the wiki see a matrix (others get 403, and lists leave it out); with SHARED_VIEW, only they change it; with SHARED_EDIT, the default, everyone who may edit the space does. A matrix without an owner counts as SHARED_EDIT.',
    reason: 'The levels are known by name; this is the plain meaning of the names.',
  },
  A110: {
    title: 'Validation of matrix columns',
    section: '4.4',
    behaviour:
      'Columns are sent as a list, or as JSON in traceabilityMatrixColumns. Column 0 is FIRST_COLUMN, the only one, and its own parent; the indexes have no gaps and no duplicates. parentColumnIndex names an earlier column whose cells the step can start from: requirements for all steps, and also linked issues for JIRA_RELATIONSHIP, JIRA_TYPE, JIRA_PROJECT_NAME, JIRA_PROJECT_KEY and JIRAFIELD. PROPERTY and EXTERNAL_PROPERTY require a name as their value, CALCULATION a valid formula, JIRAFIELD a known field. There are at most 100 columns. Anything else returns 400 and names the column; an invalid query or formula returns 400 with its position.',
    reason: 'The types and the numbering are observed; an error in rendering should be reported on saving.',
  },
  A111: {
    title: 'Cells of each type of column',
    section: '4.4',
    behaviour:
      'FIRST_COLUMN: the requirements of the query, sorted by key. TO, FROM, ALL_DEPENDENCIES: parents, children, or both; value is the relationship, all if blank; parents that do not exist are named without an id. PROPERTY, EXTERNAL_PROPERTY, ALL_PROPERTIES, ALL_EXTERNAL_PROPERTIES: values. LINKS: pages that mention the requirement, ORIGINAL_LINKS: the page that defines it. JIRA: linked issues, where value is the relationship. JIRA_RELATIONSHIP, JIRA_TYPE, JIRA_PROJECT_NAME, JIRA_PROJECT_KEY: with a value the issues that have it, without one that field of each issue as text. JIRAFIELD: a field of each issue. CALCULATION: the value of the formula, or its error. ZEPHYR_SCALE, XRAY, TEST_CASE_VERSION: the linked test cases of every add-on, where value is the relationship. DESCRIPTION, VARIANT, SPACE_KEY: text, name of the variant, key of the space. Each cell is {id, parentId, type, text} with a field for its kind: requirement, property, page, issue, testCase, or value, dataType and error. columnSuggestions lists, for each column, the first 200 steps with a name that lead to cells, by type, then value: TO, FROM, PROPERTY, EXTERNAL_PROPERTY and JIRA with the relationships and names that its requirements have, JIRAFIELD with the fields of its issues, or of those of its requirements. Steps that need no value are not suggested.',
    reason:
      'The types are observed by name; cells and columnSuggestions by column index are observed, their fields are not.',
  },
  A112: {
    title: 'Cells that the caller may not read',
    section: '5.7',
    behaviour:
      'Requirements and pages of spaces that the caller may not read give no cells, whether or not they exist. An issue of a project that the caller may not read, of an unreachable tracker (A181), or that does not exist, gives the link as the wiki stores it (applinkId, issueKey, relationship) and no data of the issue.',
    reason: 'A matrix must not show more than the requirement and the search do.',
  },
  A113: {
    title: 'Request and response of a rendering',
    section: '2.3',
    behaviour:
      'In addition to the documented fields, a request takes columns (the list itself), query or q, matrixId (a saved matrix that supplies the missing fields), limit, crossSpace and includeBaselined. offsetJson is JSON {searchOffset, limit, cellLimit, columnsPagination [{lastCellId}]}. Fewer cursors than columns return 400, a blank text counts as absent, and undeclared fields are ignored, or return 400 in a strict world. The rows are those of the space of the path, or with crossSpace of every readable space. The response is {columns, cells, columnSuggestions, pagination, explanation}, with lists by column index; for one column it is {column, cells, columnSuggestions, pagination}. A column number that the matrix lacks returns 404.',
    reason:
      'Three fields are documented; the pagination is that of the hosted service, and the rest is what a rendering needs.',
  },
  A114: {
    title: 'Pagination of rows and cells',
    section: '4.4',
    behaviour:
      "A page has 1 to 200 rows, 20 by default. Over its rows the cells of a column form one sequence, in the order of the cells that they start from. A response has at most cellLimit of them for each column (1 to 1000, the default), fewer in matrices of more than 20 columns, with very long texts, or if very many dependencies have to be read to find them; hasNext then reports that there are more, and lastCellId of columnsPagination continues there. The id of a cell consists of its column, the id of the row's requirement and positions from there. A part of a column may be empty and still have a next one. The CALCULATION columns of one response share 10,000,000 steps evenly; beyond that, their cells contain errors. A cursor that is in none of these rows returns 400.",
    reason: 'One requirement may lead to very many others, and a response must be finite.',
  },
  A115: {
    title: 'Variables of matrices',
    section: '2.3',
    behaviour:
      'In the query and in values of columns, $name or ${name} (letters, digits and _) stands for the value in variables, else for the default of the saved matrix; without either, the response is 400 and names the variable. Values are texts, numbers, booleans and lists of texts. In queries and formulas a value becomes one quoted literal, for a list with its items separated by commas, and inside quotes or after @ it becomes part of the text or name: it cannot change the query. $$ is a dollar sign; $currentBaseline is never a variable, not even in quotes and names. Columns must also be valid with their values: a name that is then blank, or an unknown field, returns 400. Positions of syntax errors count in the text with its values.',
    reason: 'The field is documented as a map; the syntax of references is not documented.',
  },
  A116: {
    title: 'Custom fields of a tracker',
    section: '4.4',
    behaviour:
      "The path names the wiki's id of an application link; an unknown one returns 404. The response lists the fields of issues that JIRAFIELD shows: key, summary, status, issuetype and project, each {id, name, custom, type}, and for fields with a fixed set of values those that occur in projects that the caller may read. Issues of the simulator have no custom fields: custom is false.",
    reason: 'Only the path is documented.',
  },
  A117: {
    title: 'Stored traceability data',
    section: '4.4',
    behaviour:
      'The deprecated operations return the stored data of the matrices of the space: {id, name, spaceKey, type, status, data, updatedAt}, where data is the JSON of query, columns and variables; the list is {results, total}. A single matrix also has rows {spaceKey, key, values}, the texts of its first 200 rows, and total. DELETED ones are left out.',
    reason: 'Only the paths and the limit are documented.',
  },
  A118: {
    title: 'A matrix as HTML',
    section: '4.6',
    behaviour:
      'The operation takes id (a saved matrix) or columns (as JSON), q, variables (a JSON object) and limit, and returns {html, count, total, complete}: a table with a row for each requirement and a cell for each column that is not hidden, with its values below one another. Texts are escaped; values that authors wrote as HTML are made inert.',
    reason: 'Only the path is documented.',
  },
} as const satisfies Entries
