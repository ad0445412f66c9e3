/** Assumptions that shape every operation of an interface: errors, credentials, limits, routing. */
import { type Entries, likely, stated } from './entry.ts'

export const generalEntries = {
  A01: {
    title: 'Status codes of errors',
    section: '7.5',
    behaviour:
      '400 for malformed JSON, wrong types, values out of range, unknown values, missing parameters and syntax errors, and for an empty number or enumerated value; 401 without a valid credential; 403 without the permission; 404 for unknown paths and identifiers; 405 with Allow for a wrong method; 409 for illegal transitions and duplicates; 413 for large bodies; 415 for wrong content types.',
    reason: 'Common practice of HTTP interfaces; only 429 is documented.',
    general: true,
  },
  A02: {
    title: 'Error body of the standalone and hosted interfaces',
    section: '7.4',
    evidence: [
      likely('Errors are {message, statusCode, errors}.', 'clients of the service read these fields'),
    ],
    behaviour: 'Errors are {message, statusCode, errors}, where statusCode is the name of the HTTP status.',
    reason: 'Clients of the service read these fields.',
    general: true,
  },
  A03: {
    title: 'Media types',
    section: '4.7',
    behaviour:
      'Bodies must declare their documented Content-Type, else 415. JSON responses of the embedded interfaces name the character set, as the documented tracker examples do; other responses do not.',
    reason: 'Only the examples of the tracker show a content type.',
    general: true,
  },
  A271: {
    title: 'Compressed request bodies',
    section: '4.7',
    behaviour:
      'A body with Content-Encoding gzip, deflate or br is decoded and read; one that decodes to more than config.maximumBodyBytes returns 413. Another coding, or a body that is not what the header says, returns 415 with Accept-Encoding.',
    reason: 'RFC 9110 defines the response to other codings.',
    default: 'read',
    alternatives: {
      refuse: 'Every content coding returns 415.',
      'as-sent': 'The header is ignored, and the body is read as it was sent.',
    },
    general: true,
  },
  A04: {
    title: 'Limit and offset out of range',
    section: '4.1',
    behaviour: 'Numbers outside the documented bounds are refused with 400.',
    reason: 'A refusal shows the mistake; a clamped value hides it.',
    default: 'refuse',
    alternatives: { clamp: 'The nearest value within the bounds is used.' },
    general: true,
  },
  A05: {
    title: 'Undeclared parameters and body fields',
    section: '4',
    behaviour:
      'They are ignored and reported in X-Sim-Ignored, with the nearest declared names in X-Sim-Suggestions; config.strict refuses them with 400. Body fields that the response shows, such as id and createdAt, are accepted under config.strict too, and reported only if their values differ from it.',
    reason:
      'Most services ignore them, and a test double should report them all the same. Clients send back records as they read them.',
    general: true,
  },
  A06: {
    title: 'Repeated parameters',
    section: '4.1',
    behaviour:
      'A parameter that takes one value and is sent twice is refused with 400; sort criteria may repeat.',
    reason: 'Nothing says which of the two values would apply, so neither does.',
    general: true,
  },
  A07: {
    title: 'Error body of the embedded interfaces',
    section: '7.4',
    evidence: [
      likely(
        'Errors are {status-code, message, sub-code}.',
        'the framework of the host platform returns this form',
      ),
    ],
    behaviour: 'Errors are {status-code, message, sub-code}, with sub-code -1.',
    reason: 'The framework of the host platform returns this form.',
    default: 'status-code',
    alternatives: {
      'plain-text': 'Errors are the message alone as text/plain.',
      standalone: 'Errors have the shape of the standalone interface.',
    },
    general: true,
  },
  A08: {
    title: 'HEAD and OPTIONS',
    section: '4',
    behaviour:
      'HEAD returns what GET returns, without the body and with its Content-Length. OPTIONS returns 204 with Allow on every known path, without a credential and without counting against a rate limit.',
    reason: 'HTTP clients and browsers expect this of any server.',
    general: true,
  },
  A09: {
    title: 'Which operation a path selects',
    section: '4',
    behaviour:
      'If several templates match, the most specific one that has the method wins. A path parameter of the wrong type returns 404. A trailing slash makes no difference.',
    reason: 'The documented paths overlap, and all of them must be reachable.',
    general: true,
  },
  A10: {
    title: 'Large numbers',
    section: '4.1',
    behaviour:
      'Values of int64 parameters are read as digits, checked against the range of int64 and never rounded; numbers in bodies beyond 2^53 - 1 are refused with 400. Whole numbers that are no identifiers, such as versions and the numbers of baselines, have 32 bits in bodies as in parameters.',
    reason:
      'A rounded identifier would name another record; the documentation calls the other numbers Integer.',
    general: true,
  },
  A11: {
    title: 'Near misses',
    section: '7',
    behaviour:
      'A request that matches no operation gets the header X-Sim-Near-Miss, which lists at most three operations with a similar path. There is no header if no word of the path is similar to a word of theirs.',
    reason: 'A client under test should see at once what it misspelt. The service has no such header.',
    general: true,
  },
  A12: {
    title: 'Place of the standalone credential',
    section: '5',
    evidence: [likely('The token is sent as Authorization: Bearer.', 'clients of the service send it there')],
    behaviour: 'The token is sent as Authorization: Bearer <token>.',
    reason: 'Clients of the service send it there.',
    general: true,
  },
  A13: {
    title: 'Credentials of the embedded interfaces',
    section: '5.7',
    behaviour: 'A session cookie JSESSIONID, HTTP Basic with a password, or Authorization: Bearer <token>.',
    reason: 'The host platforms accept these.',
    general: true,
  },
  A266: {
    title: 'The end of a session',
    section: '5.7',
    behaviour:
      'A session of the embedded interfaces lasts until the instant that its scenario or the control API gives it, until the control API ends it, or else for ever. Its cookie then returns the 401 of an unknown one.',
    reason: 'The host platforms do not tell an expired session from an unknown one.',
    general: true,
  },
  A267: {
    title: 'Names of users in HTTP Basic',
    section: '5.7',
    behaviour:
      'HTTP Basic takes the name of a user or the e-mail address, in any letter case. If a text is both, the name wins.',
    reason:
      'The host platforms accept both in one edition or another, and several clients insist on an e-mail address.',
    general: true,
    default: 'name-or-email',
    alternatives: { name: 'It takes the name only.' },
  },
  A14: {
    title: 'Check of X-Base-Url',
    section: '5.4',
    behaviour:
      'The header must equal the base address of an active site of that product and region, and the account of the user must be linked to the site: the link in the service and the consent at the identity provider must both exist. If one of them is missing, the response is 403 and says which. A missing header returns 401. A trailing slash is ignored.',
    reason: 'The header selects the site; anything else would be a guess.',
    general: true,
  },
  A16: {
    title: 'Calls without a credential',
    section: '5.7',
    behaviour:
      'They return 401, except for operations that allow anonymous calls, where a credential that is not accepted counts as none. config.auth.anonymousAs names the user as whom anonymous calls of the embedded interfaces run.',
    reason: 'Only one operation is documented as anonymous.',
    general: true,
  },
  A17: {
    title: 'Rate-limit windows',
    section: '8',
    behaviour:
      'Each credential, interface and class has a fixed window of 60 seconds, aligned to the virtual minute. Anonymous callers share one window.',
    reason: 'The documented numbers are per minute; the kind of window is not documented.',
    general: true,
  },
  A18: {
    title: 'Rate-limit reset and Retry-After',
    section: '8',
    behaviour: 'X-Rate-Limit-Reset is in whole seconds, rounded up; no Retry-After is sent with 429.',
    reason: 'Only the three headers are documented.',
    default: 'omit',
    alternatives: { send: 'Responses with 429 carry Retry-After with the same number.' },
    general: true,
  },
  A19: {
    title: 'High-traffic operations',
    section: '8',
    behaviour:
      'Each operation declares its class; all standalone operations are normal (200 requests per minute).',
    reason:
      'The documentation does not list the high-traffic operations; the frequent reads of the wiki are the likely ones.',
    general: true,
  },
  A20: {
    title: 'When rate limits are enforced',
    section: '8',
    behaviour:
      'On a live clock they are enforced. On a clock that tests move they are only observed: headers count down, nothing is refused, and the report lists what would have been refused.',
    reason:
      'Otherwise a test suite whose clock stands still would use up the limit of its minute at once. config.rateLimit overrides the default.',
    general: true,
  },
  A21: {
    title: 'Absent optional fields',
    section: '2',
    behaviour:
      'Optional fields without a value are left out. In bodies, null for an optional field counts as absent, unless an entry says that it removes the value.',
    reason: 'Responses get smaller; clients must cope with both.',
    default: 'omit',
    alternatives: { null: 'They are sent as null, including those that the caller did not request.' },
    general: true,
  },
  A37: {
    title: 'Syntax errors of queries',
    section: '7.5',
    evidence: [
      likely(
        'A syntax error in a query returns 400 with a message that begins with Syntax error at position N.',
        'open clients or pages of the service show it',
      ),
    ],
    behaviour: 'They return 400 with a message that begins with Syntax error at position N, counted from 0.',
    reason: 'The service was observed to respond in this way.',
    general: true,
  },
  A44: {
    title: 'Size and depth of bodies',
    section: '8',
    behaviour:
      'Bodies beyond 8 MiB (config.maximumBodyBytes) return 413; JSON nested deeper than 64 levels returns 400.',
    reason: 'No limit is documented, and a server must have one.',
    general: true,
  },
  A45: {
    title: 'Limits of queries, formulas and lists',
    section: '8',
    behaviour:
      'A query or formula has at most 8,192 characters and 200 levels, a query at most 500 terms, a list at most 20 order criteria and a selection at most 10,000 keys; more returns 400. A formula takes at most 10,000,000 steps over its selection, and the results of one run hold at most 16,000,000 characters of text. Beyond that, a calculation returns errors for the requirements concerned, and an aggregation has no value and one error that says why. At most 100 errors of a formula, and 1,000 of the requirements of an aggregation, are listed.',
    reason: 'No limit is documented, and no request may take unbounded time.',
    general: true,
  },
  A48: {
    title: 'Embedded operations at hosted addresses',
    section: '4',
    behaviour:
      'The hosted wiki and tracker also serve the embedded operations below /rest/reqs/1, with the hosted credentials.',
    reason: 'Clients are written once for both; only one hosted call shape is documented.',
    default: 'on',
    alternatives: { off: 'Hosted addresses serve only their own operations.' },
    general: true,
  },
  A50: {
    title: 'WWW-Authenticate',
    section: '5',
    behaviour:
      'Responses with 401 carry WWW-Authenticate: Bearer, except at hosted addresses, since their credential has no authentication scheme.',
    reason:
      'HTTP requires the header. A browser that reads Basic opens its dialog for a password, also for a page that handles the 401 itself. Clients that send a password only after such a challenge, as many HTTP libraries and build tools do, need the alternative.',
    general: true,
    default: 'bearer',
    alternatives: {
      basic:
        'Responses of the embedded interfaces offer both: Basic realm="reqsim", Bearer realm="reqsim". The standalone interface offers Bearer only, as it takes no password.',
    },
  },
  A265: {
    title: 'Names that users give',
    section: '4',
    behaviour:
      'Names, titles and labels of all kinds have one rule in every operation, in the control API and in scenarios: blanks and line breaks around them are removed, and what must be unique is so afterwards. Control characters, line breaks within and unpaired surrogates return 400. Names in imported worlds are kept.',
    reason: 'A line break at the end comes from a shell, and no query finds the name.',
    general: true,
    default: 'tidy',
    alternatives: {
      'as-sent':
        'Operations take names as they are sent, but for those of properties. Scenarios and the control API keep the rule.',
    },
  },
  A239: {
    title: 'Characters of keys',
    section: '4.6',
    evidence: [
      likely(
        'Keys are made of letters, digits, _, - and .; the extended mode allows other characters.',
        'open clients or pages of the service show it',
      ),
    ],
    behaviour:
      'A key consists of at most 255 letters, decimal digits, _, - and .; the keys . and .. are not allowed. In a space in extended mode, a key has any characters except control characters, slashes and commas, and does not begin or end with a blank. Anything else returns 400. Letters, digits and marks, in keys and in words of queries, formulas and variables, are those of Unicode 17.0 on every machine.',
    reason:
      'The characters were seen in clients of the service. With a fixed version, every machine accepts the same keys.',
    general: true,
  },
  A252: {
    title: 'Booleans in queries of the standalone and hosted interfaces',
    section: '4.1',
    evidence: [
      stated(
        'Clients send booleans as True, False, TRUE, 1, 0, yes, no, on and off.',
        'clients build query strings with them',
      ),
      likely(
        'The interfaces accept these in any letter case and read an empty value as absent.',
        'clients send them and receive what they request',
      ),
    ],
    behaviour:
      'In any letter case, true, 1, yes and on mean true, and false, 0, no and off mean false. An empty value counts as absent. Anything else returns 400. Bodies take JSON booleans only.',
    reason: 'Clients spell booleans as their programming languages do.',
    default: 'words',
    alternatives: { strict: 'They are true or false as written; anything else returns 400.' },
    general: true,
  },
  A253: {
    title: 'Booleans in queries of the embedded interfaces',
    section: '4.1',
    evidence: [
      likely(
        'true counts in any letter case; anything else counts as false.',
        'clients send other letter cases and words there and get no error',
      ),
    ],
    behaviour:
      'true in any letter case means true; anything else, including 1, yes and an empty value, means false. Embedded operations at hosted addresses read booleans in the same way.',
    reason: 'The host platforms read booleans in this way.',
    default: 'true-or-else',
    alternatives: { strict: 'They are true or false as written; anything else returns 400.' },
    general: true,
  },
  A256: {
    title: 'Repeated body fields',
    section: '4',
    behaviour:
      'If an object of a body has a field more than once, the last value counts, and the field is reported as ignored; config.strict refuses it with 400.',
    reason: 'JSON parsers keep the last value, and a client that sends two values rarely means to.',
    general: true,
  },
  A260: {
    title: 'The text of HTML',
    section: '2.3',
    behaviour:
      'The text of a requirement and of a property is what readers of the page see, in one line: any white space, also in pre, is one blank; soft hyphens and zero-width spaces are left out. HTML, XHTML with a prefix and the storage format of wikis are read alike. Blocks, cells, list items, line breaks, pictures and controls separate words; other elements and comments do not. Attributes, scripts, styles, templates and titles are no text, nor are parameters of macros, placeholders, and the number and status of a task; CDATA is. A link without a text shows the title of its page or the name of its file. Character references are read as in HTML, but names without a semicolon not before a letter, a digit or =; unknown names stay as they are. A tag or comment that never ends hides the rest.',
    reason: 'Only the HTML is documented, and users search for what they see on the page.',
    general: true,
  },
} as const satisfies Entries
