/** Light or dark: as the system says, until somebody chooses. */
import { signal } from '@preact/signals'

const KEY = 'reqsim.theme'
type Theme = 'system' | 'light' | 'dark'
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const theme = signal<Theme>(stored())

function stored(): Theme {
  const value = localStorage.getItem(KEY)
  return THEMES.find((one) => one === value) ?? 'system'
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.value
}

export function ThemeSwitch() {
  return (
    <label class="theme">
      <span class="field-label">Theme</span>
      <select
        value={theme.value}
        onChange={(event) => {
          theme.value = event.currentTarget.value as Theme
          localStorage.setItem(KEY, theme.value)
          applyTheme()
        }}
      >
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}
