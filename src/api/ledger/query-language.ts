/** Choices about what lists and searches show, and about the fields and functions of the query language. */
import { type Entries, stated } from './entry.ts'

export const queryLanguageEntries = {
  A33: {
    title: 'Which requirements a list shows',
    section: '3',
    behaviour: 'ACTIVE ones; a query that names a status or a baseline lifts that.',
    reason: 'Archived requirements are documented to be excluded from searches unless asked for.',
  },
  A34: {
    title: 'A requirement asked for by key',
    section: '4.1',
    behaviour: 'The ACTIVE row answers; without one, the latest DELETED or MOVED row does, with its status.',
    reason: 'A client that kept a key should learn what became of it.',
  },
  A36: {
    title: 'Query language',
    section: '4.3',
    behaviour:
      'NOT, AND, OR in this precedence, left-associative and two-valued: a comparison with an absent value is false (!= too) and NOT is the complement. = NULL means IS NULL, and NULL in a list means or absent. = is exact; ~, LIKE and ILIKE are one operator, which ignores letter case and knows the wildcard % only. < and > compare numbers as numbers and everything else by code point. An inline property is the text of its HTML, here as in formulas.',
    reason: 'The search syntax is named but not described; most of the grammar was seen in use.',
  },
  A49: {
    title: 'Fields of the query language without records',
    section: '4.3',
    behaviour: 'This version holds no suspect links: the field suspect is understood and absent everywhere.',
    reason: 'The grammar is complete before all records are; a comparison with an absent value is false.',
  },
  A119: {
    title: 'Baselines in queries',
    section: '4.3',
    behaviour:
      'baseline is the number of a frozen copy and the name of that baseline: a number is compared with the one, a text with the other, and rows that are no frozen copies have neither. Elsewhere ("baseline was", isModified, a baseline of a named space) a text of digits is a number first and then a name. $currentBaseline is, for each row, the frozen (DONE) baseline of its space that has the highest number. "baseline was N" holds where baseline N of the space has a frozen copy of the same key; isModified(N) where html or inline properties differ from that copy, or there is none.',
    reason:
      'The forms were seen in use. A query has no page that could belong to a baseline, so that the newest one with frozen copies is what it stands in.',
  },
  A120: {
    title: 'Pages, types, attachments and containers in queries',
    section: '4.3',
    evidence: [stated("excel = '9001' compares the id of the attachment.", 'queries of a client')],
    behaviour:
      'A number is compared with the id, a text with the title or name. pageHistory is the page that defines a requirement or, DELETED, defined it last, and every page of its space that defined its key in an earlier version; the latest 100 versions of a page are kept. type is the type whose pattern the key has. excel is the attachment that a row was imported from, by id or file name. container is the page, issue or file that defines it, else its space; new_container that of the row that a MOVED row went to, absent where the caller may not read it.',
    reason: 'Of the other fields only the names were seen.',
  },
  A121: {
    title: 'Tests and users in queries',
    section: '4.3',
    evidence: [stated("hasLastTest('%…%') takes wildcards in the status.", 'queries of a client')],
    behaviour:
      "hasTest looks at every test case linked to a requirement, hasLastTest at the one that was executed last; a relationship restricts which ones count, and the status is compared in any letter case, with % as a wildcard. user('name') stands for the name of that user, which a property that names them holds; an unknown user equals nothing.",
    reason: 'Of the rest only the names of the functions were seen.',
  },
  A230: {
    title: 'Rules, and their status in queries',
    section: '4.3',
    evidence: [
      stated(
        "ruleStatus is true, false or 'warning'; the embedded wiki writes all three as texts.",
        'queries of a client',
      ),
    ],
    behaviour:
      'A rule belongs to a container of level PROJECT, for all of its requirements or those of one type, and asks for a property that is there and not blank (MANDATORY_PROPERTY), a key of a pattern (KEY_PATTERN), or values of a property that are among the listed ones, where a property that is absent will do (ALLOWED_VALUES). ruleStatus is false if a requirement breaks a rule, warning if it breaks only rules of severity WARNING, true if it satisfies all rules that apply to it, and absent if none applies. INVALID and VALID are accepted as former names of false and true, and each of the three values may be written as a text. ruleStatus@Name is the status by the rule of that name alone, absent if the container has no such rule. Values are compared in any letter case, as those of status are. Every query evaluates the current rules, for frozen copies too. Scenarios and the control API manage rules; there are no operations for them, because only the name of the group Rules is known.',
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
    alternatives: [
      {
        value: 'one-grammar',
        behaviour: 'Every interface accepts the words of both grammars and compares relationships exactly.',
      },
    ],
  },
} as const satisfies Entries
