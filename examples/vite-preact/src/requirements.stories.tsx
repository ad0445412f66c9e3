/**
 * Stories of the list, each with its own world: what is clicked in one is not seen in another. They are in Storybook's
 * Component Story Format; with Storybook installed, its types `Meta` and `StoryObj` replace those of this file.
 */
import type { JSX } from 'preact'
import { Requirements } from './requirements.tsx'

/** The part of a story's context that is used here. */
interface StoryContext {
  /** `requirements--with-an-error`, which is also the name of the world. */
  readonly id: string
}

interface Story {
  /** Run before the story is rendered. */
  readonly loaders?: readonly ((context: StoryContext) => Promise<unknown>)[]
}

export default {
  title: 'Requirements',
  component: Requirements,
  // A story begins with the scenario, however often it is opened.
  loaders: [({ id }: StoryContext) => control(id, 'reset', {})],
  render: (_args: unknown, { id }: StoryContext): JSX.Element => <Requirements base={`/sim/_world/${id}`} />,
}

export const WithRequirements: Story = {}

export const WithAnError: Story = {
  loaders: [
    ({ id }) =>
      control(id, 'faults', { interface: 'wiki', status: 503, message: 'The wiki is being updated.' }),
  ],
}

/** A call of the control API for one world. */
async function control(world: string, path: string, body: object): Promise<void> {
  const response = await fetch(`/sim/_sim/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Sim-Control': '1', 'X-Sim-World': world },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
}
