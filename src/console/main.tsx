/** The console: begins to follow the world of the address, and shows itself. */
import { render } from 'preact'
import { App } from './app.tsx'
import { follow } from './live.ts'
import { applyTheme } from './theme.tsx'

applyTheme()
follow(new URLSearchParams(location.search).get('world') ?? 'default')
const place = document.getElementById('app')
if (place !== null) render(<App />, place)
