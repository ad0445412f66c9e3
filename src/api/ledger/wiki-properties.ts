/** Choices about external properties and accumulators of the wiki. */
import type { Entries } from './entry.ts'

export const wikiPropertyEntries = {
  A88: {
    title: 'Requirements that an update of external properties reaches',
    section: '4.4',
    behaviour:
      'Those that a search with the same q at the same space returns: of the space where spaces are isolated, else of every space that the caller may read; without q, all of them. Rows of another status that the query asks for are written too, and a frozen copy stands for its requirement. One match in a space that the caller may not edit refuses the whole update with 403, and nothing is written. For the space null, administrators reach all spaces of the wiki; the count takes null too. The count is what the update would reach.',
    reason: 'The space is documented to decide about rights only; how far the query reaches is not said.',
  },
  A89: {
    title: 'Names and types of external properties',
    section: '2.3',
    behaviour:
      'They belong to the wiki. A name that is new gets the dataType that is sent, else the one that its first value reads as: DECIMAL, DATE, BOOLEAN, else TEXT; it is remembered once a requirement has a value. Another dataType than the known one is 409.',
    reason: 'A property carries its type, but nothing says who decides about it.',
    default: 'infer',
    alternatives: [{ value: 'text', behaviour: 'A new name without dataType is TEXT.' }],
  },
  A90: {
    title: 'Values of external properties',
    section: '2.3',
    behaviour:
      'value is HTML or text of at most 10,000 characters, of which the text is kept: with its blanks and line breaks where there are no tags, which make it HTML; a number, true or false in JSON counts as its text. NUMBER takes whole numbers, DECIMAL any number, both up to 2^53 - 1; DATE a day as YYYY-MM-DD; BOOLEAN true or false; USER the name of a user; LIST items with commas between, each of which a query finds. Anything else is 400. A value that is null, absent or without text takes the property away. type must be EXTERNAL if it is sent; display and indexation are ignored.',
    reason: 'The fields of a property are not shown beyond its kind; these were seen.',
  },
  A91: {
    title: 'External properties and baselines',
    section: '4.4',
    behaviour:
      'Values are those of the requirement, not of a baseline: whether v names a baseline or not, the ACTIVE row of the current variant gets the value, or the row that the copy named by v was made of, with all frozen copies of that row. A baseline that does not exist or does not hold the key is 404; a blank v is none. Without v, a DELETED or MOVED requirement is 409. History notes the change on the row that is no copy.',
    reason: 'External properties were seen not to be baselined, yet the update takes a baseline.',
  },
  A92: {
    title: 'Answers about external properties',
    section: '4.4',
    behaviour:
      'The count is {count}. An update by query answers the property as a requirement shows it, without value, display and indexation where it was taken away. RequirementKeyBean is {spaceKey, key}, and baseline where v names one; the older form of the update answers it too.',
    reason: 'Names are documented, fields are not.',
  },
  A93: {
    title: 'What accumulators run over',
    section: '4.4',
    behaviour:
      'The requirements that a search with q returns in the space, or with crossSpace in every space that the caller may read; includeBaselined adds frozen copies. Formulas are the parameter formula, an aggregation, and the CALCULATION columns of traceabilityMatrixColumns, a list of columns as a text of JSON: an aggregation counts as it is, a calculation is summed up over the requirements. At most 20 in one call; without any, the map is empty. In q and formulas, $name stands for a member of variables; one without a value is 400. offsetJson must be JSON, unless it is blank, and has no effect: figures are those of all rows, not of a page. The formulas of one call share 12,000,000 steps evenly, and none takes more than 10,000,000; beyond, a figure has no value and one error says why.',
    reason: 'Only the names of the parameters are documented.',
  },
  A94: {
    title: 'Results of accumulators',
    section: '4.4',
    behaviour:
      'By formula, as it was sent before variables were put in: {value, dataType, count, errors}, as an aggregation answers.',
    reason: 'Documented as a map of formula to result; the result is not shown.',
    default: 'figure',
    alternatives: [{ value: 'value', behaviour: 'The result is the bare value; null where there is none.' }],
  },
  A95: {
    title: 'Accumulators with tracker data',
    section: '4.4',
    behaviour:
      'With withJira, the operand @jira of a requirement without a property of that name is how many issue links the wiki shows on it, and absent where it has none. Criteria of figures are queries, which know no such operand: there, @jira is a property of that name.',
    reason: 'The parameter is documented by name; which data of the tracker formulas see is not.',
  },
  A96: {
    title: 'Accumulators of traceability matrices',
    section: '4.4',
    behaviour:
      'With matrixType TRACEABILITY, nothing is accumulated: each formula returns null, and neither q nor the formulas are read. Without matrixType it is ESTIMATION.',
    reason: 'Accumulators are documented not to work there, and that nothing checks it.',
  },
} as const satisfies Entries
