// The page that follows one message through the queues. Everything that it shows was played on the demo world just now, and
// what its words say of an answer is checked while they are written.

import type { ResolvedScenario } from '../../src/scenario/format/format.ts'
import { page } from '../../src/docs/markdown.ts'
import { GENERATED } from './page-group.ts'
import { whole, fields, items } from './story/cut.ts'
import { sequenceDiagram } from './story/diagram.ts'
import { commandBlock, courseTable, diagramBlock, exchangeBlocks } from './story/parts.ts'
import { beginStory, type Facts, type Story, type Told } from './story/record.ts'
import {
  advance,
  edit,
  INBOUND,
  issuesShown,
  linksOf,
  loadDemo,
  loadSlow,
  MESSAGE,
  messageShown,
  NEW,
  OLD,
  queueShown,
  readAnswers,
  readIssues,
  readMessage,
  readQueue,
  readRequirement,
  readTrackerQueue,
  renameIssue,
  requirementShown,
  reset,
  sendMessage,
  setTracker,
  SILENT,
  synchronised,
  textShown,
  unseen,
  view,
  whatBegan,
} from './story/script.ts'

/** The text of the page; `demo` is the scenario that it begins with. */
export async function storyPage(demo: ResolvedScenario): Promise<string> {
  const story = await beginStory(demo)
  return page(
    GENERATED,
    '# The story of a message',
    'An author changes a requirement on a page of the wiki, and a reader sees the new text on an issue of the tracker. This page follows the message between them through the queue: in the normal case, with a tracker that is down, with a tracker that is too slow, and in the other direction.',
    'The requests and responses are real: generating this page sends them. Send them yourself, in this order:',
    '```sh\nnpx reqsim serve demo --clock manual\n```',
    'In a checkout that is `npm start -- --clock manual`. The clock is paused until a request moves it. Responses are shortened. [Integration](concepts/integration.md) explains the terms.',
    ...(await asItShould(story)),
    ...(await trackerDown(story)),
    ...(await trackerSlow(story)),
    ...(await otherDirection(story)),
  )
}

async function asItShould(story: Story): Promise<string[]> {
  const first = await story.send(linksOf('DRN-2'), textShown(OLD))
  const edited = await story.send(edit, { cut: fields('id', 'version', 'savedBy'), holds: { version: 2 } })
  const flagged = await story.send(readRequirement, requirementShown(OLD, true))
  const untold = await story.send(readQueue, queueShown('REQ-001', 'REQ-002'))
  const viewed = await story.send(view, {
    cut: fields('gathered'),
    holds: { gathered: ['REQ-001', 'REQ-002'] },
  })
  const gathered = await story.send(readRequirement, requirementShown(NEW, false))
  const waiting = await story.send(readQueue, queueShown('REQ-001', 'REQ-002', 'REQ-001', 'REQ-002'))
  const stale = await story.send(linksOf('DRN-2'), textShown(OLD))
  const passed = await story.send(advance, synchronised)
  const arrived = await story.send(readMessage, {
    ...messageShown({ status: 'DONE', attempts: 1, lastResponse: 'text refreshed for 2 links' }),
  })
  const seen = await story.send(linksOf('DRN-2'), { ...textShown(NEW), reply: [0, 'html'] })
  const chapter = [first, edited, flagged, untold, viewed, gathered, waiting, stale, passed, arrived, seen]
  return [
    '## The normal case',
    'In the demo, two issues link the requirement REQ-001: DRN-1 implements it, DRN-2 tests it. The tracker shows the text on both, from its own copy, which they share:',
    exchangeBlocks(first),
    'Alice edits the page that defines the requirement. The service has no operation for editing pages, so the [control API](control-api/pages.md) does it:',
    exchangeBlocks(edited),
    'Saving flags the requirements of the page. The stored text is still the old one.',
    exchangeBlocks(flagged),
    'There is no message yet. The two waiting messages belong to the initial state of the demo:',
    exchangeBlocks(untold),
    'The next view of the page updates texts and properties of all flagged requirements:',
    exchangeBlocks(viewed),
    'Now the wiki has the new text, and the flag is cleared:',
    exchangeBlocks(gathered),
    `Only now is there a message for the tracker, number ${MESSAGE}. REQ-002 is on the same page and also linked, so it gets a message too; requirements without linked issues get none.`,
    exchangeBlocks(waiting),
    'It waits. The issue still shows the old text:',
    exchangeBlocks(stale),
    'Wiki and tracker synchronise every three minutes. Three minutes pass:',
    exchangeBlocks(passed),
    'The tracker has responded. It refreshed one copy, which two links show:',
    exchangeBlocks(arrived),
    'So DRN-2 also shows the new text, although that issue did not change:',
    exchangeBlocks(seen),
    'The complete sequence:',
    diagramBlock(sequenceDiagram(chapter)),
    courseOfText(chapter),
  ]
}

