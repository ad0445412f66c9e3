/** Choices about reading and searching requirements through the wiki. */
import { type Entries, likely } from './entry.ts'

export const wikiSearchEntries = {
  A68: {
    title: 'Spaces that a wiki search looks into',
    section: '4.3',
    behaviour:
      'The spaces that spaceKey names in the query; where it is missing or blank, if spaces are isolated and the path is not *, the spaces that baselineCondition names (A69), else the space of the path; otherwise every space of the wiki that the caller may read, as with *. Spaces are isolated when the setting isolateSpaces of the wiki says so, else when config.isolateSpaces does. The space of the path, and every space named in the query, must exist (404) and be readable (403); * leaves out what the caller may not read. Only the current variant of a space is searched, unless the query names variant.',
    reason:
      'The default by isolation is documented; what happens to unknown and unreadable spaces is not, and a wrong space name should be reported.',
  },
  A69: {
    title: 'Statuses that a wiki search shows',
    section: '4.3',
    behaviour:
      'includeArchived=true shows rows of every status, DELETED and MOVED ones too; includeBaselined=true shows frozen copies beside ACTIVE rows. baselineCondition shows the frozen copies of the baselines that it names and nothing else; its pairs name their spaces, which need not be that of the path, while spaceKey in the query leaves out those of other spaces. A pair is split at its last dash that leaves the key of a space; the baseline is a number or a name. What holds no pair, or something that is none, is 400, an unknown space or baseline 404, a space that the caller may not read 403; at most 100 pairs.',
    reason: 'The parameters are documented by name; how they go together is not said.',
  },
  A70: {
    title: 'Order of wiki searches',
    section: '4.3',
    behaviour:
      'sort takes the columns KEY (or REQKEY), BASELINE, SPACEKEY, STATUS, ID and TITLE (of the page), each with ASC or DESC; anything else is 400 and names the position. Texts sort by code point, an absent value as greater than any other, and equal rows by id. order is taken and has no effect.',
    reason: 'An ORDER BY clause is documented, but not its columns; it is read, never evaluated.',
  },
  A71: {
    title: 'Answer of a wiki search',
    section: '4.3',
    evidence: [
      likely(
        'A search is {results, count, offset, limit, explanation}.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'It is {results, count, offset, limit, explanation}: count is the number of all matches, and explanation says in English how the query was read. limit is 1 to 200, by default 20; an offset beyond the end gives no results.',
    reason: 'Clients of the service read these fields; bounds are those of the standalone lists.',
  },
  A72: {
    title: 'Parameter suggest',
    section: '4.3',
    behaviour:
      'With suggest of 1 or more, a q that is no query is taken as the beginning of a key, in any letter case, and at most so many results are answered.',
    reason:
      'The parameter is documented by name and type; someone who types into a search box needs matches before the query is complete.',
    default: 'complete',
    alternatives: [{ value: 'ignore', behaviour: 'It is taken and has no effect.' }],
  },
  A73: {
    title: 'Parameters v and expand of one requirement',
    section: '4.3',
    behaviour:
      'v is the number or else the name of a baseline of the space and answers its frozen copy; a baseline that does not exist, or does not hold the key, is 404. A blank v is none. expand is a list; only references has an effect, and other values are ignored.',
    reason: 'The parameters are documented, their unknown values are not.',
    default: 'ignore',
    alternatives: [{ value: 'refuse', behaviour: 'Unknown values of expand are refused with 400.' }],
  },
  A74: {
    title: 'Requirements in bulk',
    section: '4.3',
    behaviour:
      'The response is {results, count, limit}, with pages when fetchDependentPages is true. Results come in the order of the request, each once; what does not exist or may not be read is left out, a DELETED requirement answers with its status. count is the number found, limit (1 to 1,000, by default 1,000) cuts the results. Dependent pages are the readable pages that define the results, the requirements that these depend on, and those that depend on them: {pageId, title, requirements}, by page id, each with those of the requirements that it defines.',
    reason:
      'Bulk retrieval is documented by its parameters only; a client that asks for many expects an answer for those that are left.',
  },
  A75: {
    title: 'Answer of uiSearch',
    section: '2.3',
    behaviour:
      'suggestionFilter lists what can complete a query in the spaces searched: spaces, statuses, properties (and the external ones that a requirement which the caller may read has), types, pages and baselines, at most 200 of each. permissions are those of the caller in the space of the path, or for * in any space. testManagementActive is true when a test case is linked to a requirement of the wiki that the caller may read. PUT takes the same parameters as JSON in its body, which win over those of the query; null is the same as absent.',
    reason: 'The parts of the response are named, their fields are not.',
  },
  A76: {
    title: 'Hosted search',
    section: '4.3',
    evidence: [
      likely(
        'A hosted search is {results, offset, limit, total, hasNext, humanReadable, messageBean {warnings}}.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'The response is {results, offset, limit, total, hasNext, humanReadable, messageBean {warnings}}. Without spaceKey it looks into every readable space; spaces named that do not exist or may not be read are left out with one and the same warning. Warnings also tell of fields and properties in the query that nothing in the spaces searched has, or, at the end of a chain, nothing that the caller may read; of rules likewise, and of values that status and ruleStatus never have.',
    reason: 'Clients of the service read these fields; the texts of warnings are our own.',
  },
} as const satisfies Entries
