/** Choices about external properties, their import and its jobs, and about files. */
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
      'An external property is {id, applicationId, name, dataType, enumValues}, the metadata that values on requirements refer to; names are unique per application. dataType is TEXT, DECIMAL, INTEGER, BOOLEAN or ENUM (the names are assumed); NUMBER (the former name of INTEGER), DATE, USER and LIST are accepted too. A property of type ENUM has 1 to 500 texts as enumValues, and its values must be among them (400); other types have none. PUT replaces the list, and refuses to drop a value that a requirement has (409). POST and PUT take {name, dataType, enumValues}, TEXT where a new one names no type. A new name is shown wherever the property is, and matrices, saved queries, dashboards, templates and rules of the application follow it; an import that is under way, or is tried again, writes the property that its name meant. The type of a property that a requirement or frozen copy has a value of cannot be changed (409). Creating takes edit on some project container of the application, changing and deleting on every one whose requirements have a value. search is a part of the name in any letter case.',
    reason: 'The calls and types were observed; the fields are those that values have.',
  },
  A216: {
    title: 'Deleting an external property that is in use',
    section: '4.1',
    behaviour: 'Its values go with it, from every requirement and frozen copy, and into their history.',
    reason:
      'That usage can be asked for suggests that a client shows beforehand what a deletion takes along.',
    default: 'take-values',
    alternatives: [{ value: 'refuse', behaviour: 'Refused with 409 while something has a value.' }],
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
      'Counted and listed are ACTIVE requirements of any variant that have a value and that the caller may read. usage answers a list of {id, name, requirementCount, requirementTypeCount, baselineCount} in the order of ids, and is 404 for an unknown one; baselineCount is the number of baselines, in containers that the caller may read, with a frozen requirement that has a value. Usage by types and usage by requirements are pages of identifiers in ascending order; requirements without a type do not count in the former.',
    reason: 'The names of fields and the envelope of the pages are assumed.',
    default: 'identifiers',
    alternatives: [
      {
        value: 'records',
        behaviour:
          'Usage by types is a page of {id, name, projectContainerId, requirementCount}, usage by requirements one of requirements.',
      },
    ],
  },
  A218: {
    title: 'What an import takes',
    section: '4.1',
    behaviour:
      'Spreadsheets come as the bytes of an XLSX or a CSV (UTF-8) with their content type, as multipart/form-data with one file and the fields projectContainerId, variantId and sheet, or as JSON {content in base64, fileName, projectContainerId, variantId, sheet}; JSON rows as {projectContainerId, variantId, rows [{requirementId or key, spaceKey, properties [{name, value, dataType}]}]}. The first row of a sheet that holds something names the columns: Key, Space if keys are not unique, and properties. Empty cells and rows change nothing, a formula counts with the value saved with it, a date with its day. Each sheet with a column Key is imported, the others are listed in skippedSheets. Rows change ACTIVE requirements in what the caller may edit, of the variant that was current when the import began unless one is named. A property that is new gets the type that all of its values read as, else TEXT. A TEXT without tags keeps its blanks and line breaks; one with tags is HTML, where they collapse.',
    reason: 'The group is named and the two calls were seen, nothing of what they take.',
  },
  A219: {
    title: 'Rows of an import that are wrong',
    section: '4.1',
    behaviour:
      'A row with an error is skipped as a whole and reported as {row, column, message}, up to a thousand of them; the other rows are imported. Wrong are unknown and ambiguous keys, a key with its space, or an id, that an earlier row of the same sheet or body has already, values that are not of the type, values beyond the named columns, and formulas that failed or were saved without a result. A quote of CSV that nothing closes refuses the whole file with 400.',
    reason: 'What is wrong with a row is no reason to keep others from being imported.',
    default: 'good-rows',
    alternatives: [{ value: 'nothing', behaviour: 'Nothing is imported where any row is wrong.' }],
  },
  A220: {
    title: 'Limits of an import',
    section: '4.1',
    behaviour:
      'At most 10,000 rows below the header of a sheet, empty ones included, 100 columns, 100,000 values and 20 sheets; of an XLSX at most 8 MB unpacked and 4 MB in one part: 413 beyond. A value has at most 10,000 characters. What is no XLSX or CSV, or is encrypted, is 400.',
    reason: 'Some limit is needed, since a small archive can hold gigabytes.',
  },
  A221: {
    title: 'Jobs',
    section: '4.1',
    behaviour:
      'A job is {id, applicationId, containerId, batchId, type, status, fileName, sheet, total, done, failed, errors, createdBy, createdAt, finishedAt}; type is EXTERNAL_PROPERTY_IMPORT, status PENDING, RUNNING, DONE, ERROR where rows failed, or CANCELLED. Jobs of one call share their batchId. 100 rows are imported in a second, the first after one. Cancelling keeps what was imported; trying again takes the rows that are not imported, after ERROR or CANCELLED, in the name of the user who tries again. Jobs are seen and changed by who started them and by administrators of the application, else as the container that they name; an application keeps the latest 100.',
    reason:
      'Cancel, retry, batchId and the filters were seen; the rest follows the bulk jobs of the tracker.',
  },
  A222: {
    title: 'Files',
    section: '2.1',
    behaviour:
      'A file is {id, applicationId, parentContainerId, name, contentType, size, createdAt, updatedAt}, where id is that of its container, below a workspace, with which it is renamed and deleted. POST takes {name, parentContainerId, content, contentType}, upload {content, contentType} with content in base64; upload/blob takes the body as it is with its content type, or the file of a form; without a type it is application/octet-stream. download answers the file with its content in base64, download/blob the bytes with their type, as an attachment. A file to which nothing was uploaded has no contentType and size, and its downloads are 404. The files of an application hold at most 64 MB together (413).',
    reason: 'Containers of type FILE are documented and the calls were seen, but no shape.',
  },
  A223: {
    title: 'Signed addresses of files',
    section: '2.1',
    behaviour:
      'download/url and upload/url answer {url, method, expiresAt}: an address of the interface itself at which GET reads or PUT replaces the bytes without a credential, for 15 minutes of the clock; afterwards, or for anything else, it is 403. A user who may read a file may request both, and an address does only what the one who asked may do when it is used: sending bytes takes edit.',
    reason:
      'The calls were seen; the address must not work for another user, and a user who may only read must not write.',
  },
} as const satisfies Entries
