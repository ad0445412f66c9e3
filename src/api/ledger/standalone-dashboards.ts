/** Assumptions about dashboards, templates, parsed calculations, telemetry and rules. */
import { type Entries, likely } from './entry.ts'

export const standaloneDashboardEntries = {
  A224: {
    title: 'Dashboards',
    section: '4.1',
    behaviour:
      'A dashboard of a container of level PROJECT is {id, applicationId, containerId, name, description, default, widgets, createdAt, updatedAt}. POST takes {containerId, name, description, widgets}, PUT the same without containerId; PUT keeps fields that are absent or null, but a description of null is removed. A widget is {type, title, layout {column, row, width, height}} with query, formula, matrixId, templateId or text, depending on its type: REQUIREMENTS has a query, AGGREGATION and CALCULATION a formula and a query, MATRIX a saved matrix of the container, TEMPLATE a template of it and a query, TEXT a text. Queries and formulas must be valid, and a referenced record must exist for the caller when a dashboard first refers to it; it may be deleted afterwards. The filter search matches name and description, in any letter case.',
    reason: 'Only the calls and their parameters were seen.',
  },
  A225: {
    title: 'The default dashboard',
    section: '4.1',
    behaviour:
      'A container has at most one default dashboard. POST make-default makes another dashboard the default; PUT /dashboards/default changes the default dashboard, or creates it, which requires a name; DELETE makes it an ordinary dashboard. If there is none, GET and DELETE return 404. If the default dashboard is deleted, there is none.',
    reason: 'Only the calls were seen; the work of a user should not disappear as a side effect.',
  },
  A226: {
    title: 'Templates',
    section: '4.1',
    behaviour:
      'A template of a container of level PROJECT is {id, applicationId, containerId, name, description, type, content, sharedLevel, ownerId, createdAt, updatedAt}, where type is CALCULATION (the default) or AGGREGATION. Its owner is the caller who created it. sharedLevel is that of matrices: with NONE (the default) only the owner and administrators of the site see it, with SHARED_VIEW all who may read the container see it, with SHARED_EDIT all who may edit the container change it. Others get 403, and their lists leave it out. PUT keeps fields that are absent or null, but a description of null is removed. Issue templates of a wiki are a different resource, with their own ids: they define which issue is created in a tracker.',
    reason: 'The parameters type and sharedLevel were seen; the levels are those of saved matrices.',
  },
  A227: {
    title: 'Content of templates',
    section: '4.1',
    evidence: [likely('Parsing a template returns errors by variable.', 'the docstring of a client')],
    behaviour:
      'The content is text of at most 20,000 characters with at most 100 placeholders in double braces; a backslash before the braces makes them text. A placeholder is a formula of the language that the type names or, in a CALCULATION, one of id, key, text, status and space. parse takes {content, type} and returns {valid, errors, placeholders [{position, length, source, kind, references}], references}, with positions in the content; errors maps each variable (the text between the braces, cut at 100 characters) to [{position, message}]. evaluate takes {templateId or content, type, selection} with the selection of calculations and returns {type, results [{requirementId, key, text, errors}]}: one result for each requirement, or a single one for an AGGREGATION. A placeholder without a value becomes empty text and an error.',
    reason: 'The languages are those of calculations and aggregations; the fields of an error are assumed.',
    default: 'by-variable',
    alternatives: { list: 'The errors of parse are a list of {position, message}.' },
  },
  A228: {
    title: 'Parsing calculations',
    section: '4.1',
    behaviour: 'They are parsed like aggregations: {formula} returns {valid, errors, references}.',
    reason: 'Only the call was seen; the operation for aggregations is documented.',
  },
  A229: {
    title: 'Telemetry',
    section: '4.1',
    behaviour:
      'A feature is any text of 1 to 255 characters. Its uses are counted per user in the world, where the control API shows them, and in the report. Those of the world are deleted with the account of the user, and none is sent anywhere.',
    reason: 'Only the call and its field were seen.',
  },
} as const satisfies Entries
