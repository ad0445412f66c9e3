/** Choices that all operations of the wiki interface share. */
import { type Entries, likely } from './entry.ts'

export const wikiCommonEntries = {
  A51: {
    title: 'Permissions of the wiki interface',
    section: '5.7',
    behaviour:
      'Operations of a space need read or edit on it, as listed for each operation; administrators of the wiki have both everywhere. A caller without the permission is refused with 403, by name of the caller and key of the space; an unknown space is 404.',
    reason: 'The description names administrators only; the rest follows what the wiki itself checks.',
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
      'Besides the documented fields: newKey, genericUrl, destinationUrl, origin and references (page references), properties, dependencies, reverseDependencies and issues. References are listed when expand asks for them. A requirement whose page was deleted has no page any more, while a frozen copy keeps that from which it was frozen. Children and referring pages that the caller may not read are left out; parents and issues are listed as the requirement itself names them.',
    reason: 'Clients of the service read these fields.',
  },
  A53: {
    title: 'Field baseline of a wiki requirement',
    section: '2.3',
    behaviour:
      'A frozen copy shows the number of its baseline; any other row the highest baseline number of its space, whatever the status of that baseline, and none in a space without baselines.',
    reason:
      'Documented as the actual baseline, or the latest number of the space; which baselines count is not said.',
    default: 'latest',
    alternatives: [
      { value: 'latest-done', behaviour: 'Only baselines that are frozen count as the latest.' },
      { value: 'omit', behaviour: 'Only frozen copies have the field.' },
    ],
  },
  A54: {
    title: 'Deprecation header',
    section: '9.6',
    behaviour: 'Answers of deprecated operations carry the header Deprecation: true.',
    reason: 'A client should learn that it calls what will go; no date of deprecation is documented.',
    default: 'send',
    alternatives: [{ value: 'omit', behaviour: 'No header is sent.' }],
    general: true,
  },
  A55: {
    title: 'Bodies that are one text',
    section: '4',
    behaviour:
      'A body documented as a String is a JSON string; the bare text with Content-Type text/plain is taken too.',
    reason: 'Bodies are JSON unless stated; clients send either.',
    general: true,
  },
} as const satisfies Entries
