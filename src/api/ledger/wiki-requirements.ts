/** Choices about writing requirements through the wiki: reserving, writing, moving, deleting, history, issue links. */
import type { Entries } from './entry.ts'

export const wikiRequirementEntries = {
  A56: {
    title: 'Reserving requirements',
    section: '4.3',
    behaviour:
      'mode is CREATE (the default), SUGGEST or UPDATE. CREATE and UPDATE reserve the key of the path and those that providedJson lists, [{key}], at most 1,000; SUGGEST reserves the next suggestQuantity (by default 1) free keys of suggestPrefix, which is what stands before the number of the key in the path where it is absent, from suggestStart on (A80, A82). A reserved requirement is ACTIVE, has no text or properties even if some were sent, is flagged as needing its excerpt, and raises the stored sequence of its prefix; a held suggestion is used up. pageId, or page.pageId of the body, puts it on a page of the space, which must exist; without one it belongs to the page that comes to define it, while a page that is saved without defining a key reserved for it lets it become DELETED. All are reserved or none; the response is the list of them.',
    reason:
      'The parameters are documented by name; a page that is saved decides by its content, as documented.',
  },
  A57: {
    title: 'Reserving a key that is taken',
    section: '4.3',
    behaviour:
      'A key that an ACTIVE requirement has is refused with 409. With override=true or mode UPDATE it is answered as it is; if the call names another page, the requirement goes there with its definition and is flagged as needing its excerpt. A key whose rows are all DELETED or MOVED is free and gets a new row.',
    reason: 'The parameter override is documented by name only.',
  },
  A58: {
    title: 'What writing a requirement changes',
    section: '4.3',
    behaviour:
      'htmlExcerpt, properties, dependencies and page.pageId are written, and what is absent or null stays; properties and dependencies replace all that there are, no two inline properties of one requirement have one name and no dependency is there twice (400 each), and a dependency without a relationship has the default one of the wiki. EXTERNAL properties are ignored, as they have their own operations. spaceKey and key must be those of the URL (400); every other documented or observed field of a requirement is ignored. A requirement that is not ACTIVE is 409, a page of another space 400. Where nothing would change, no version is made. A list is written all or none, and names each requirement once.',
    reason:
      'The operation is said to write the description; a client that sends back what it read should succeed.',
  },
  A59: {
    title: 'When a written text is seen',
    section: '4.3',
    behaviour:
      'A write rewrites the definition on the page, raises the version of the page once per call, and changes the requirement at once: its flag clears, as nothing is left to gather, and the tracker receives a message. A requirement that was reserved for a page comes to be defined on it. Other requirements of the page are not flagged.',
    reason:
      'A client that writes through the interface expects to read its own writes, in every interface; the excerpt is known.',
    default: 'at-once',
    alternatives: [
      {
        value: 'gather-on-view',
        behaviour:
          'The definition is rewritten, and the requirement is flagged and keeps its text until the next view of the page, when the tracker receives a message. Requirements without a page change at once.',
      },
    ],
  },
  A60: {
    title: 'Moving a requirement',
    section: '2.3',
    behaviour:
      'newSpaceKey or newKey in the body of a write moves the requirement, after the rest of the body is written: its row becomes MOVED and names the new place, and a new ACTIVE row, with an id of its own, continues it with text, properties of both kinds, dependencies, issue links and test case links. Within the space its definition stays on its page under the new key; into another space, which takes the right to edit that space, it leaves its page, and page.pageId may name one there. An issue link that was left with the new key and is the same as one that comes is merged with it. Issue links of frozen copies stay, as do the old key in the dependencies of others and in the texts of pages. A taken key is 409. The response is the new row.',
    reason: 'Only the fields are documented; the status MOVED is observed.',
  },
  A61: {
    title: 'Deleting a requirement',
    section: '4.3',
    behaviour:
      'The row becomes DELETED and keeps its text, its definition leaves its page, whose version rises. The links stay with the key: they show on the DELETED row, and on the row that comes to have the key. What is not ACTIVE is 409.',
    reason: 'A deletion can be undone by the page that defines the key again, and should find its links.',
  },
  A62: {
    title: 'Requirements that their page defines again',
    section: '3',
    behaviour:
      'The documented transition from any state is read of the key. When a page defines a key that has no ACTIVE row, the latest row that this page defined and that is DELETED becomes ACTIVE again, with its id; where there is none, as when another page had the key or it was moved, a new row is made. Frozen copies are never touched. REQUIREMENT_DELETED is queued when a row becomes DELETED, REQUIREMENT_UPDATED when a view has gathered.',
    reason:
      'It keeps both rules: a reindex makes what the page defines ACTIVE, and a deleted key is used again by a new row.',
  },
  A63: {
    title: 'History of requirements',
    section: '4.6',
    behaviour:
      'The answer lists the keys of reqs in the order asked: {spaceKey, key, events [{requirementId, baseline, event, at, by}]}, the oldest event first, over all rows that had the key in the current variant, and the frozen copies of the key, whichever variant they were made of; expand=changes adds [{field, before, after}] as text. A row that a scenario wrote begins with CREATED (a frozen copy with ARCHIVED) at its creation. by is absent for what a scenario or the control API did. A key that never existed is 404; without reqs the list is empty.',
    reason: 'The operation is documented by its parameters only.',
  },
  A64: {
    title: 'Deprecated links between requirements and issues',
    section: '4.3',
    behaviour:
      "jiraUrl is the base address of a tracker that the wiki is connected to (404 for another); without it the only one is meant (400 when there is not one). The wiki's face of the link is written or removed at once, and LINK_ADDED or LINK_REMOVED is queued with the title of the body; the wiki does not ask the tracker whether the issue exists. relationship is that of the query, else of the body, else implements. A removal without relationship removes every link of the issue, and is 404 when there is none. baseline means the frozen copy, which must exist. The answer to a new link is {applinkId, spaceKey, key, baseline, issueKey, relationship}.",
    reason:
      'Statuses and parameters are documented; each product changes its own side and sends a message to the other.',
  },
  A65: {
    title: 'An issue linked again',
    section: '4.3',
    behaviour: 'Adding the same link again returns 201 and changes nothing; no message is queued.',
    reason: 'A PUT can be repeated.',
    default: 'keep',
    alternatives: [{ value: 'conflict', behaviour: 'It is refused with 409.' }],
  },
  A66: {
    title: 'Deprecated operations without a space in the path',
    section: '4.3',
    behaviour:
      'spaceKey is taken in the query, and in bodies. Without it the only readable space that has the key as an ACTIVE requirement is meant, else the only one that had it; several are 400, none is 404. PUT /requirement takes one requirement or a list. Effects and answers are those of requirement2.',
    reason:
      'The paths are documented without parameters and bodies; a key alone names no requirement for certain.',
  },
  A67: {
    title: 'Requirement messages to the tracker',
    section: '6.2',
    behaviour:
      'A requirement that has issue links in the wiki, and is written, gathered, moved or deleted, queues one message for each application link that these go through: REQUIREMENT_UPDATED, REQUIREMENT_RENAMED (spaceKey and key are the old ones, newSpaceKey and newKey the new) or REQUIREMENT_DELETED. Each event queues its own message, whatever waits already; messages about frozen copies carry their baseline.',
    reason: 'The tracker keeps one text for all issues that link a requirement, so it receives one message.',
  },
} as const satisfies Entries
