/** Choices about pages, key suggestions and rich-text helpers of the wiki. */
import { type Entries, likely, stated } from './entry.ts'

export const wikiPageEntries = {
  A77: {
    title: 'Answer of a reindex',
    section: '4.6',
    evidence: [likely('POST reindexes a page as PUT does.', 'clients of the service send POST')],
    behaviour:
      'PUT /helpers/reindex/{contentId}, and POST on the same path, answer {page, active, deleted, flagged}: the page and its version, and the keys that became ACTIVE, that became DELETED, and that are flagged as needing their excerpt. The content is a page of the wiki that is addressed, else 404; it is not a new version of the page.',
    reason:
      'What a reindex does is documented, its answer is not; clients of the service send POST as well as PUT.',
  },
  A78: {
    title: 'Requirements of a page',
    section: '4.6',
    evidence: [
      stated(
        'GET /page/{spaceKey}/{pageId}?numberOfRequirements= lists the requirements of a page.',
        'a client calls it, and a captured response comes from it',
      ),
      stated('limitForPages is 4000 whatever is asked for.', 'a captured response has it'),
      likely(
        'The requirements of a page are {settings, requirements, pageIndexing {position}, limitForPages}.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'GET /page/{spaceKey}/{pageId} and the documented path /misc/{spaceKey}/{pageId} count as a view of the page: excerpts are gathered. They return {settings, requirements, pageIndexing {position}, limitForPages}. requirements are the ACTIVE requirements of the page in the order of its content, those without a definition last, at most numberOfRequirements (1 or more) and at most limitForPages of them; position is how many requirements of the page are indexed; limitForPages is the setting (default 4000). A254 describes their fields.',
    reason:
      'Clients read these four fields; the meaning of position is not known. No response of /misc was captured: it has the same parameters and purpose, so it returns the same. Listing the requirements of a page counts as a view of it.',
    default: 'as-captured',
    alternatives: [
      {
        value: 'as-searched',
        behaviour:
          '/misc returns requirements in the form of searches, {isolateSpaces, extendedMode, defaultRelationship} of the space as settings, and the value of numberOfRequirements, if sent, as limitForPages.',
      },
    ],
  },
  A254: {
    title: 'Fields of the requirements of a page',
    section: '4.6',
    evidence: [
      stated(
        'settings has popup-on-click, collapse-excerpts and popup-delay as texts, and indexing-mode as an integer.',
        'a captured response has them',
      ),
      stated(
        'Addresses are relative: genericUrl is /requirements/SPACE/KEY, destinationUrl ends in #req-KEY.',
        'a captured response has them',
      ),
      stated(
        'origin and references are {javaType, type, pageId, title, url, isCoveredByDependency}, references with occurrence, without expand.',
        'a captured response has them',
      ),
      stated(
        'Each property has display true, dataType STRING and searchUrl.',
        'a captured response has them',
      ),
      stated(
        'Requirements have isPublicDescription, tests {}, validations [] and sometimes duplicateOriginalPages, and no baseline, baselineDetails and page.',
        'a captured response has this form',
      ),
    ],
    behaviour:
      'settings are those of the wiki, by default false, false, 500 and 0. javaType is PageReference, type ORIGIN or LINK. A reference is covered by a dependency if its page defines a requirement that depends on the referenced one; occurrence is how often the page mentions the requirement; at most 100 references are shown. searchUrl is /requirements/{spaceKey}?q= with a query for the value of the property or the first item of a list, or for the property alone if the value has more than 500 characters. isPublicDescription is true. duplicateOriginalPages never occurs, since no two pages of a space define the same key.',
    reason: 'The fields were observed, most of their values were not.',
  },
  A79: {
    title: 'Dependencies of a query',
    section: '4.6',
    behaviour:
      'GET /misc/{spaceKey}/dependency answers, for each relationship, references to the requirements that the matches of the query depend on through it, matches among them, each once, by space and key; relationships are in order of code points. The query selects ACTIVE requirements of the space, all of them when it is absent; one that names a status or a baseline lifts that (A33). A requirement that does not exist, or that the caller may not read, is listed as it is named, without url.',
    reason: 'Only the query is given; the shape is that of the dependencies of a refreeze.',
  },
  A80: {
    title: 'Which key is suggested',
    section: '4.6',
    evidence: [
      likely(
        'The last number of a prefix is stored, and gaps below it are not searched.',
        'open clients or pages of the service show it',
      ),
    ],
    behaviour:
      'The response is {input, key} for each input in order; an input is a key, whose text before its last number is the prefix, or a prefix. The suggestion is the first number above the stored sequence of the prefix in the space that is neither in use nor held; a key in use raises the sequence, gaps below it are not searched. With a number beyond 2^53 - 1 in use, none is suggested for its prefix. The number is as wide as those of the ACTIVE keys of the prefix, else as the pattern of a type of the space says, else three digits. What can begin no key is 400; no key is . or .., and none begins or ends with a blank.',
    reason:
      'That the last number per prefix is stored and gaps are not searched was seen; the rest follows from it.',
  },
  A81: {
    title: 'Timeout of key suggestions',
    section: '4.6',
    behaviour:
      'Each candidate that is looked at counts as one virtual millisecond against timeout, without moving the clock; inputs that are left then are answered without key. The first key is looked for beyond the timeout, among at most 100,000 candidates in all. A call takes up to 1,000 inputs.',
    reason: 'Time is virtual, and an exchange takes none; at least one suggestion if possible is documented.',
  },
  A82: {
    title: 'Hold on suggested keys',
    section: '4.6',
    behaviour:
      'A suggested key is held until it is used or released; anyone who may edit the space may release it. The number of a released key is suggested again as long as no higher number is in use. A space holds up to 10,000 keys; then suggestions are refused with 409.',
    reason: 'Two editors must not get the same key, and what one of them discards should not be lost.',
    default: 'return',
    alternatives: [
      {
        value: 'advance',
        behaviour:
          'A suggestion raises the stored sequence, so that a released number is not suggested again.',
      },
    ],
  },
  A83: {
    title: 'Releasing a key that is not held',
    section: '4.6',
    behaviour: 'Releasing a key that no user holds also returns 204.',
    reason: 'An editor releases what it discards without knowing whether the key was used meanwhile.',
    default: 'no-content',
    alternatives: [{ value: 'not-found', behaviour: 'It is refused with 404.' }],
  },
  A84: {
    title: 'Removing the macros of a page',
    section: '4.6',
    behaviour:
      'DELETE /uninstall/pages/{pageId} takes every definition and every mention of a requirement out of the page, as an author would who saves it: its version rises, and its requirements become DELETED. A page without macros stays as it is. An unknown page is 404.',
    reason: 'What the product knows of a page are its macros; without them it defines nothing.',
  },
  A85: {
    title: 'Completion in the editor',
    section: '4.6',
    behaviour:
      'GET /rte/{spaceKey}/suggest2 takes what was typed as q or query (both with different values: 400) and limit (1 to 200, default 10), and answers {results [{id, spaceKey, key, text, url}]}: ACTIVE requirements of the space, or of every readable space where spaces are not isolated; first those whose key begins with the text in any letter case, then those that have it elsewhere in key or text, each by key; % stands for itself. Nothing typed gives the first keys.',
    reason: 'Neither parameters nor answer are given; it is what a completion needs.',
  },
  A86: {
    title: 'Report macro as HTML',
    section: '4.6',
    behaviour:
      'GET /rte/{spaceKey}/report/transform-to-html takes the query as q or query (both with different values: 400), columns (at most 50, named as queries name fields; key and text where absent; any other name is 400) and limit (1 to 200, default 20), and answers {html, count}: a table of the first matches by key, and how many there are. Spaces are searched as by a search from this space. Keys link to the requirement; parents and children that the caller may not read have no link or are left out.',
    reason: 'Neither parameters nor answer are given; a report shows what its query finds.',
  },
  A87: {
    title: 'HTML of authors inside rendered macros',
    section: '4.6',
    behaviour:
      "Texts and properties stand in rendered tables as their authors' HTML made inert: elements that mark up text stay without attributes and are closed, everything else goes, scripts and styles with their content. All other texts are escaped.",
    reason: "The service's excerpts are HTML, and what one author wrote must not run in the page of another.",
    default: 'inert',
    alternatives: [{ value: 'text', behaviour: 'Only their text is shown, escaped.' }],
  },
} as const satisfies Entries
