/** Light or dark theme: that of the system until the user selects one. */
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

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const system = signal(systemIsDark.matches)
systemIsDark.addEventListener('change', ({ matches }) => {
  system.value = matches
})

/** Whether the page is dark now. */
export function isDark(): boolean {
  return theme.value === 'dark' || (theme.value === 'system' && system.value)
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
