/** The page. In production, `/sim` is where your server forwards to the service. */
import { render } from 'preact'
import { Requirements } from './requirements.tsx'

render(<Requirements base="/sim" />, document.querySelector('#app') as HTMLElement)
