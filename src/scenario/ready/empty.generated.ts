// Generated from the files in scenarios/: change those, then run `npm run generate`.
import type { ResolvedScenario } from '../format.ts'

export const scenario: ResolvedScenario = {
 "name": "empty",
 "description": "One organization with its sites and an administrator, and nothing in them",
 "seed": 1,
 "clock": {
  "start": "2026-01-05T09:00:00Z"
 },
 "config": {},
 "world": {
  "organizations": [
   {
    "id": 1,
    "name": "Northwind Robotics"
   }
  ],
  "users": [
   {
    "id": 1,
    "name": "admin",
    "organizations": [
     {
      "organization": "Northwind Robotics",
      "role": "admin"
     }
    ]
   }
  ],
  "sites": [
   {
    "id": 101,
    "name": "wiki",
    "title": "Northwind Wiki",
    "type": "CONFLUENCE",
    "baseUrl": "https://wiki.northwind.test/wiki",
    "organization": "Northwind Robotics",
    "selfHosted": true,
    "administrators": [
     "admin"
    ]
   },
   {
    "id": 102,
    "name": "tracker",
    "title": "Northwind Tracker",
    "type": "JIRA",
    "baseUrl": "https://tracker.northwind.test",
    "organization": "Northwind Robotics",
    "selfHosted": true,
    "administrators": [
     "admin"
    ]
   },
   {
    "id": 103,
    "name": "workspaces",
    "title": "Northwind Workspaces",
    "type": "STANDALONE",
    "baseUrl": "https://workspaces.northwind.test",
    "organization": "Northwind Robotics"
   }
  ],
  "accountLinks": [
   {
    "user": "admin",
    "site": "wiki"
   },
   {
    "user": "admin",
    "site": "tracker"
   }
  ],
  "tokens": [
   {
    "user": "admin",
    "name": "default",
    "value": "tok-admin"
   }
  ],
  "sessions": [
   {
    "user": "admin",
    "value": "sess-admin"
   }
  ]
 },
 "generate": []
}
