/** Choices of dashboards, templates, parsed calculations, telemetry and rules. */
import { type Entries, likely } from './entry.ts'

export const standaloneDashboardEntries = {
  A224: {
    title: 'Dashboards',
    section: '4.1',
    behaviour:
      'A dashboard of a container of level PROJECT is {id, applicationId, containerId, name, description, default, widgets, createdAt, updatedAt}; POST takes {containerId, name, description, widgets}, PUT the same but containerId, where what is absent or null stays, and a description that is null goes. A widget is {type, title, layout {column, row, width, height}} and, as its type has them, query, formula, matrixId, templateId, text: REQUIREMENTS a query, AGGREGATION and CALCULATION a formula and a query, MATRIX a saved matrix of the container, TEMPLATE a template of it and a query, TEXT a text. Queries and formulas must be readable and what is referred to must exist for the caller when a dashboard first refers to it; it may be deleted afterwards. The filter search looks in name and description, in any letter case.',
    reason: 'Only the calls and their parameters were seen.',
  },
  A225: {
    title: 'The default dashboard',
    section: '4.1',
    behaviour:
      'A container has at most one. POST make-default moves the mark, PUT /dashboards/default changes the dashboard that has it or makes one that has it, which takes a name, DELETE takes the mark away and leaves the dashboard; without one, GET and DELETE are 404. Deleting the dashboard leaves none.',
    reason: 'Only the calls were seen; no user’s work should disappear as a side effect.',
  },
  A226: {
    title: 'Templates',
    section: '4.1',
    behaviour:
      'A template of a container of level PROJECT is {id, applicationId, containerId, name, description, type, content, sharedLevel, ownerId, createdAt, updatedAt}, where type is CALCULATION (the default) or AGGREGATION. It belongs to the caller who made it. sharedLevel is that of matrices: NONE (the default) is seen by the owner and administrators of the site alone, SHARED_VIEW by all who may read the container, SHARED_EDIT is changed by all who may edit it; others are refused with 403 and their lists leave it out. In PUT what is absent or null stays, and a description that is null goes. Templates of issues of a wiki are another resource: they say which issue is made in a tracker, and have ids of their own.',
    reason: 'The parameters type and sharedLevel were seen; the levels are those of saved matrices.',
  },
  A227: {
    title: 'The content of templates',
    section: '4.1',
    evidence: [likely('Parsing a template answers errors by variable.', 'the docstring of a client')],
    behaviour:
      'Text of at most 20,000 characters with at most 100 placeholders in double braces; a backslash before the braces makes them text. A placeholder is a formula of the language that the type names or, in a CALCULATION, one of id, key, text, status and space. parse takes {content, type} and answers {valid, errors, placeholders [{position, length, source, kind, references}], references}, positions being those of the content; errors maps each variable (the text between the braces, cut at 100 characters) to [{position, message}]. evaluate takes {templateId or content, type, selection} with the selection of calculations and answers {type, results [{requirementId, key, text, errors}]}: one result for each requirement, or one in all for an AGGREGATION. A placeholder without a value leaves nothing and an error.',
    reason: 'The languages are those of calculations and aggregations; the fields of an error are assumed.',
    default: 'by-variable',
    alternatives: [{ value: 'list', behaviour: 'The errors of parse are a list of {position, message}.' }],
  },
  A228: {
    title: 'Parsing calculations',
    section: '4.1',
    behaviour: 'As aggregations are parsed: {formula} returns {valid, errors, references}.',
    reason: 'Only the call was seen; its sibling is documented.',
  },
  A229: {
    title: 'Telemetry',
    section: '4.1',
    behaviour:
      'A feature is a text of 1 to 255 characters, whatever it says. Its uses are counted per user in the world, where the control API shows them, and in the report; those of the world leave with the account of the user, and none goes anywhere else.',
    reason: 'Only the call and its field were seen.',
  },
} as const satisfies Entries
