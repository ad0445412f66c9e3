/** The console: begins to follow the world of the address, and shows itself. */
import { render } from 'preact'
import { App } from './app.tsx'
import { follow } from './state/live.ts'
import { applyTheme } from './theme.tsx'

applyTheme()
follow(new URLSearchParams(location.search).get('world') ?? 'default')
const place = document.getElementById('app')
// In a task of its own: to read the script and to show the page at once would block it for twice as long.
if (place !== null) setTimeout(() => render(<App />, place))
