// The page that follows one message through the queues. Everything that it shows was played on the demo world just now, and
// what its words say of an answer is checked while they are written.

import type { ResolvedScenario } from '../../src/scenario/format/format.ts'
import { GENERATED, page } from './markdown.ts'
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
    'An author changes a requirement on a page of the wiki. Somebody reads the new text on an issue of the tracker. In between lies a queue, and this page follows what happens there: once as it should, once with a tracker that is down, once with one that is too slow, and once in the other direction.',
    'Every request was sent and every answer given when this page was written; you can send them yourself, in this order:',
    '```sh\nnpx reqsim serve demo --clock manual\n```',
    'In a checkout that is `npm start -- --clock manual`. The clock stands still until a request moves it. Answers are cut to what matters here. What the words mean is explained in [Integration](concepts/integration.md).',
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
    '## As it should be',
    'In the demo, two issues link the requirement REQ-001: DRN-1 implements it, DRN-2 tests it. The tracker shows the text on both, from a copy of its own that they share:',
    exchangeBlocks(first),
    'Alice edits the page that defines the requirement. Editing pages is no operation of the service, so it is done [through the control API](control-api/README.md):',
    exchangeBlocks(edited),
    'Saving flags the requirements of the page: the text is still the old one, and needs updating.',
    exchangeBlocks(flagged),
    'Nothing is on its way to the tracker yet. The two messages that wait were there when the demo began:',
    exchangeBlocks(untold),
    'The next view of the page gathers texts and properties of all requirements that saving has flagged:',
    exchangeBlocks(viewed),
    'Now the wiki has the new text, and the flag is cleared:',
    exchangeBlocks(gathered),
    `Only now there is a message for the tracker, number ${MESSAGE}. REQ-002 is on the same page and linked too, so it gets one as well; the requirements that no issue links get none.`,
    exchangeBlocks(waiting),
    'It waits. Somebody who looks at the issue now sees what the text was:',
    exchangeBlocks(stale),
    'Wiki and tracker synchronise every three minutes. Three minutes pass:',
    exchangeBlocks(passed),
    'The tracker has answered. It refreshed one copy, which two links show:',
    exchangeBlocks(arrived),
    'So the new text is on DRN-2 too, although nobody has touched that issue:',
    exchangeBlocks(seen),
    'The whole way:',
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
    'From the beginning:',
    commandBlock(begun),
    'This time the tracker goes down: it answers nothing to the wiki, though a test can still look into it.',
    exchangeBlocks(down),
    'Alice edits the page, somebody views it, three minutes pass:',
    commandBlock(edited),
    commandBlock(viewed),
    commandBlock(passed),
    'The synchronisation found nobody. That is no attempt, and says nothing of the message, which stays as it was:',
    exchangeBlocks(untouched),
    'An administrator who cannot wait sends it by hand. `lastResponse` tells why that was of no use:',
    exchangeBlocks(tried),
    'The tracker comes back. Nobody needs to do anything about the message: the next synchronisation sends all that waits.',
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
    'Each message costs the tracker some of its time, and one synchronisation begins messages for 30 seconds. This scenario takes the demo and lets a message cost 30 seconds, so that one message is all that a synchronisation gets done:',
    commandBlock(slow),
    commandBlock(ran),
    'Two messages waited in the demo. One is done, for the other the time was up:',
    exchangeBlocks(left),
    'Now the same change as before, and three minutes:',
    commandBlock(edited),
    commandBlock(viewed),
    commandBlock(passed),
    'The message that had waited longest went first. For ours the time was up:',
    exchangeBlocks(late),
    'NOT_EXECUTED is no failure. The tracker has not looked at the message, so the issue shows the old text:',
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
    'The tracker has a queue of its own for what the wiki should know. The demo again, as it began:',
    commandBlock(begun),
    'An issue gets another key:',
    exchangeBlocks(renamed),
    'The tracker knows its issue by the new key at once, with its links:',
    exchangeBlocks(knows),
    'For the wiki it has a message, which waits:',
    exchangeBlocks(waiting),
    'Until it arrives the wiki shows the old key, which no issue has any more:',
    exchangeBlocks(old),
    'The same synchronisation serves both directions: first what waits in the wiki, then what waits in the tracker.',
    commandBlock(passed),
    'What the wiki answered can be read in the wiki:',
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
