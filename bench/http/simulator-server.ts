/** Serves a simulator of as many requirements as the first argument says; prints its address as JSON. */
import { loadLibrary, loadNodeDoor } from '../library.ts'
import { httpScenario } from './target.ts'

const { createSimulator } = await loadLibrary()
const { serve } = await loadNodeDoor()
const simulator = await createSimulator({ scenario: httpScenario(Number(process.argv[2])) })
const { url } = await serve(simulator)
console.log(JSON.stringify({ url }))
