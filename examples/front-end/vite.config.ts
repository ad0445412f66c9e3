import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig } from 'vite'

// The worker of Mock Service Worker, as `npx msw init public` puts it there, always of the installed version.
mkdirSync('public', { recursive: true })
copyFileSync(
  createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'),
  'public/mockServiceWorker.js',
)

export default defineConfig({
  // The modules of the page use `await` at their top level.
  build: { target: 'es2023' },
  optimizeDeps: { include: ['reqsim', 'reqsim/msw', 'msw/browser'] },
})
