/** Assumptions about external properties, their import and its jobs, and about files. */
import { type Entries, likely } from './entry.ts'

export const standaloneImportEntries = {
  A215: {
    title: 'External properties of an application',
    section: '4.1',
    evidence: [
      likely(
        'The kinds are text, decimal, integer, boolean and dropdown, the last with its enumValues.',
        'the docstring of a client',
      ),
    ],
    behaviour:
      'An external property is {id, applicationId, name, dataType, enumValues}, the metadata that values on requirements refer to; names are unique per application. dataType is TEXT, DECIMAL, INTEGER, BOOLEAN or ENUM (the names are assumed); NUMBER (the former name of INTEGER), DATE, USER and LIST are accepted too. A property of type ENUM has 1 to 500 texts as enumValues, and its values must be among them (400); other types have none. PUT replaces the list, and returns 409 if a requirement has a value that the new list lacks. POST and PUT take {name, dataType, enumValues}; the default type of a new property is TEXT. A new name appears wherever the property does, and matrices, saved queries, dashboards, templates and rules of the application are updated; an import that is running, or is retried, writes the property that its name meant. The type of a property cannot be changed (409) if a requirement or frozen copy has a value of it. Creating requires edit on some project container of the application, changing and deleting on every one whose requirements have a value. search matches part of the name in any letter case.',
    reason: 'The calls and types were observed; the fields are those that values have.',
  },
  A216: {
    title: 'Deleting an external property that is in use',
    section: '4.1',
    behaviour:
      'Its values are removed from every requirement and frozen copy, and their histories record it.',
    reason: 'The operation that returns the usage suggests that a client shows it before deleting.',
    default: 'take-values',
    alternatives: { refuse: 'It returns 409 if anything has a value.' },
  },
  A217: {
    title: 'Usage of external properties',
    section: '4.1',
    evidence: [
      likely(
        'Usage counts baselines too; usage by requirements and by types lists identifiers.',
        'the docstring of a client',
      ),
    ],
    behaviour:
      'The counts and lists contain ACTIVE requirements of any variant that have a value and that the caller may read. usage returns a list of {id, name, requirementCount, requirementTypeCount, baselineCount} sorted by id, and 404 for an unknown property; baselineCount is the number of baselines, in containers that the caller may read, with a frozen requirement that has a value. Usage by types and usage by requirements are pages of identifiers in ascending order; requirements without a type do not count in the former.',
    reason: 'The names of fields and the envelope of the pages are assumed.',
    default: 'identifiers',
    alternatives: {
      records:
        'Usage by types is a page of {id, name, projectContainerId, requirementCount}, usage by requirements one of requirements.',
    },
  },
  A218: {
    title: 'What an import accepts',
    section: '4.1',
    behaviour:
      'A spreadsheet is sent as the bytes of an XLSX or a CSV (UTF-8) with its content type, as multipart/form-data with one file, or as JSON {content in base64, fileName}. projectContainerId, variantId and sheet are query parameters, or fields of the form or of the JSON; contradictions return 400. JSON rows are sent as {projectContainerId, variantId, rows [{requirementId or key, spaceKey, properties [{name, value, dataType}]}]}. The first row of a sheet that is not empty names the columns: Key, Space if keys are not unique, and properties; a line break in a name is a blank. A CSV may begin with a line such as sep=; that names its separator. Empty cells and rows change nothing, and hidden rows and columns count as others do. Each sheet with a column Key is imported, the others are listed in skippedSheets. Rows change ACTIVE requirements that the caller may edit, of the named variant or else of the one that was current when the import began. A TEXT without tags keeps its blanks and line breaks; one with tags is HTML, where they collapse.',
    reason: 'The group is named and the two calls were seen, but not their bodies.',
  },
  A219: {
    title: 'Import rows with errors',
    section: '4.1',
    behaviour:
      'A row with an error is skipped entirely and reported as {row, column, message}, up to a thousand rows; the other rows are imported. Errors are unknown and ambiguous keys, an id, or a key with its space, that an earlier row of the same sheet or body has, values of the wrong type, values beyond the named columns, formulas that failed or were saved without a result, and cells whose value cannot be read. Names of columns that are wrong, and an XLSX that is damaged, refuse the whole file with 400. An unclosed quote in a CSV refuses the whole file with 400.',
    reason: 'An error in one row is no reason to reject the others.',
    default: 'good-rows',
    alternatives: { nothing: 'Nothing is imported if any row has an error.' },
  },
  A220: {
    title: 'Limits of an import',
    section: '4.1',
    behaviour:
      'A sheet has at most 10,000 rows below the header, including empty ones, and 100 columns; a file has at most 8 MiB, 100,000 values beside its keys, and 20 sheets; an XLSX has at most 32 MiB unpacked and 16 MiB in one part, whether its parts are packed or stored. More returns 413. A value has at most 10,000 characters. A file that is not an XLSX or CSV, or is encrypted, returns 400.',
    reason: 'Some limit is needed, since a small archive can hold gigabytes.',
  },
  A221: {
    title: 'Jobs of the standalone interface',
    section: '4.1',
    behaviour:
      'A job is {id, applicationId, containerId, batchId, type, status, fileName, sheet, total, done, failed, errors, createdBy, createdAt, finishedAt}. type is EXTERNAL_PROPERTY_IMPORT; status is PENDING, RUNNING, DONE, ERROR if rows failed, or CANCELLED. Jobs of one call share their batchId. A job imports 100 rows per second, the first after one second. Cancelling keeps what was imported. After ERROR or CANCELLED a job can be retried: it imports the missing rows, in the name of the user who retries. The user who started a job, administrators of the application, and users with the permission on its container may see and change it. An application stores the latest 100.',
    reason:
      'Cancel, retry, batchId and the filters were seen; the rest follows the bulk jobs of the tracker.',
  },
  A222: {
    title: 'Files',
    section: '2.1',
    behaviour:
      'A file is {id, applicationId, parentContainerId, name, contentType, size, createdAt, updatedAt}, where id is that of its container below a workspace; the file is renamed and deleted with that container. POST takes {name, parentContainerId, content, contentType}, upload {content, contentType}, both with content in base64. upload/blob takes the body as it is with its content type, or the file of a form; the default type is application/octet-stream. download returns the file with its content in base64, download/blob the bytes with their type, as an attachment. Before an upload, a file has no contentType and size, and its downloads return 404. The files of an application hold at most 64 MB together (413).',
    reason: 'Containers of type FILE are documented and the calls were seen, but no shape.',
  },
  A223: {
    title: 'Signed addresses of files',
    section: '2.1',
    behaviour:
      'download/url and upload/url return {url, method, expiresAt}: an address of the interface itself at which GET reads or PUT replaces the bytes without a credential, for 15 minutes of the clock. Afterwards, and for any other use, it returns 403. A user who may read a file may request both; when an address is used, it allows only what the user who requested it may do, so uploading requires edit.',
    reason:
      'The calls were seen; the address must not give another user access, and a user who may only read must not write.',
  },
  A261: {
    title: 'What a cell of a spreadsheet gives',
    section: '4.1',
    behaviour:
      'Keys, spaces and properties that hold text take what a cell shows by its number format: 007, 1.10, 12.50%, REQ-007, TRUE. A number in the format General has all of its digits, up to 15. Properties that hold numbers, days or truth values take the value. A date is its day, also one that is stored as ISO text; in a text it is shown by its format, or as YYYY-MM-DD if that depends on the computer. A time of day or a duration is a text, such as 13:45 or 36:00. Rich text and a link give their text, a formula the value saved with it; the 0 that a writer saves without calculating counts as no result. It is an error of its row if a format hides digits of a key, so that it could be another, if a cell shows nothing, and if a number has more digits than a spreadsheet shows.',
    reason:
      'A key is what its author sees in the cell. The number below it may be the key of another requirement.',
    default: 'as-shown',
    alternatives: {
      values:
        'Properties that hold text take the value: the number without its format, true or false in small letters, the day as YYYY-MM-DD. Keys and spaces take what their cells show.',
    },
  },
  A262: {
    title: 'The type of a property that an import is the first to write',
    section: '4.1',
    behaviour:
      'It is the type that all values of rows without an error fit, DECIMAL, DATE or BOOLEAN, else TEXT. A value with digits that a number would lose, such as 00123, 1.10 or 1e3, is a text; so is a number that a cell shows with such digits or with other characters. Separators of thousands, currencies, percentages, fractions and exponents leave a number a number.',
    reason: 'Identifiers and versions often look like numbers, and lost digits do not come back.',
    default: 'keep-digits',
    alternatives: { fit: 'It is the type that all values fit, whatever digits are lost.' },
  },
  A263: {
    title: 'Hidden sheets of an import',
    section: '4.1',
    behaviour: 'They are imported only if sheet names them, and otherwise listed in skippedSheets.',
    reason: 'A hidden sheet often holds lists for the others, and whoever sends the file does not see it.',
    default: 'skip',
    alternatives: { import: 'They are imported as the others are.' },
  },
  A264: {
    title: 'Names of properties',
    section: '4.1',
    behaviour:
      'The name of a property has 1 to 255 characters and no control characters, in every operation and in scenarios; another returns 400. Blanks around it are removed (A265), or refused where names are the keys of a map or taken as they are sent. In an import, a name that differs only in letter case from one of the file or of an external property is an error, unless that property exists too.',
    reason:
      'No query finds a property by a name with invisible characters, and two names that look alike are one mistake.',
  },
} as const satisfies Entries