async function trackerDown(story: Story): Promise<string[]> {
  const begun = await story.send(reset, whatBegan)
  const down = await story.send(setTracker('DISABLED', 'goes down'), {
    cut: fields('id', 'name', 'status'),
    holds: { name: 'Northwind Tracker' },
  })
  const [edited, viewed] = [await story.send(edit, unseen), await story.send(view, unseen)]
  const passed = await story.send(advance, synchronised)
  const untouched = await story.send(readMessage, messageShown({ status: 'PENDING', attempts: 0 }))
  const tried = await story.send(sendMessage, {
    ...messageShown({ status: 'PENDING', attempts: 0, lastResponse: SILENT }, true),
  })
  const up = await story.send(setTracker('ACTIVE', 'is up again'), {
    cut: fields('id', 'name', 'status'),
    holds: { name: 'Northwind Tracker' },
  })
  const again = await story.send(advance, synchronised)
  const arrived = await story.send(readMessage, {
    ...messageShown({ status: 'DONE', attempts: 1, lastResponse: 'text refreshed for 2 links' }),
  })
  const seen = await story.send(linksOf('DRN-2'), { ...textShown(NEW), reply: [0, 'html'] })
  const chapter = [down, edited, viewed, passed, untouched, tried, up, again, arrived, seen]
  return [
    '## With a tracker that is down',
    'Reset the world:',
    commandBlock(begun),
    'This time the tracker goes down. It does not respond to the wiki, but a test can still read from it.',
    exchangeBlocks(down),
    'Alice edits the page, Bob views it, and three minutes pass:',
    commandBlock(edited),
    commandBlock(viewed),
    commandBlock(passed),
    'The synchronisation did not reach the tracker. This does not count as an attempt, so the message is unchanged:',
    exchangeBlocks(untouched),
    'An administrator sends it by hand. `lastResponse` says why this failed:',
    exchangeBlocks(tried),
    'The tracker comes back. The next synchronisation sends all waiting messages without further action.',
    exchangeBlocks(up),
    commandBlock(again),
    exchangeBlocks(arrived),
    exchangeBlocks(seen),
    diagramBlock(sequenceDiagram(chapter)),
    courseOfText(chapter),
  ]
}

