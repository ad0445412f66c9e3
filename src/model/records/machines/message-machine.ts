/** State machines of the integration: the life of a message, and the mode of an application link (service §3, §6.2). */
import { APPLICATION_LINK_MODES, type ApplicationLinkMode } from '../tracker/integrations.ts'
import { type Machine, move } from '../state-machine.ts'
import { MESSAGE_STATUSES, type MessageStatus } from '../tracker/outbound-messages.ts'

export type MessageEvent = 'SUCCEED' | 'FAIL' | 'SKIP' | 'SUPERSEDE' | 'RETRY'

const WAITING = ['PENDING', 'FAILED', 'NOT_EXECUTED'] as const

export const messageMachine: Machine<MessageStatus, MessageEvent> = {
  name: 'queue message',
  states: MESSAGE_STATUSES,
  events: ['SUCCEED', 'FAIL', 'SKIP', 'SUPERSEDE', 'RETRY'],
  transitions: [
    ...WAITING.flatMap((from) => [
      move(from, 'SUCCEED', 'DONE', 'The other product has done what it says.'),
      move(from, 'FAIL', 'FAILED', 'It goes again in the next run.'),
      move(from, 'SKIP', 'NOT_EXECUTED', 'The time of the run was up; it goes again in the next one.'),
      move(
        from,
        'SUPERSEDE',
        'DONE',
        'Another message said what became of the same link; this one is not sent.',
      ),
    ]),
    ...(['FAILED', 'NOT_EXECUTED'] as const).map((from) =>
      move(
        from,
        'RETRY',
        'PENDING',
        'The application link was repaired: a message of the tracker starts over.',
      ),
    ),
  ],
}

export type ModeEvent = 'SET_AUTO' | 'SET_MANUAL' | 'SET_DISABLED'

const EFFECTS: Readonly<Record<ApplicationLinkMode, string>> = {
  AUTO: 'Messages are taken, and the version follows the wiki where it asks for an automatic upgrade.',
  MANUAL: 'Messages are taken; the version changes by request only.',
  DISABLED: 'Messages are refused, and synchronisation skips the integration.',
}

/** Any value is set from any other (service §3). */
export const modeMachine: Machine<ApplicationLinkMode, ModeEvent> = {
  name: 'application link mode',
  states: APPLICATION_LINK_MODES,
  events: ['SET_AUTO', 'SET_MANUAL', 'SET_DISABLED'],
  transitions: APPLICATION_LINK_MODES.flatMap((from) =>
    APPLICATION_LINK_MODES.map((to) => ({
      from,
      event: `SET_${to}` as const,
      to,
      section: '3',
      effects: EFFECTS[to],
    })),
  ),
}
