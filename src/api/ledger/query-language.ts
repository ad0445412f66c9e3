/** Assumptions about what lists and searches show, and about the fields and functions of the query language. */
import { type Entries, stated } from './entry.ts'

export const queryLanguageEntries = {
  A33: {
    title: 'Which requirements a list shows',
    section: '3',
    behaviour:
      'A list shows ACTIVE requirements; a query that names a status or a baseline lifts this restriction.',
    reason: 'Archived requirements are documented to be excluded from searches unless requested.',
  },
  A34: {
    title: 'Requesting a requirement by key',
    section: '4.1',
    behaviour: 'The response is the ACTIVE row, or else the latest DELETED or MOVED row with its status.',
    reason: 'A client that kept a key should find out what happened to it.',
  },
  A36: {
    title: 'Query language',
    section: '4.3',
    behaviour:
      'The operators are NOT, AND and OR in this precedence, left-associative and two-valued: a comparison with an absent value is false (also with !=), and NOT is the complement. = NULL means IS NULL, and NULL in a list means or absent. = is exact; ~, LIKE and ILIKE are one operator, which ignores letter case and knows only the wildcard %. < and > compare numbers as numbers and everything else by code point. The value of an inline property is the text of its HTML, as in formulas; a list equals a value if one of its items does. A text in quotes alone is searched for in key and text, in any letter case, and an empty query matches everything. Keywords and names of fields may have any letter case; a backslash escapes blanks and special characters in names. from or child compares the key of a requirement that depends on the row, to or parent that of one that the row depends on, with @ for one relationship. A chain such as to-> takes one comparison or one parenthesis, and binds more tightly than NOT.',
    reason: 'The search syntax is named but not described; most of the grammar was seen in use.',
  },
  A49: {
    title: 'Query fields without data',
    section: '4.3',
    behaviour: 'This version stores no suspect links: the field suspect is valid and absent everywhere.',
    reason: 'Queries that use the field should parse; a comparison with an absent value is false.',
  },
  A119: {
    title: 'Baselines in queries',
    section: '4.3',
    behaviour:
      'baseline matches the number and the name of the baseline of a frozen copy: a number is compared with the number, a text with the name, and rows that are not frozen copies have neither. Elsewhere ("baseline was", isModified, a baseline of a named space, the parameters v and baselineCondition) a text of digits is tried as a number first and then as a name, and with zeros before them, as in 007, as a name first. $currentBaseline is, for each row, the frozen (DONE) baseline of its space with the highest number. "baseline was N" is true if baseline N of the space has a frozen copy of the same key; isModified(N) is true if html or inline properties differ from that copy, or if there is none.',
    reason:
      'The forms were seen in use. A query has no page that could belong to a baseline, so the newest baseline with frozen copies applies.',
  },
  A120: {
    title: 'Pages, types, attachments and containers in queries',
    section: '4.3',
    evidence: [stated("excel = '9001' compares the id of the attachment.", 'queries of a client')],
    behaviour:
      'A number is compared with the id, a text with the title or name. pageHistory is the page that defines a requirement (for a DELETED one, that defined it last) and every page of its space that defined its key in an earlier version; the latest 100 versions of a page are stored. type is the type whose pattern the key matches. excel is the attachment that a row was imported from, by id or file name. container is the page, issue or file that defines the row, else its space. new_container is the container of the row that a MOVED row went to, absent if the caller may not read it.',
    reason: 'Of the other fields only the names were seen.',
  },
  A121: {
    title: 'Tests and users in queries',
    section: '4.3',
    evidence: [stated("hasLastTest('%…%') takes wildcards in the status.", 'queries of a client')],
    behaviour:
      "hasTest matches any test case linked to a requirement, hasLastTest the one that was executed last. A relationship restricts which test cases count, and the status is compared in any letter case, with % as a wildcard. user('name') is the name of that user, as in a property of type USER; an unknown user equals nothing.",
    reason: 'Only the names of the functions were seen.',
  },
  A230: {
    title: 'Rules and the field ruleStatus in queries',
    section: '4.3',
    evidence: [
      stated(
        "ruleStatus is true, false or 'warning'; the embedded wiki writes all three as texts.",
        'queries of a client',
      ),
    ],
    behaviour:
      'A rule belongs to a container of level PROJECT and applies to all of its requirements or to those of one type. It requires a property that is present and not blank (MANDATORY_PROPERTY), a key that matches a pattern (KEY_PATTERN), or values of a property that are listed (ALLOWED_VALUES; an absent property passes). ruleStatus is false if a requirement breaks a rule, warning if it breaks only rules of severity WARNING, true if it satisfies all rules that apply to it, and absent if none applies. INVALID and VALID are accepted as former names of false and true, and each of the three values may be written as a text. ruleStatus@Name is the status by the rule of that name alone, absent if the container has no such rule. Values are compared in any letter case, as those of status are. Every query evaluates the current rules, for frozen copies too. Scenarios and the control API manage rules; no operation does, because only the name of the group Rules is known.',
    reason:
      'The field, its values and the name of the group were observed; kinds and severities are assumed.',
  },
  A255: {
    title: 'The grammar of queries by interface',
    section: '4.3',
    evidence: [
      stated(
        "projectKey, projectName, testCase and baseline = ('N' in parent 'K') belong to hosted and standalone queries.",
        'the lists of fields that a client offers',
      ),
      stated(
        'In hosted and standalone queries, jira@NAME compares the relationship in any letter case.',
        'queries of a client',
      ),
      stated(
        'excel, isModified(), hasLastTest(), links, pageHistory and baseline was belong to embedded queries.',
        'the lists of fields that a client offers',
      ),
    ],
    behaviour:
      'The standalone interface and the hosted wiki read one grammar, embedded operations the other. A word that only the other grammar has is a syntax error, and the message names that grammar. Stored queries are checked when they are written, except in saved matrices of the hosted wiki (A242), and parsed again by the interface that uses them: a query in the other grammar, from a scenario or another interface, is 400 there. Scenarios, the control API and freezing accept the words of both. K is the key of the space.',
    reason: 'The products share one world here, and their query languages differ in these words.',
    default: 'by-interface',
    alternatives: {
      'one-grammar': 'Every interface accepts the words of both grammars and compares relationships exactly.',
    },
  },
  A257: {
    title: 'Unquoted numbers in queries',
    section: '4.3',
    behaviour:
      'An unquoted number keeps its spelling. Compared with a text (a key, a status, an inline property, a text of an external property) it is the text as it is written, so that key = 007 finds 007 and not 7; compared with a number it is the number, so that id = 007 finds 7. Where a field has an identifier and a name (page, variant, baseline, type, container), it is the identifier; a number that is not written as identifiers are, such as 007 or 1.10, may also be the name. <, <=, > and >= compare numbers by size whatever their spelling, and lose no digits. The explanation and stored queries show the spelling. A number that a double does not hold exactly is refused with the advice to quote it where it is compared with a number or by size, and is a text elsewhere. In formulas a number is a number: 1.10 is 1.1, and more than 2^53 - 1 is refused.',
    reason:
      'Keys and versions often look like numbers. Whoever writes 1.10 does not mean 1.1, least of all in a write by query.',
    default: 'as-written',
    alternatives: {
      value:
        'An unquoted number is its value and has no spelling: key = 1.10 finds 1.1. Integers beyond 2^53 - 1 are refused everywhere.',
    },
  },
  A258: {
    title: 'A literal % in patterns',
    section: '4.3',
    behaviour:
      'In a pattern, which is a text after ~, LIKE or ILIKE, a text alone and the status of a test, % stands for any characters, \\% is a literal % and \\\\ a backslash, so that \\\\% is a backslash and then any characters. A backslash before anything but %, a backslash and quotes is literal. Elsewhere \\% is the two characters. The value of a variable of a matrix keeps a \\% that it contains.',
    reason: 'A text such as 50 % could not be searched for; \\ escapes the wildcard in SQL, too.',
    default: 'escaped',
    alternatives: {
      plain: 'Patterns have no escapes: every % is a wildcard, and a backslash before it is literal.',
    },
  },
  A259: {
    title: 'Days in queries',
    section: '4.3',
    behaviour:
      "A property of type DATE holds days, and a query compares it with a day, '2026-03-09', or with a moment, '2026-03-09T17:30:00Z', which counts as the day that is written in it; so does a moment that a scenario stores. Another value, such as 'yesterday', '-7d', 2026 or '2026-3-9', returns 400; in the hosted search, which has a list of warnings, it is a warning, and the comparison is false. ~ compares the text, as in ~ '2026-03-%'. An inline property is of type DATE if its first value in each space is.",
    reason: 'A comparison of a day with another text finds nothing or everything, without an error.',
    default: 'by-operation',
    alternatives: {
      refuse: 'Another value returns 400 in every search.',
      texts: 'Days are compared as texts, with any value and without a warning.',
    },
  },
} as const satisfies Entries
