/** Assumptions that all operations of the wiki interface share. */
import { type Entries, likely } from './entry.ts'

export const wikiCommonEntries = {
  A51: {
    title: 'Permissions of the wiki interface',
    section: '5.7',
    behaviour:
      'Operations on a space need read or edit on it, as listed for each operation; administrators of the wiki have both everywhere. A caller without the permission gets 403, with the name of the caller and the key of the space; an unknown space returns 404.',
    reason: 'The description names only administrators; the rest follows what the wiki itself checks.',
  },
  A52: {
    title: 'Fields of a wiki requirement',
    section: '2.3',
    evidence: [
      likely(
        'A requirement has genericUrl, destinationUrl, origin, references, properties, dependencies, reverseDependencies and issues.',
        'clients of the service read these fields',
      ),
    ],
    behaviour:
      'In addition to the documented fields: newKey, genericUrl, destinationUrl, origin and references (page references), properties, dependencies, reverseDependencies and issues. References are included if expand requests them. A requirement whose page was deleted has no page, while a frozen copy keeps the page from which it was frozen. Children and referring pages that the caller may not read are left out; parents and issues are listed as the requirement itself names them.',
    reason: 'Clients of the service read these fields.',
  },
  A53: {
    title: 'Field baseline of a wiki requirement',
    section: '2.3',
    behaviour:
      'A frozen copy shows the number of its baseline; any other row shows the highest baseline number of its space, whatever the status of that baseline, and none in a space without baselines. A number that no stored baseline has gets the status NON_EXISTING in baselineDetails, and a request for that baseline returns 404.',
    reason:
      'The documentation describes it as the actual baseline, or the latest number of the space, and not which baselines count.',
    default: 'latest',
    alternatives: {
      'latest-done': 'Only frozen baselines count as the latest.',
      omit: 'Only frozen copies have the field.',
    },
  },
  A54: {
    title: 'Deprecation header',
    section: '9.6',
    behaviour: 'Responses of deprecated operations carry the header Deprecation: true.',
    reason:
      'A client should learn that it calls an operation that will be removed; no date of deprecation is documented.',
    default: 'send',
    alternatives: { omit: 'No header is sent.' },
    general: true,
  },
  A55: {
    title: 'Bodies that are a single text',
    section: '4',
    behaviour:
      'A body documented as a String is a JSON string; plain text with Content-Type text/plain is accepted too.',
    reason: 'Bodies are JSON unless stated; clients send either.',
    general: true,
  },
} as const satisfies Entries
