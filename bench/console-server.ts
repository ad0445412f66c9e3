/** The server of the console's bench, in a process of its own: `large`, live at sixty times the speed. Prints its addresses as JSON. */
import { serve } from '../src/adapters/node.ts'
import { createSimulator } from '../src/index.ts'

const simulator = await createSimulator({
  scenario: { name: 'console-bench', extends: ['large'], config: { rateLimit: 'off' } },
  clock: { mode: 'live', speed: 60 },
})
const { url } = await serve(simulator)
console.log(JSON.stringify({ url }))
