// Generated from the files in scenarios/: change those, then run `npm run generate`.
import type { ResolvedScenario } from '../format.ts'

export const READY_SCENARIOS: readonly {
  readonly name: string
  readonly description: string
  readonly load: () => Promise<ResolvedScenario>
}[] = [
  {
    name: "demo",
    description: "A drone maker's wiki, tracker and workspaces, with requirements, issues and links between them",
    load: () => import('./demo.generated.ts').then((module) => module.scenario),
  },
  {
    name: "empty",
    description: "One organization with its sites and an administrator, and nothing in them",
    load: () => import('./empty.generated.ts').then((module) => module.scenario),
  },
  {
    name: "large",
    description: "The demo with 100,000 generated requirements in one more space, for paging and for speed",
    load: () => import('./large.generated.ts').then((module) => module.scenario),
  },
  {
    name: "migration",
    description: "The demo after a move of requirements and issues that left wiki and tracker with different links. To mend it: POST check-applinks and repair-applink, PUT /sync for GND-1 and DRN-41, give lost links their keys (/recover-null-keys), then PUT /repair/trackerlinks",
    load: () => import('./migration.generated.ts').then((module) => module.scenario),
  },
  {
    name: "outage",
    description: "The demo while wiki and tracker cannot reach each other, with dozens of messages waiting on both sides. To end it, bring the tracker back with PATCH /_sim/sites/102 and body {\"status\":\"ACTIVE\"}, and let three minutes pass",
    load: () => import('./outage.generated.ts').then((module) => module.scenario),
  },
  {
    name: "permissions",
    description: "The demo with one user for each role, and spaces that each of them sees differently",
    load: () => import('./permissions.generated.ts').then((module) => module.scenario),
  },
  {
    name: "rate-limited",
    description: "The demo with rate limits enforced, for clients that must wait and try again",
    load: () => import('./rate-limited.generated.ts').then((module) => module.scenario),
  },
  {
    name: "release-freeze",
    description: "The demo on the day of a release, from the last changes to a frozen baseline and its correction",
    load: () => import('./release-freeze.generated.ts').then((module) => module.scenario),
  },
]
