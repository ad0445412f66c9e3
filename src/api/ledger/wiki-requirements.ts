/** Assumptions about writing requirements through the wiki: reserving, writing, moving, deleting, history, issue links. */
import type { Entries } from './entry.ts'

export const wikiRequirementEntries = {
  A56: {
    title: 'Reserving requirements',
    section: '4.3',
    behaviour:
      'mode is CREATE (the default), SUGGEST or UPDATE. CREATE and UPDATE reserve the key of the path and those in providedJson, [{key}], at most 1,000. SUGGEST reserves the next suggestQuantity (by default 1) free keys of suggestPrefix from suggestStart on (A80, A82); the default prefix is the part of the key in the path before its number. A reserved requirement is ACTIVE, has no text or properties even if some were sent, is flagged as needing its excerpt, and raises the stored sequence of its prefix; a held suggestion is used up. pageId, or page.pageId of the body, puts it on a page of the space, which must exist; without one it belongs to the first page that defines it. If a page is saved without defining a key that was reserved for it, the requirement becomes DELETED. Either all keys are reserved or none; the response lists them.',
    reason:
      'The parameters are documented by name; the documentation says that the content of a saved page decides.',
  },
  A57: {
    title: 'Reserving a key that is taken',
    section: '4.3',
    behaviour:
      'A key that an ACTIVE requirement has returns 409. With override=true or mode UPDATE, the response contains that requirement unchanged; if the call names another page, the requirement moves there with its definition and is flagged as needing its excerpt. A key whose rows are all DELETED or MOVED is free and gets a new row.',
    reason: 'The parameter override is documented by name only.',
  },
  A58: {
    title: 'What writing a requirement changes',
    section: '4.3',
    behaviour:
      'htmlExcerpt, properties, dependencies and page.pageId are written, and absent or null fields stay. properties and dependencies replace all existing ones; duplicate names of inline properties and duplicate dependencies return 400, and a dependency without a relationship gets the default one of the wiki. EXTERNAL properties are ignored, since they have their own operations; a dataType of STRING, as the requirements of a page show it, keeps the type of the property. spaceKey and key must be those of the URL (400); every other documented or observed field of a requirement is ignored. A requirement that is not ACTIVE returns 409, a page of another space 400. A write that changes nothing creates no version. A list is written entirely or not at all, and names each requirement once.',
    reason:
      'The documentation says that the operation writes the description; a client that sends back what it read should succeed.',
  },
  A59: {
    title: 'When a written text becomes visible',
    section: '4.3',
    behaviour:
      'A write changes the definition on the page, raises the version of the page once per call, and changes the requirement at once: its flag is cleared, since there is nothing left to gather, and the tracker receives a message. A requirement that was reserved for a page is then defined on it. Other requirements of the page are not flagged.',
    reason:
      'A client that writes through the interface expects to read its own writes, in every interface, and the excerpt is known.',
    default: 'at-once',
    alternatives: {
      'gather-on-view':
        'The definition is rewritten, and the requirement is flagged and keeps its text until the next view of the page, when the tracker receives a message. Requirements without a page change at once.',
    },
  },
  A60: {
    title: 'Moving a requirement',
    section: '2.3',
    behaviour:
      'newSpaceKey or newKey in the body of a write moves the requirement, after the rest of the body is written. Its row becomes MOVED and names the new place, and a new ACTIVE row, with its own id, continues it with text, properties of both kinds, dependencies, issue links and test case links. Within the space, its definition stays on its page under the new key. A move to another space requires edit there and removes it from its page; page.pageId may name one in the new space. If the new key already has the same issue link, the two are merged. Issue links of frozen copies stay, as do the old key in the dependencies of others and in the texts of pages. A taken key returns 409. The response is the new row.',
    reason: 'Only the fields are documented; the status MOVED is observed.',
  },
  A61: {
    title: 'Deleting a requirement',
    section: '4.3',
    behaviour:
      'The row becomes DELETED and keeps its text; its definition is removed from its page, whose version rises. The links stay with the key: they show on the DELETED row, and on the next row with the key. A requirement that is not ACTIVE returns 409.',
    reason: 'A page that defines the key again undoes the deletion, and should find its links.',
  },
  A62: {
    title: 'Requirements that their page defines again',
    section: '3',
    behaviour:
      'The documented transition from any state applies to the key. When a page defines a key that has no ACTIVE row, the latest DELETED row that this page defined becomes ACTIVE again, with its id; if there is none, as when another page had the key or it was moved, a new row is created. Frozen copies never change. REQUIREMENT_DELETED is queued when a row becomes DELETED, REQUIREMENT_UPDATED when a view has gathered excerpts.',
    reason:
      'This satisfies both rules: a reindex makes ACTIVE what the page defines, and a new row reuses a deleted key.',
  },
  A63: {
    title: 'History of requirements',
    section: '4.6',
    behaviour:
      'The response lists the keys of reqs in the same order: {spaceKey, key, events [{requirementId, baseline, event, at, by}]}, the oldest event first, over all rows that had the key in the current variant, and the frozen copies of the key, whichever variant they are from. Events of one instant are in the order in which they happened. expand=changes adds [{field, before, after}] as text. A row that a scenario wrote begins with CREATED (a frozen copy with ARCHIVED) at its creation. by is absent for changes by a scenario or the control API. A key that never existed returns 404; without reqs the list is empty.',
    reason: 'The documentation gives only the parameters of the operation.',
  },
  A64: {
    title: 'Deprecated links between requirements and issues',
    section: '4.3',
    behaviour:
      'jiraUrl is the base address of a tracker that the wiki is connected to (404 for another); it is optional if there is only one (otherwise 400). The wiki writes or removes its own link at once, and queues LINK_ADDED or LINK_REMOVED with the title of the body; it does not ask the tracker whether the issue exists. relationship is that of the query, else of the body, else implements. Without relationship, a removal removes every link of the issue, and returns 404 if there is none. baseline selects the frozen copy, which must exist. The response to a new link is {applinkId, spaceKey, key, baseline, issueKey, relationship}.',
    reason:
      'Statuses and parameters are documented; each product changes its own side and sends a message to the other.',
  },
  A65: {
    title: 'Linking the same issue again',
    section: '4.3',
    behaviour: 'Adding the same link again returns 201 and changes nothing; no message is queued.',
    reason: 'A PUT can be repeated.',
    default: 'keep',
    alternatives: { conflict: 'It returns 409.' },
  },
  A66: {
    title: 'Deprecated operations without a space in the path',
    section: '4.3',
    behaviour:
      'spaceKey is a query parameter or a field of the body. If it is missing or blank, the operation selects the only readable space with the key as an ACTIVE requirement, else the only one that had it; several return 400, none returns 404. PUT /requirement takes one requirement or a list. Effects and responses are those of requirement2.',
    reason:
      'The paths are documented without parameters and bodies; a key alone does not identify a requirement for certain.',
  },
  A67: {
    title: 'Messages about requirements to the tracker',
    section: '6.2',
    behaviour:
      'When a requirement with issue links in the wiki is written, gathered, moved or deleted, the wiki queues one message for each application link of these issue links: REQUIREMENT_UPDATED, REQUIREMENT_RENAMED (spaceKey and key are the old ones, newSpaceKey and newKey the new) or REQUIREMENT_DELETED. Each event queues its own message, whatever waits already; messages about frozen copies carry their baseline.',
    reason: 'The tracker keeps one text for all issues that link a requirement, so it receives one message.',
  },
  A268: {
    title: 'Lists that move several requirements',
    section: '4.3',
    behaviour:
      'A list of requirements is written first; then all moves of the list happen at once, whatever its order. A requirement may take the key that another of the list gives up, so that a list shifts keys by one or swaps two. Two requirements with the same new key return 409, as does a key of a requirement that keeps it; nothing is written then. The tracker receives one REQUIREMENT_RENAMED for each requirement with issue links, ordered so that each key is given up before another requirement gets it; in a swap, one requirement is renamed to a key that ends in -swap-1 and then to its new key. What others say about the old keys stays (A60), so it leads to the requirement that has the key now. Messages that a client posts in a list (POST /api of the tracker, and the queues) are events and are applied one after the other.',
    reason: 'A list is written entirely or not at all, so its order should not decide what it does.',
    default: 'whole',
    alternatives: {
      'in-order':
        'Each requirement of the list is written and moved before the next one, so a key must be free when its turn comes.',
    },
  },
} as const satisfies Entries
