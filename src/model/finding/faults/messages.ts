/** Faults of messages between wiki and tracker: answered without being applied, or not at all. */
import type { World } from '../../../world/world.ts'
import { type MessageFacts, strikeMessage } from './matching.ts'

/** How a fault replaces the response to a message; undefined without a fault. */
export function messageFailure(
  world: World,
  facts: MessageFacts,
): { readonly status: 'FAILED' | 'NOT_EXECUTED'; readonly message: string } | undefined {
  const fault = strikeMessage(world, facts, false)
  if (fault?.target.kind !== 'message') return undefined
  const { id, effect } = fault
  const { answer } = fault.target
  if (answer === 'NONE') return undefined
  const what = answer === 'FAILED' ? 'the message failed' : 'the message was not executed'
  return { status: answer, message: effect.message ?? `${what} (fault ${id})` }
}

/** Why the receiver answers none of these messages; undefined without a fault. */
export function missingResponse(world: World, messages: readonly MessageFacts[]): string | undefined {
  for (const facts of messages) {
    const fault = strikeMessage(world, facts, true)
    if (fault !== undefined) return fault.effect.message ?? `no response (fault ${fault.id})`
  }
  return undefined
}
