import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig } from 'vite'

// Serves the worker script of the installed Mock Service Worker, as `npx msw init public` would.
mkdirSync('public', { recursive: true })
copyFileSync(
  createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'),
  'public/mockServiceWorker.js',
)

export default defineConfig({
  // The modules of the page use top-level `await`.
  build: { target: 'es2023' },
  optimizeDeps: { include: ['reqsim', 'reqsim/console', 'reqsim/msw', 'msw/browser'] },
})
