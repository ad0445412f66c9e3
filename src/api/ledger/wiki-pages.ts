/** Assumptions about pages, key suggestions and rich-text helpers of the wiki. */
import { type Entries, likely, stated } from './entry.ts'

export const wikiPageEntries = {
  A77: {
    title: 'Response of a reindex',
    section: '4.6',
    evidence: [likely('POST reindexes a page as PUT does.', 'clients of the service send POST')],
    behaviour:
      'PUT and POST /helpers/reindex/{contentId} return {page, active, deleted, flagged}: the page and its version, and the keys that became ACTIVE, became DELETED, and were flagged as needing their excerpt. The content must be a page of the addressed wiki, else 404; a reindex does not create a version of the page.',
    reason:
      'The effect of a reindex is documented, its response is not; clients of the service send POST as well as PUT.',
  },
  A78: {
    title: 'Requirements of a page',
    section: '4.6',
    evidence: [
      stated(
        'GET /page/{spaceKey}/{pageId}?numberOfRequirements= lists the requirements of a page.',
        'a client calls it, and a captured response comes from it',
      ),
      stated('limitForPages is 4000 whatever the request says.', 'a captured response has it'),
      likely(
        'The requirements of a page are {settings, requirements, pageIndexing {position}, limitForPages}.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'GET /page/{spaceKey}/{pageId} and the documented path /misc/{spaceKey}/{pageId} count as a view of the page: excerpts are gathered. They return {settings, requirements, pageIndexing {position}, limitForPages}. requirements has the ACTIVE requirements of the page in the order of its content, those without a definition last, at most numberOfRequirements (1 or more) and at most limitForPages of them. position is the number of indexed requirements of the page; limitForPages is the setting (default 4000). A254 describes their fields.',
    reason:
      'Clients read these four fields; the meaning of position is not known. No response of /misc was captured: it has the same parameters and purpose, so it returns the same. Listing the requirements of a page counts as a view of it.',
    default: 'as-captured',
    alternatives: {
      'as-searched':
        '/misc returns requirements in the form of searches, {isolateSpaces, extendedMode, defaultRelationship} of the space as settings, and the value of numberOfRequirements, if sent, as limitForPages.',
    },
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
      'settings are those of the wiki, by default false, false, 500 and 0. javaType is PageReference, type ORIGIN or LINK. A reference is covered by a dependency if its page defines a requirement that depends on the referenced one; occurrence is the number of mentions on the page; at most 100 references are listed. searchUrl is /requirements/{spaceKey}?q= with a query for the value of the property or the first item of a list, or for the property alone if the value has more than 500 characters. isPublicDescription is true. duplicateOriginalPages never occurs, since no two pages of a space define the same key.',
    reason: 'The fields were observed, most of their values were not.',
  },
  A79: {
    title: 'Dependencies of a query',
    section: '4.6',
    behaviour:
      'GET /misc/{spaceKey}/dependency returns, for each relationship, references to the requirements that the matches of the query depend on through it, including matches, each once, sorted by space and key; relationships are sorted by code point. The query selects ACTIVE requirements of the space, by default all of them; naming a status or a baseline lifts the restriction to ACTIVE (A33). A requirement that does not exist, or that the caller may not read, is listed without url.',
    reason: 'Only the query is documented; the shape is that of the dependencies of a refreeze.',
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
      'The response is {input, key} for each input in order. An input is a prefix, or a key whose text before its last number is the prefix. The suggestion is the first number above the stored sequence of the prefix in the space that is neither in use nor held; a key in use raises the sequence, and gaps below it are not searched. If a number beyond 2^53 - 1 is in use, its prefix gets no suggestion. The number is as wide as those of the ACTIVE keys of the prefix, else as the pattern of a type of the space says, else three digits. An input that cannot begin a key returns 400; the keys . and .. are not allowed, and no key begins or ends with a blank.',
    reason:
      'Clients show that the last number per prefix is stored and that gaps are not searched; the rest follows from it.',
  },
  A81: {
    title: 'Timeout of key suggestions',
    section: '4.6',
    behaviour:
      'Each candidate counts as one virtual millisecond against timeout, without moving the clock; inputs that are left when the timeout is over are returned without a key. The first key is searched even beyond the timeout, among at most 100,000 candidates in all. A call takes up to 1,000 inputs.',
    reason:
      'Time is virtual, and a request takes none; the documentation promises at least one suggestion if possible.',
  },
  A82: {
    title: 'Hold on suggested keys',
    section: '4.6',
    behaviour:
      'A suggested key is held until it is used or released; anyone who may edit the space may release it. The number of a released key is suggested again as long as no higher number is in use. A space holds up to 10,000 keys; after that, suggestions return 409.',
    reason: 'Two editors must not get the same key, and a key that one of them discards should not be lost.',
    default: 'return',
    alternatives: {
      advance: 'A suggestion raises the stored sequence, so that a released number is not suggested again.',
    },
  },
  A83: {
    title: 'Releasing a key that is not held',
    section: '4.6',
    behaviour: 'Releasing a key that no user holds also returns 204.',
    reason: 'An editor releases what it discards without knowing whether the key was used meanwhile.',
    default: 'no-content',
    alternatives: { 'not-found': 'It returns 404.' },
  },
  A84: {
    title: 'Removing the macros of a page',
    section: '4.6',
    behaviour:
      'DELETE /uninstall/pages/{pageId} removes every definition and every mention of a requirement from the page, as an author would: the version of the page rises, and its requirements become DELETED. A page without macros does not change. An unknown page returns 404.',
    reason: 'The macros are all that the product knows of a page; without them it defines nothing.',
  },
  A85: {
    title: 'Completion in the editor',
    section: '4.6',
    behaviour:
      'GET /rte/{spaceKey}/suggest2 takes the typed text as q or query (both with different values: 400) and limit (1 to 200, default 10), and returns {results [{id, spaceKey, key, text, url}]}: ACTIVE requirements of the space, or of every readable space unless spaces are isolated. Requirements whose key begins with the text in any letter case come first, then those that contain it in key or text, each group sorted by key; % has no special meaning. An empty text returns the first keys.',
    reason: 'Neither parameters nor response are documented; this is what a completion needs.',
  },
  A86: {
    title: 'Report macro as HTML',
    section: '4.6',
    behaviour:
      'GET /rte/{spaceKey}/report/transform-to-html takes the query as q or query (both with different values: 400), columns (at most 50, named like the fields of queries, by default key and text; any other name returns 400) and limit (1 to 200, default 20), and returns {html, count}: a table of the first matches by key, and the number of matches. It searches the same spaces as a search from this space. Keys link to the requirement; parents and children that the caller may not read have no link or are left out.',
    reason: 'Neither parameters nor response are documented; a report shows what its query finds.',
  },
  A87: {
    title: 'HTML of authors inside rendered macros',
    section: '4.6',
    behaviour:
      "Rendered tables contain the authors' HTML of texts and properties, made inert: elements that mark up text stay without attributes and are closed, and everything else is removed, scripts and styles with their content. All other texts are escaped.",
    reason: "The service's excerpts are HTML, and code of one author must not run in the page of another.",
    default: 'inert',
    alternatives: { text: 'Only their text is shown, escaped.' },
  },
} as const satisfies Entries
