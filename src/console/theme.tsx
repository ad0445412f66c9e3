/** Light or dark theme: that of the system until the user selects one. */
import { signal } from '@preact/signals'
import { readStored, writeStored } from './state/storage.ts'
import { Icon } from './ui/icon.tsx'

const KEY = 'reqsim.theme'
type Theme = 'system' | 'light' | 'dark'
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const theme = signal<Theme>(stored())

function stored(): Theme {
  const value = readStored('browser', KEY)
  return THEMES.find((one) => one === value) ?? 'system'
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.value
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const system = signal(systemIsDark.matches)
systemIsDark.addEventListener('change', ({ matches }) => {
  system.value = matches
})

/** Whether the page is dark now. */
export function isDark(): boolean {
  return theme.value === 'dark' || (theme.value === 'system' && system.value)
}

/** A button that goes through the themes. */
export function ThemeSwitch() {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system'
  const select = () => {
    theme.value = next
    writeStored('browser', KEY, next)
    applyTheme()
  }
  return (
    <button
      type="button"
      class="button button-quiet"
      aria-label={`Theme: ${theme.value}`}
      title={`Theme: ${theme.value}. Press for ${next}`}
      onClick={select}
    >
      <Icon name={theme.value} />
    </button>
  )
}
