/** The entry point of the console: connects to the world in the address and renders the page. */
import { render } from 'preact'
import { App } from './app.tsx'
import { follow } from './live/live.ts'
import { applyTheme } from './theme.tsx'

applyTheme()
const parameters = new URLSearchParams(location.search)
const at = parameters.get('step') ?? ''
follow(parameters.get('world') ?? 'default', /^\d{1,9}$/.test(at) ? Number(at) : undefined)
const place = document.getElementById('app')
// In a separate task: evaluating the script and rendering the page at once would block the page for twice as long.
if (place !== null) setTimeout(() => render(<App />, place))
