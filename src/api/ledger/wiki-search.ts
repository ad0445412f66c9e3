/** Assumptions about reading and searching requirements through the wiki. */
import { type Entries, likely } from './entry.ts'

export const wikiSearchEntries = {
  A68: {
    title: 'Spaces that a wiki search covers',
    section: '4.3',
    behaviour:
      'A search covers the spaces in the query parameter spaceKey. If it is missing or blank, spaces are isolated and the path is not *, it covers the spaces in baselineCondition (A69), else the space of the path; otherwise, and with *, every space of the wiki that the caller may read. The setting isolateSpaces of the wiki decides whether spaces are isolated, else config.isolateSpaces. The space of the path, and every space named in the query, must exist (404) and be readable (403); * leaves out spaces that the caller may not read. The search covers only the current variant of a space, unless the query names variant.',
    reason:
      'The default by isolation is documented; the responses for unknown and unreadable spaces are not, and a wrong space name should be reported.',
  },
  A69: {
    title: 'Statuses that a wiki search shows',
    section: '4.3',
    behaviour:
      'includeArchived=true shows rows of every status, including DELETED and MOVED; includeBaselined=true shows frozen copies in addition to ACTIVE rows. baselineCondition shows only the frozen copies of the baselines that it names; its pairs name their spaces, which need not be that of the path, and spaceKey in the query leaves out those of other spaces. A pair is split at its last dash that leaves the key of a space; the baseline is a number or a name. A condition without pairs, or with an invalid one, returns 400, an unknown space or baseline 404, a space that the caller may not read 403; it has at most 100 pairs.',
    reason: 'The parameters are documented by name; their combination is not documented.',
  },
  A70: {
    title: 'Order of wiki searches',
    section: '4.3',
    behaviour:
      'sort takes the columns KEY (or REQKEY), BASELINE, SPACEKEY, STATUS, ID and TITLE (of the page), each with ASC or DESC; anything else returns 400 with the position. Texts sort by code point, an absent value sorts after all others, and equal rows sort by id. order is accepted and has no effect.',
    reason:
      'An ORDER BY clause is documented, but not its columns; the simulator parses it and evaluates no other expression.',
  },
  A71: {
    title: 'Response of a wiki search',
    section: '4.3',
    evidence: [
      likely(
        'A search is {results, count, offset, limit, explanation}.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'The response is {results, count, offset, limit, explanation}: count is the number of all matches, and explanation describes in English how the query was read. limit is 1 to 200, by default 20; an offset beyond the end gives no results.',
    reason: 'Clients of the service read these fields; bounds are those of the standalone lists.',
  },
  A72: {
    title: 'Parameter suggest',
    section: '4.3',
    behaviour:
      'With suggest of 1 or more, a q that is not a valid query is read as the beginning of a key, in any letter case, and the response has at most that many results.',
    reason:
      'The parameter is documented by name and type; a user who types into a search box needs matches before the query is complete.',
    default: 'complete',
    alternatives: { ignore: 'It is accepted and has no effect.' },
  },
  A73: {
    title: 'Parameters v and expand of one requirement',
    section: '4.3',
    behaviour:
      'v is the number or else the name of a baseline of the space and selects its frozen copy; a baseline that does not exist, or does not hold the key, returns 404. A blank v counts as absent. expand is a list; only references has an effect, and other values are ignored.',
    reason: 'The parameters are documented, their unknown values are not.',
    default: 'ignore',
    alternatives: { refuse: 'Unknown values of expand return 400.' },
  },
  A74: {
    title: 'Requirements in bulk',
    section: '4.3',
    behaviour:
      'The response is {results, count, limit}, with pages if fetchDependentPages is true. Results come in the order of the request, each once; requirements that do not exist or may not be read are left out, and a DELETED requirement is included with its status. count is the number found; limit (1 to 1,000, by default 1,000) cuts the results. Dependent pages are the readable pages that define the results, the requirements that these depend on, and those that depend on them: {pageId, title, requirements}, sorted by page id, each with those of the requirements that it defines.',
    reason:
      'The documentation gives only the parameters; a client that asks for many requirements expects the ones that exist.',
  },
  A75: {
    title: 'Response of uiSearch',
    section: '2.3',
    behaviour:
      'suggestionFilter lists what can complete a query in the spaces searched: spaces, statuses, properties (and external properties of requirements that the caller may read), types, pages and baselines, at most 200 of each. permissions are those of the caller in the space of the path, or for * in any space. testManagementActive is true if a test case is linked to a requirement of the wiki that the caller may read. PUT takes the same parameters as JSON in its body, which override those of the query; null counts as absent.',
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
      'The response is {results, offset, limit, total, hasNext, humanReadable, messageBean {warnings}}. Without spaceKey, the search covers every readable space; named spaces that do not exist or may not be read are left out, with the same warning for both. There are also warnings for fields and properties of the query that nothing in the searched spaces has (at the end of a chain, nothing that the caller may read), for such rules, and for values that status and ruleStatus never have.',
    reason: 'Clients of the service read these fields; we chose the texts of warnings.',
  },
} as const satisfies Entries
