/** Assumptions about external properties and accumulators of the wiki. */
import type { Entries } from './entry.ts'

export const wikiPropertyEntries = {
  A88: {
    title: 'Requirements that a bulk update of external properties changes',
    section: '4.4',
    behaviour:
      'The update changes the requirements that a search with the same q in the same space returns: of the space if spaces are isolated, else of every space that the caller may read; without q, all of them. Rows of another status that the query selects are written too, and a frozen copy stands for its requirement. One match in a space that the caller may not edit makes the whole update return 403, and nothing is written. With null as the space, administrators change all spaces of the wiki; the count also takes null. The count is the number that the update would change.',
    reason: 'The space is documented only for permissions; the range of the query is not documented.',
  },
  A89: {
    title: 'Names and types of external properties',
    section: '2.3',
    behaviour:
      'They belong to the wiki. A new name gets the dataType that is sent, else the type that its first value fits: DECIMAL, DATE, BOOLEAN, else TEXT; it is stored once a requirement has a value. A different dataType for a known name returns 409; STRING, as the requirements of a page show it, counts as absent.',
    reason: 'A property carries its type, but the documentation does not say what decides it.',
    default: 'infer',
    alternatives: { text: 'A new name without dataType is TEXT.' },
  },
  A90: {
    title: 'Values of external properties',
    section: '2.3',
    behaviour:
      'value is HTML or text of at most 10,000 characters, of which the text is stored: without tags with its blanks and line breaks, with tags as HTML. A number, true or false in JSON counts as its text. NUMBER takes whole numbers, DECIMAL any number, both up to 2^53 - 1; DATE a day as YYYY-MM-DD; BOOLEAN true or false; USER the name of a user; LIST items separated by commas, each of which a query finds. Anything else returns 400. A value that is null, absent or without text removes the property. type must be EXTERNAL if it is sent; display and indexation are ignored.',
    reason: 'Apart from its kind, the fields of a property are not documented; these were seen.',
  },
  A91: {
    title: 'External properties and baselines',
    section: '4.4',
    behaviour:
      'Values belong to the requirement, not to a baseline. Whether v names a baseline or not, the value is set on the ACTIVE row of the current variant, or on the row from which the copy named by v was made, with all frozen copies of that row, even if another row has its key now. A baseline that does not exist or does not hold the key returns 404; a blank v counts as absent. Without v, a DELETED or MOVED requirement returns 409. The history of the row that is not a copy records the change.',
    reason: 'External properties were seen not to be baselined, yet the update takes a baseline.',
  },
  A92: {
    title: 'Responses about external properties',
    section: '4.4',
    behaviour:
      'The count is {count}. An update by query returns the property as a requirement shows it, without value, display and indexation if it was removed. RequirementKeyBean is {spaceKey, key}, with baseline if v names one; the older form of the update returns it too.',
    reason: 'Names are documented, fields are not.',
  },
  A93: {
    title: 'Selection and formulas of accumulators',
    section: '4.4',
    behaviour:
      'Accumulators run over the requirements that a search with q returns in the space, or with crossSpace in every space that the caller may read; includeBaselined adds frozen copies. Formulas are the parameter formula, an aggregation, and the CALCULATION columns of traceabilityMatrixColumns, a list of columns as JSON text: an aggregation is used as it is, a calculation is summed over the requirements. A call takes at most 20; without any, the map is empty. In q and formulas, $name stands for a member of variables; one without a value returns 400. offsetJson must be JSON, unless it is blank, and has no effect: results cover all rows, not a page. The formulas of one call share 12,000,000 steps evenly, and none takes more than 10,000,000; beyond that, the result has no value and one error that says why.',
    reason: 'Only the names of the parameters are documented.',
  },
  A94: {
    title: 'Results of accumulators',
    section: '4.4',
    behaviour:
      'Each formula, as it was sent before variables were replaced, has {value, dataType, count, errors}, like the response of an aggregation.',
    reason: 'The documentation describes a map from formula to result, and does not show the result.',
    default: 'figure',
    alternatives: { value: 'The result is the plain value, or null if there is none.' },
  },
  A95: {
    title: 'Accumulators with tracker data',
    section: '4.4',
    behaviour:
      'With withJira, the operand @jira of a requirement without a property of that name is the number of issue links that the wiki shows on it, and absent if there are none. The criteria of an aggregate are queries, which have no such operand: there, @jira is a property of that name.',
    reason: 'The parameter is documented by name; the data of the tracker that formulas see is not.',
  },
  A96: {
    title: 'Accumulators of traceability matrices',
    section: '4.4',
    behaviour:
      'With matrixType TRACEABILITY, nothing is accumulated: each formula returns null, and neither q nor the formulas are parsed. Without matrixType it is ESTIMATION.',
    reason:
      'The documentation says that accumulators do not work there, and that the service does not check it.',
  },
} as const satisfies Entries
