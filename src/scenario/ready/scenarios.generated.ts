// Generated from the files in scenarios/: change those, then run `npm run generate`.
import type { ResolvedScenario } from '../format.ts'

export const READY_SCENARIOS: readonly {
  readonly name: string
  readonly load: () => Promise<ResolvedScenario>
}[] = [
  { name: "demo", load: () => import('./demo.generated.ts').then((module) => module.scenario) },
  { name: "empty", load: () => import('./empty.generated.ts').then((module) => module.scenario) },
  { name: "large", load: () => import('./large.generated.ts').then((module) => module.scenario) },
  { name: "migration", load: () => import('./migration.generated.ts').then((module) => module.scenario) },
  { name: "outage", load: () => import('./outage.generated.ts').then((module) => module.scenario) },
  { name: "permissions", load: () => import('./permissions.generated.ts').then((module) => module.scenario) },
  { name: "rate-limited", load: () => import('./rate-limited.generated.ts').then((module) => module.scenario) },
  { name: "release-freeze", load: () => import('./release-freeze.generated.ts').then((module) => module.scenario) },
]
