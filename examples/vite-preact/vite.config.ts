import { reqsim } from 'reqsim/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [reqsim({ scenario: './reqsim/page.scenario.yaml', as: 'alice' })],
})
