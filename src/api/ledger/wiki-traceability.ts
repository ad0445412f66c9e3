/** Choices about traceability matrices of the wiki. */
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
      'A matrix has id, name (1 to 255 characters), description, spaceKey, type (TRACEABILITY, MODIFICATION or COVERAGE), query, columns, variables (default values), sharedLevel, status (ACTIVE or ARCHIVED), owner and ownerAccountId (the caller who created it, whatever is sent), createdAt and updatedAt; the list is {results, total}. Creating and changing answer the matrix with 200. A change keeps the fields that it leaves out; id and spaceKey in a body must be those of the path. Deleting is soft: the row keeps status DELETED, is left out of lists and returns 404.',
    reason:
      'Clients of the hosted service read these fields; the embedded operations are taken to store the same. columns, variables and the instants are assumed.',
  },
  A109: {
    title: 'Who may see and change a matrix',
    section: '4.4',
    behaviour:
      'Reading takes read on the space, changing edit. Besides that, sharedLevel NONE shows a matrix to its owner and administrators of the wiki only (others: 403, and left out of lists), SHARED_VIEW lets only those change it, SHARED_EDIT, the default, everyone who may edit the space. A matrix without an owner counts as everyone’s.',
    reason: 'The levels are known by name; what they allow is their plain meaning.',
  },
  A110: {
    title: 'Which columns make a matrix',
    section: '4.4',
    behaviour:
      'Columns come as a list, or as its JSON in traceabilityMatrixColumns. Column 0 is FIRST_COLUMN, the only one, and its own parent; no index is skipped or given twice; parentColumnIndex is that of an earlier column whose cells the step can start from: requirements for all steps, linked issues for JIRA_RELATIONSHIP, JIRA_TYPE, JIRA_PROJECT_NAME, JIRA_PROJECT_KEY and JIRAFIELD too. PROPERTY and EXTERNAL_PROPERTY need a name as their value, CALCULATION a formula that can be read, JIRAFIELD a known field. At most 100 columns. Anything else is 400 and names the column; a query or formula that cannot be read is 400 with its position.',
    reason: 'The types and the numbering are observed; an error in rendering should be reported on saving.',
  },
  A111: {
    title: 'What the cells of a column show',
    section: '4.4',
    behaviour:
      'FIRST_COLUMN: the requirements of the query, by key. TO, FROM, ALL_DEPENDENCIES: what a requirement depends on, what depends on it, both; value is the relationship, all when blank; parents that do not exist are named without an id. PROPERTY, EXTERNAL_PROPERTY, ALL_PROPERTIES, ALL_EXTERNAL_PROPERTIES: values. LINKS: pages that mention it, ORIGINAL_LINKS: the page that defines it. JIRA: issues linked to it, value the relationship. JIRA_RELATIONSHIP, JIRA_TYPE, JIRA_PROJECT_NAME, JIRA_PROJECT_KEY: with a value the issues that have it, without one that feature of each issue as text. JIRAFIELD: a field of each issue. CALCULATION: the value of the formula, or its error. ZEPHYR_SCALE, XRAY, TEST_CASE_VERSION: the linked test cases, whichever add-on keeps them; value the relationship. DESCRIPTION, VARIANT, SPACE_KEY: text, name of the variant, key of the space. Each cell is {id, parentId, type, text} with a part of its kind: requirement, property, page, issue, testCase, or value, dataType and error; columnSuggestions lists, for each column, the first 200 steps with a name that give cells to it, by type, then value: TO, FROM, PROPERTY, EXTERNAL_PROPERTY and JIRA with the relationships and names that its requirements have, JIRAFIELD with the fields of its issues, or of those of its requirements. Steps that need no value are not suggested.',
    reason:
      'The types are observed by name; cells and columnSuggestions by column index are observed, their fields not.',
  },
  A112: {
    title: 'Cells of what the caller may not read',
    section: '5.7',
    behaviour:
      'Requirements and pages of spaces that the caller may not read give no cells, whether or not they exist. An issue of a project that the caller may not read, of a tracker that cannot be asked (A181), or that does not exist, shows the link as the wiki stores it (applinkId, issueKey, relationship) and nothing of the issue.',
    reason: 'A matrix must not show more than the requirement and the search do.',
  },
  A113: {
    title: 'Fields of a rendering and its answer',
    section: '2.3',
    behaviour:
      'Besides the documented fields a request takes columns (the list itself), query or q, matrixId (a saved matrix for what is not given), limit, crossSpace and includeBaselined. offsetJson is JSON {searchOffset, limit, cellLimit, columnsPagination [{lastCellId}]}; fewer cursors than columns are 400, a text that is blank is the same as none, and fields that are not declared are ignored, in a strict world 400. The rows are those of the space of the path, of every readable space with crossSpace. The response is {columns, cells, columnSuggestions, pagination, explanation}, lists by column index; that of one column {column, cells, columnSuggestions, pagination}. A column number that the matrix lacks is 404.',
    reason:
      'Three fields are documented; the pagination is that of the hosted service, the rest is what it needs.',
  },
  A114: {
    title: 'Pages of rows and pieces of columns',
    section: '4.4',
    behaviour:
      'A page has 1 to 200 rows, 20 by default. Over its rows the cells of a column form one sequence, in the order of the cells that they start from. A column answers at most cellLimit of them (1 to 1000, the default), less in matrices of more than 20 columns, with very long texts, or where very many dependencies have to be looked at to find them; hasNext then reports that there are more, which lastCellId of columnsPagination goes on with. The id of a cell is its column, the id of the row’s requirement and positions from there. A piece of a column may be empty and still have a next one. The CALCULATION columns of one answer share 10,000,000 steps evenly: beyond, their cells answer errors. A cursor that is in none of these rows is 400.',
    reason: 'One requirement may lead to very many others; an answer must have an end.',
  },
  A115: {
    title: 'Variables of matrices',
    section: '2.3',
    behaviour:
      'In the query and in values of columns, $name or ${name} (letters, digits and _) stands for the value that variables gives it, else for the default of the saved matrix; without either it is 400 and named. Values are texts, numbers, truth values, and lists of texts. In queries and formulas a value is one quoted literal, its items with commas for a list, and inside quotes or after @ it stays part of the text or name there: it cannot change the query. $$ is a dollar sign; $currentBaseline is never a variable, in quotes and names neither. Columns must be right with their values too: a name that is blank then, or a field that is unknown, is 400 as when it is written out. Positions of syntax errors count in the text with its values.',
    reason: 'The field is documented as a map; how texts refer to it is not.',
  },
  A116: {
    title: 'Custom fields of a tracker',
    section: '4.4',
    behaviour:
      'The path names the wiki’s id of an application link, unknown ones are 404. The answer lists the fields of issues that JIRAFIELD shows: key, summary, status, issuetype and project, each {id, name, custom, type}, with the values that occur in projects that the caller may read for those of some values. Issues of the simulator have no fields of their own making: custom is false.',
    reason: 'Only the path is documented.',
  },
  A117: {
    title: 'Stored traceability data',
    section: '4.4',
    behaviour:
      'The deprecated operations answer what is stored of the matrices of the space: {id, name, spaceKey, type, status, data, updatedAt}, data being the JSON of query, columns and variables; the list is {results, total}. One matrix also has rows {spaceKey, key, values}, the texts of its first 200 rows, and total. DELETED ones are left out.',
    reason: 'Only the paths and the limit are documented.',
  },
  A118: {
    title: 'A matrix as HTML',
    section: '4.6',
    behaviour:
      'Takes id (a saved matrix) or columns (as JSON), q, variables (a JSON object) and limit, and answers {html, count, total, complete}: a table with a row for each requirement and a cell for each column that is not hidden, its values below one another. Texts are escaped; values that authors wrote as HTML are made inert.',
    reason: 'Only the path is documented.',
  },
} as const satisfies Entries