async function trackerSlow(story: Story): Promise<string[]> {
  const slow = await story.send(loadSlow, whatBegan)
  const ran = await story.send(advance, synchronised)
  const left = await story.send(readQueue, {
    cut: items({}, fields('id', 'operation', 'key', 'status', 'attempts')),
    holds: [{ id: 8002, status: 'NOT_EXECUTED', attempts: 1 }],
  })
  const [edited, viewed] = [await story.send(edit, unseen), await story.send(view, unseen)]
  const passed = await story.send(advance, synchronised)
  const late = await story.send(readMessage, {
    cut: items({}, fields('id', 'status', 'attempts', 'lastResponse')),
    holds: [
      { id: MESSAGE, status: 'NOT_EXECUTED', attempts: 1 },
      { id: 8002, status: 'DONE', attempts: 2 },
    ],
  })
  const stale = await story.send(linksOf('DRN-2'), textShown(OLD))
  const again = await story.send(advance, synchronised)
  const arrived = await story.send(readMessage, {
    ...messageShown({ status: 'DONE', attempts: 2, lastResponse: 'text refreshed for 2 links' }),
  })
  const seen = await story.send(linksOf('DRN-2'), { ...textShown(NEW), reply: [0, 'html'] })
  const chapter = [ran, edited, viewed, passed, stale, again, arrived, seen]
  return [
    '## With a tracker that is too slow',
    'Each message takes the tracker some time, and a synchronisation starts messages for 30 seconds. This scenario extends the demo so that a message takes 30 seconds. A synchronisation then completes one message:',
    commandBlock(slow),
    commandBlock(ran),
    'Two messages waited in the demo. One is done; the time was too short for the other:',
    exchangeBlocks(left),
    'Now the same change as before, and three minutes:',
    commandBlock(edited),
    commandBlock(viewed),
    commandBlock(passed),
    'The oldest message was sent first. The time was too short for ours:',
    exchangeBlocks(late),
    'NOT_EXECUTED is not a failure. The tracker has not read the message, so the issue shows the old text:',
    exchangeBlocks(stale),
    'The next synchronisation sends the message again, before younger ones:',
    commandBlock(again),
    exchangeBlocks(arrived),
    exchangeBlocks(seen),
    diagramBlock(sequenceDiagram(chapter)),
    courseOfText(chapter),
  ]
}

async function otherDirection(story: Story): Promise<string[]> {
  const begun = await story.send(loadDemo, whatBegan)
  const renamed = await story.send(renameIssue, { cut: whole, holds: { key: 'DRN-21' } })
  const knows = await story.send(linksOf('DRN-21'), {
    cut: items({}, fields('key', 'relationship')),
    holds: [{ key: 'REQ-001', relationship: 'implements' }],
  })
  const waiting = await story.send(readTrackerQueue, {
    cut: items({}, fields('id', 'operation', 'issueKey', 'newIssueKey', 'status', 'attempts')),
    holds: [{ id: INBOUND, operation: 'ISSUE_RENAMED', status: 'PENDING', attempts: 0 }],
  })
  const old = await story.send(readIssues, issuesShown('DRN-1'))
  const passed = await story.send(advance, synchronised)
  const answered = await story.send(readAnswers, {
    cut: whole,
    holds: [{ operation: 'ISSUE_RENAMED', status: 'DONE', message: '1 link follows the issue' }],
  })
  const seen = await story.send(readIssues, { ...issuesShown('DRN-21'), reply: ['issues', 0, 'issueKey'] })
  const chapter = [renamed, knows, waiting, old, passed, answered, seen]
  return [
    '## In the other direction',
    'The tracker has its own queue of messages for the wiki. Reset the demo:',
    commandBlock(begun),
    'An issue gets another key:',
    exchangeBlocks(renamed),
    'The tracker uses the new key at once, with the links of the issue:',
    exchangeBlocks(knows),
    'A message for the wiki waits:',
    exchangeBlocks(waiting),
    'Until it arrives, the wiki shows the old key, which no issue has any more:',
    exchangeBlocks(old),
    'One synchronisation sends messages in both directions: first those of the wiki, then those of the tracker.',
    commandBlock(passed),
    'The wiki lists its answers:',
    exchangeBlocks(answered),
    exchangeBlocks(seen),
    diagramBlock(sequenceDiagram(chapter)),
    courseTable(['Message', 'Attempts', 'Last response', 'Link that the wiki shows'], chapter, (facts) => [
      ...messageCells(facts, `tracker ${INBOUND}`),
      [...facts.links.values()].find((link) => link.endsWith('implements REQ-001')) ?? '',
    ]),
  ]
}

function courseOfText(chapter: readonly Told[]): string {
  return courseTable(['Message', 'Attempts', 'Last response', 'Text on DRN-2'], chapter, (facts) => [
    ...messageCells(facts, `wiki ${MESSAGE}`),
    facts.texts.get('REQ-001') === NEW ? 'new' : 'old',
  ])
}

function messageCells({ messages }: Facts, name: string): string[] {
  const message = messages.get(name)
  if (message === undefined) return ['', '', '']
  return [message.status, String(message.attempts), message.lastResponse ?? '']
}
