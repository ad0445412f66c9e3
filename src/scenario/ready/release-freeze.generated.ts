// Generated from the files in scenarios/: change those, then run `npm run generate`.
import type { ResolvedScenario } from '../format.ts'

export const scenario: ResolvedScenario = {
 "name": "release-freeze",
 "description": "The demo on the day of a release, from the last changes to a frozen baseline and its correction",
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
   },
   {
    "id": 2,
    "name": "Contoso Avionics"
   }
  ],
  "users": [
   {
    "id": 1,
    "name": "admin",
    "displayName": "Ada Admin",
    "organizations": [
     {
      "organization": "Northwind Robotics",
      "role": "admin"
     },
     {
      "organization": "Contoso Avionics",
      "role": "member"
     }
    ]
   },
   {
    "id": 2,
    "name": "alice",
    "displayName": "Alice Engineer",
    "organizations": [
     {
      "organization": "Northwind Robotics",
      "role": "member"
     }
    ]
   },
   {
    "id": 3,
    "name": "bob",
    "displayName": "Bob Reader",
    "organizations": [
     {
      "organization": "Northwind Robotics",
      "role": "member"
     }
    ]
   },
   {
    "id": 4,
    "name": "eve",
    "displayName": "Eve Outsider",
    "organizations": [
     {
      "organization": "Contoso Avionics",
      "role": "member"
     }
    ]
   },
   {
    "id": 5,
    "name": "dana",
    "displayName": "Dana Director",
    "organizations": [
     {
      "organization": "Contoso Avionics",
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
   },
   {
    "id": 201,
    "name": "contoso-wiki",
    "title": "Contoso Wiki",
    "type": "CONFLUENCE",
    "baseUrl": "https://wiki.contoso.test/wiki",
    "organization": "Contoso Avionics"
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
   },
   {
    "user": "alice",
    "site": "wiki"
   },
   {
    "user": "alice",
    "site": "tracker"
   },
   {
    "user": "bob",
    "site": "wiki"
   },
   {
    "user": "bob",
    "site": "tracker"
   }
  ],
  "tokens": [
   {
    "id": 1,
    "user": "admin",
    "name": "default",
    "value": "tok-admin",
    "expires": "2027-01-05T09:00:00Z"
   },
   {
    "id": 2,
    "user": "alice",
    "name": "default",
    "value": "tok-alice",
    "expires": "2027-01-05T09:00:00Z"
   },
   {
    "id": 3,
    "user": "bob",
    "name": "default",
    "value": "tok-bob",
    "expires": "2027-01-05T09:00:00Z"
   },
   {
    "id": 4,
    "user": "eve",
    "name": "default",
    "value": "tok-eve",
    "expires": "2027-01-05T09:00:00Z"
   },
   {
    "id": 5,
    "user": "dana",
    "name": "default",
    "value": "tok-dana",
    "expires": "2027-01-05T09:00:00Z"
   },
   {
    "id": 6,
    "user": "alice",
    "name": "wiki only",
    "value": "tok-app101",
    "expires": "2027-01-05T09:00:00Z",
    "application": "wiki"
   },
   {
    "id": 7,
    "user": "alice",
    "name": "expired",
    "value": "tok-old",
    "expires": "2025-12-31T00:00:00Z",
    "createdAt": "2025-01-05T09:00:00Z"
   }
  ],
  "sessions": [
   {
    "user": "admin",
    "value": "sess-admin"
   },
   {
    "user": "alice",
    "value": "sess-alice"
   },
   {
    "user": "bob",
    "value": "sess-bob"
   },
   {
    "user": "eve",
    "value": "sess-eve"
   },
   {
    "user": "dana",
    "value": "sess-dana"
   }
  ],
  "spaces": [
   {
    "container": 1001,
    "spaceId": 501,
    "site": "wiki",
    "key": "ENG",
    "name": "Engineering",
    "grants": {
     "read": [
      "bob"
     ],
     "edit": [
      "admin",
      "alice"
     ]
    },
    "variants": [
     {
      "id": 5001,
      "name": "Current",
      "current": true
     },
     {
      "id": 5002,
      "name": "Experimental"
     }
    ]
   },
   {
    "container": 1002,
    "spaceId": 502,
    "site": "wiki",
    "key": "OPS",
    "name": "Operations",
    "grants": {
     "edit": [
      "admin",
      "alice"
     ]
    },
    "variants": [
     {
      "id": 5003,
      "name": "Current",
      "current": true
     }
    ]
   },
   {
    "container": 1003,
    "spaceId": 503,
    "site": "wiki",
    "key": "LAB",
    "name": "Laboratory",
    "grants": {
     "edit": [
      "admin"
     ]
    },
    "variants": [
     {
      "id": 5004,
      "name": "Current",
      "current": true
     }
    ]
   }
  ],
  "pages": [
   {
    "id": 4000,
    "container": 1100,
    "space": "ENG",
    "title": "Drone specification",
    "links": [
     "REQ-001",
     "REQ-007"
    ]
   },
   {
    "id": 4001,
    "container": 1101,
    "space": "ENG",
    "title": "Flight control",
    "parent": "Drone specification"
   },
   {
    "id": 4002,
    "container": 1102,
    "space": "ENG",
    "title": "Power",
    "parent": "Drone specification"
   },
   {
    "id": 4040,
    "space": "ENG",
    "title": "Release 1.1 (contents)",
    "parent": "Drone specification"
   }
  ],
  "workspaces": [
   {
    "id": 301,
    "container": 3001,
    "site": "workspaces",
    "key": "SIM",
    "name": "Simulation",
    "grants": {
     "edit": [
      "admin",
      "alice"
     ]
    },
    "variants": [
     {
      "id": 5006,
      "name": "Current",
      "current": true
     }
    ]
   }
  ],
  "files": [
   {
    "container": 3101,
    "workspace": "SIM",
    "name": "simulation.docx"
   },
   {
    "container": 3100,
    "workspace": "SIM",
    "name": "wind.csv",
    "text": "altitude,speed\n100,4.5\n200,7.25\n",
    "contentType": "text/csv"
   }
  ],
  "propertyNames": [
   {
    "id": 1,
    "space": "ENG",
    "name": "Category",
    "dataType": "TEXT"
   },
   {
    "id": 2,
    "space": "ENG",
    "name": "Priority",
    "dataType": "TEXT"
   }
  ],
  "types": [
   {
    "id": 1,
    "space": "ENG",
    "name": "Requirement",
    "pattern": "REQ-{000}"
   }
  ],
  "excelAttachments": [
   {
    "id": 9001,
    "space": "ENG",
    "page": "Power",
    "fileName": "power-budget.xlsx",
    "columns": [
     {
      "column": "A",
      "header": "Key",
      "role": "KEY"
     },
     {
      "column": "B",
      "header": "Requirement",
      "role": "TEXT"
     },
     {
      "column": "C",
      "header": "Category",
      "role": "PROPERTY",
      "name": "Category"
     },
     {
      "column": "D",
      "header": "Priority",
      "role": "PROPERTY",
      "name": "Priority"
     }
    ]
   }
  ],
  "externalProperties": [
   {
    "id": 7001,
    "site": "wiki",
    "name": "Cost",
    "dataType": "DECIMAL"
   }
  ],
  "requirements": [
   {
    "id": 6001,
    "space": "ENG",
    "key": "REQ-001",
    "page": "Flight control",
    "text": "The drone shall take off and land without a pilot at the controls.",
    "properties": {
     "Category": "Functional",
     "Priority": "High"
    },
    "external": {
     "Cost": 100
    }
   },
   {
    "id": 6002,
    "space": "ENG",
    "key": "REQ-002",
    "page": "Flight control",
    "text": "The drone shall hold its altitude within 0.5 m in winds of up to 10 m/s.",
    "properties": {
     "Category": "Safety",
     "Priority": "Medium"
    },
    "external": {
     "Cost": 200
    },
    "dependencies": [
     {
      "relationship": "refines",
      "to": "REQ-001"
     }
    ]
   },
   {
    "id": 6003,
    "space": "ENG",
    "key": "REQ-003",
    "page": "Flight control",
    "text": "The drone shall hold its position within 1 m while hovering.",
    "properties": {
     "Category": "Functional",
     "Priority": "Low"
    },
    "external": {
     "Cost": 300
    },
    "dependencies": [
     {
      "relationship": "refines",
      "to": "REQ-001"
     }
    ]
   },
   {
    "id": 6004,
    "space": "ENG",
    "key": "REQ-004",
    "page": "Flight control",
    "text": "The drone shall report its altitude to the ground station ten times a second.",
    "properties": {
     "Category": "Safety",
     "Priority": "High"
    },
    "external": {
     "Cost": 400
    },
    "dependencies": [
     {
      "relationship": "refines",
      "to": "REQ-002"
     }
    ]
   },
   {
    "id": 6005,
    "space": "ENG",
    "key": "REQ-005",
    "page": "Flight control",
    "text": "The drone shall follow a route of up to 200 waypoints.",
    "properties": {
     "Category": "Functional",
     "Priority": "Medium"
    },
    "external": {
     "Cost": 500
    }
   },
   {
    "id": 6006,
    "space": "ENG",
    "key": "REQ-006",
    "page": "Flight control",
    "text": "The drone shall return to its starting point when the radio link is lost for 5 s.",
    "properties": {
     "Category": "Safety",
     "Priority": "Low"
    },
    "external": {
     "Cost": 600
    }
   },
   {
    "id": 6007,
    "space": "ENG",
    "key": "REQ-007",
    "page": "Power",
    "text": "The drone shall fly for at least 35 minutes on one battery charge.",
    "properties": {
     "Category": "Functional",
     "Priority": "High"
    },
    "external": {
     "Cost": 700
    }
   },
   {
    "id": 6008,
    "space": "ENG",
    "key": "REQ-008",
    "page": "Power",
    "text": "The drone shall land by itself when the battery falls below 15 percent.",
    "properties": {
     "Category": "Safety",
     "Priority": "Medium"
    },
    "external": {
     "Cost": 800
    }
   },
   {
    "id": 6009,
    "space": "ENG",
    "key": "REQ-009",
    "page": "Power",
    "text": "The drone shall refuse to take off with a battery warmer than 60 °C.",
    "properties": {
     "Category": "Functional",
     "Priority": "Low"
    },
    "external": {
     "Cost": 900
    }
   },
   {
    "id": 6010,
    "space": "ENG",
    "key": "REQ-010",
    "page": "Power",
    "excel": "power-budget.xlsx",
    "text": "The drone shall draw no more than 400 W while hovering.",
    "properties": {
     "Category": "Safety",
     "Priority": "High"
    },
    "external": {
     "Cost": 1000
    }
   },
   {
    "id": 6011,
    "space": "ENG",
    "key": "REQ-011",
    "page": "Power",
    "excel": "power-budget.xlsx",
    "text": "The drone shall accept a supply voltage from 20 V to 26 V.",
    "properties": {
     "Category": "Functional",
     "Priority": "Medium"
    },
    "external": {
     "Cost": 1100
    }
   },
   {
    "id": 6012,
    "space": "ENG",
    "key": "REQ-012",
    "page": "Power",
    "text": "The drone shall cut all motors within 0.2 s of an emergency stop.",
    "properties": {
     "Category": "Safety",
     "Priority": "Low"
    },
    "external": {
     "Cost": 1200
    }
   },
   {
    "id": 6099,
    "space": "ENG",
    "key": "REQ-099",
    "page": "Power",
    "status": "DELETED",
    "text": "The drone shall carry a spare propeller.",
    "properties": {
     "Category": "Functional",
     "Priority": "Low"
    },
    "external": {
     "Cost": 9900
    }
   },
   {
    "id": 6101,
    "space": "ENG",
    "key": "REQ-003",
    "variant": "Experimental",
    "text": "The drone shall hold its position within 0.3 m while hovering.",
    "properties": {
     "Category": "Functional",
     "Priority": "High"
    }
   },
   {
    "id": 6102,
    "space": "ENG",
    "key": "EXP-001",
    "variant": "Experimental",
    "text": "The drone shall weigh less than 900 g.",
    "properties": {
     "Category": "Functional",
     "Priority": "Medium"
    }
   },
   {
    "id": 6201,
    "space": "LAB",
    "key": "SEC-001",
    "text": "The drone shall encrypt its flight log."
   },
   {
    "id": 6301,
    "workspace": "SIM",
    "key": "SIM-001",
    "file": "simulation.docx",
    "text": "The simulation shall run at the speed of the real drone or faster."
   },
   {
    "id": 6302,
    "workspace": "SIM",
    "key": "SIM-002",
    "file": "simulation.docx",
    "text": "The simulation shall repeat a run exactly.",
    "dependencies": [
     {
      "relationship": "refines",
      "to": "SIM-001"
     }
    ]
   }
  ],
  "sequences": [
   {
    "space": "ENG",
    "prefix": "REQ-",
    "value": 12
   }
  ],
  "baselines": [
   {
    "id": 7101,
    "space": "ENG",
    "number": 1,
    "name": "Release 1.0",
    "status": "DONE",
    "page": "Flight control",
    "requirements": [
     "REQ-001",
     "REQ-002",
     "REQ-003",
     "REQ-004",
     "REQ-005",
     "REQ-006"
    ],
    "firstCopy": 6021,
    "createdBy": "alice"
   },
   {
    "id": 7102,
    "space": "ENG",
    "number": 2,
    "name": "Release 1.1",
    "status": "PREVIEW",
    "query": "key ~ 'REQ-%'",
    "parent": 1,
    "createdBy": "alice"
   },
   {
    "id": 7103,
    "space": "ENG",
    "number": 3,
    "name": "Broken",
    "status": "ERROR",
    "message": "The requirements could not be copied.",
    "createdBy": "admin"
   }
  ],
  "matrices": [
   {
    "id": 1,
    "space": "ENG",
    "name": "Coverage",
    "description": "Which requirements are refined, and which issues implement them",
    "type": "COVERAGE",
    "query": "key ~ 'REQ-%'",
    "columns": [
     {
      "label": "Requirement",
      "type": "FIRST_COLUMN"
     },
     {
      "label": "Refined by",
      "type": "FROM",
      "value": "refines"
     },
     {
      "label": "Priority",
      "type": "PROPERTY",
      "value": "Priority"
     },
     {
      "label": "Issues",
      "type": "JIRA"
     }
    ],
    "owner": "alice"
   }
  ],
  "projects": [
   {
    "id": 20001,
    "container": 2001,
    "site": "tracker",
    "key": "DRN",
    "name": "Drone",
    "grants": {
     "read": [
      "bob"
     ],
     "edit": [
      "admin",
      "alice"
     ]
    },
    "variants": [
     {
      "id": 5005,
      "name": "Current",
      "current": true
     }
    ]
   }
  ],
  "issueTypes": [
   {
    "id": 10001,
    "site": "tracker",
    "name": "Story"
   },
   {
    "id": 10002,
    "site": "tracker",
    "name": "Bug"
   }
  ],
  "issues": [
   {
    "id": 30001,
    "container": 2101,
    "project": "DRN",
    "key": "DRN-1",
    "type": "Story",
    "summary": "Take off and land by autopilot",
    "status": "In Progress"
   },
   {
    "id": 30002,
    "container": 2102,
    "project": "DRN",
    "key": "DRN-2",
    "type": "Story",
    "summary": "Hold the altitude in wind",
    "status": "Open"
   },
   {
    "id": 30003,
    "container": 2103,
    "project": "DRN",
    "key": "DRN-3",
    "type": "Bug",
    "summary": "Compass drifts after long flights",
    "status": "Open"
   },
   {
    "id": 30004,
    "container": 2104,
    "project": "DRN",
    "key": "DRN-4",
    "type": "Story",
    "summary": "Show the charge on the ground station",
    "status": "Done"
   },
   {
    "id": 30005,
    "container": 2105,
    "project": "DRN",
    "key": "DRN-5",
    "type": "Bug",
    "summary": "Route is lost after a restart",
    "status": "Open"
   }
  ],
  "integrations": [
   {
    "serviceId": "svc-0001-demo",
    "wiki": "wiki",
    "tracker": "tracker",
    "wikiApplinkId": "11111111-2222-4333-8444-555555555555",
    "trackerApplinkId": "99999999-8888-4777-8666-555555555555",
    "label": "Northwind Tracker",
    "mode": "AUTO",
    "version": 8
   }
  ],
  "links": [
   {
    "id": 40001,
    "issue": "DRN-5",
    "requirement": "ENG/REQ-005",
    "faces": "tracker",
    "lostKey": true
   },
   {
    "id": 40002,
    "issue": "DRN-1",
    "requirement": "ENG/REQ-001",
    "relationship": "implements"
   },
   {
    "id": 40003,
    "issue": "DRN-2",
    "requirement": "ENG/REQ-002",
    "relationship": "implements"
   },
   {
    "id": 40004,
    "issue": "DRN-2",
    "requirement": "ENG/REQ-001",
    "relationship": "tests"
   }
  ],
  "testCaseLinks": [
   {
    "id": 1,
    "requirement": "ENG/REQ-001",
    "testCase": "TC-1",
    "version": 2,
    "status": "PASS",
    "executedAt": "2026-01-02T14:00:00Z"
   },
   {
    "id": 2,
    "requirement": "ENG/REQ-002",
    "testCase": "TC-2",
    "status": "FAIL",
    "executedAt": "2026-01-03T10:30:00Z"
   }
  ],
  "issueTemplates": [
   {
    "id": 1,
    "space": "ENG",
    "title": "Story per requirement",
    "integration": "svc-0001-demo",
    "project": "DRN",
    "type": "Story",
    "relationship": "implements"
   }
  ],
  "outboundMessages": [
   {
    "id": 8001,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-2 tests REQ-001",
    "requirement": "ENG/REQ-001",
    "issue": "DRN-2",
    "relationship": "tests",
    "createdBy": "admin"
   },
   {
    "id": 8002,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "title": "REQ-002 was changed",
    "requirement": "ENG/REQ-002",
    "issue": "DRN-2",
    "createdBy": "alice"
   }
  ],
  "linkRequests": [
   {
    "application": "workspaces",
    "organization": "Contoso Avionics",
    "createdBy": "admin"
   }
  ],
  "templates": [
   {
    "id": 1,
    "space": "ENG",
    "name": "Cost line",
    "content": "{{key}} costs {{ext@Cost}}",
    "owner": "alice"
   },
   {
    "id": 2,
    "space": "ENG",
    "name": "Total",
    "type": "AGGREGATION",
    "content": "{{COUNT(*)}} cost {{SUM(ext@Cost)}}"
   }
  ],
  "dashboards": [
   {
    "id": 1,
    "space": "ENG",
    "name": "Overview",
    "default": true,
    "widgets": [
     {
      "type": "AGGREGATION",
      "title": "What it all costs",
      "formula": "SUM(ext@Cost)"
     },
     {
      "type": "REQUIREMENTS",
      "title": "What matters most",
      "query": "@Priority = 'High'"
     },
     {
      "type": "TEMPLATE",
      "title": "Costs",
      "templateId": 1
     },
     {
      "type": "MATRIX",
      "title": "Coverage",
      "matrixId": 1
     }
    ]
   },
   {
    "id": 2,
    "workspace": "SIM",
    "name": "Simulation",
    "widgets": [
     {
      "type": "TEXT",
      "title": "About",
      "text": "The flight simulation."
     }
    ]
   }
  ],
  "rules": [
   {
    "id": 1,
    "space": "ENG",
    "name": "Categorised",
    "kind": "MANDATORY_PROPERTY",
    "property": "Category"
   },
   {
    "id": 2,
    "space": "ENG",
    "type": "Requirement",
    "name": "Known priority",
    "kind": "ALLOWED_VALUES",
    "property": "Priority",
    "values": [
     "High",
     "Medium",
     "Low"
    ]
   }
  ],
  "importJobs": [
   {
    "id": 1,
    "site": "wiki",
    "fileName": "costs.xlsx",
    "sheet": "Costs",
    "done": 12,
    "createdBy": "alice",
    "createdAt": "2026-01-04T15:00:00Z"
   }
  ],
  "invitations": [
   {
    "id": 1,
    "organization": "Northwind Robotics",
    "email": "dana@example.test",
    "createdBy": "admin"
   }
  ],
  "us": {
   "organizations": [
    {
     "id": 9,
     "name": "Fabrikam Rail"
    }
   ],
   "users": [
    {
     "id": 91,
     "name": "uma",
     "displayName": "Uma Underwood",
     "organizations": [
      {
       "organization": "Fabrikam Rail",
       "role": "admin"
      }
     ]
    }
   ],
   "sites": [
    {
     "id": 901,
     "name": "fabrikam-wiki",
     "title": "Fabrikam Wiki",
     "type": "CONFLUENCE",
     "baseUrl": "https://wiki.fabrikam.test/wiki",
     "organization": "Fabrikam Rail"
    }
   ],
   "accountLinks": [
    {
     "user": "uma",
     "site": "fabrikam-wiki"
    }
   ],
   "tokens": [
    {
     "id": 91,
     "user": "uma",
     "name": "default",
     "value": "tok-uma",
     "expires": "2027-01-05T09:00:00Z"
    }
   ],
   "spaces": [
    {
     "container": 9001,
     "spaceId": 591,
     "site": "fabrikam-wiki",
     "key": "RAIL",
     "name": "Signalling",
     "grants": {
      "edit": [
       "uma"
      ]
     },
     "variants": [
      {
       "id": 5901,
       "name": "Current",
       "current": true
      }
     ]
    }
   ],
   "pages": [
    {
     "id": 4901,
     "container": 9101,
     "space": "RAIL",
     "title": "Level crossings"
    }
   ],
   "requirements": [
    {
     "id": 6901,
     "space": "RAIL",
     "key": "RAIL-001",
     "page": "Level crossings",
     "text": "The barrier shall close at least 30 s before a train arrives."
    },
    {
     "id": 6902,
     "space": "RAIL",
     "key": "RAIL-002",
     "page": "Level crossings",
     "text": "The barrier shall stay closed when its power fails.",
     "dependencies": [
      {
       "relationship": "refines",
       "to": "RAIL-001"
      }
     ]
    },
    {
     "id": 6903,
     "space": "RAIL",
     "key": "RAIL-003",
     "page": "Level crossings",
     "text": "The crossing shall report each closing to the control centre."
    }
   ]
  }
 },
 "generate": [],
 "timeline": [
  {
   "step": "morning",
   "note": "Nothing is frozen yet. The baseline is a preview of what its query finds now.",
   "call": "GET /wiki/rest/reqs/1/baseline/ENG/2",
   "as": "bob",
   "expect": {
    "body": {
     "name": "Release 1.1",
     "status": "PREVIEW",
     "count": 12
    }
   }
  },
  {
   "step": "last-change",
   "note": "Alice adds a requirement and drops one.",
   "as": "alice",
   "edit": {
    "page": "Power",
    "define": [
     {
      "key": "REQ-013",
      "html": "The drone shall <b>warn its pilot</b> when the battery falls below 25 percent.",
      "properties": {
       "Category": "Functional",
       "Priority": "High"
      },
      "dependencies": [
       {
        "relationship": "refines",
        "key": "REQ-007"
       }
      ]
     }
    ],
    "undefine": [
     "REQ-012"
    ]
   }
  },
  {
   "note": "The text of the new one is gathered when somebody looks at the page.",
   "as": "bob",
   "view": {
    "page": "Power"
   }
  },
  {
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG/REQ-013",
   "as": "bob",
   "expect": {
    "body": {
     "status": "ACTIVE",
     "htmlExcerpt": {
      "contains": "warn its pilot"
     }
    }
   }
  },
  {
   "note": "The preview follows, as one requirement came and one went.",
   "call": "GET /wiki/rest/reqs/1/baseline/ENG/2",
   "as": "bob",
   "expect": {
    "body": {
     "status": "PREVIEW",
     "count": 12
    }
   }
  },
  {
   "note": "The wiki proposes a name for what comes after it.",
   "call": "GET /wiki/rest/reqs/1/baseline-actions/ENG/suggest?pageName=Release%201.1",
   "as": "alice",
   "expect": {
    "body": {
     "name": "Release 1.2"
    }
   }
  },
  {
   "step": "what-if",
   "note": "What if Bob tried to freeze it? He may only read.",
   "fork": {
    "steps": [
     {
      "call": "POST /wiki/rest/reqs/1/baseline-actions/ENG/freeze/2",
      "as": "bob",
      "expect": {
       "status": 403
      }
     }
    ]
   }
  },
  {
   "step": "second-thoughts",
   "note": "And what if Alice changed her mind half-way? The baseline is a preview again, and no copy is left.",
   "fork": {
    "steps": [
     {
      "call": "POST /wiki/rest/reqs/1/baseline-actions/ENG/freeze/2",
      "as": "alice",
      "save": {
       "task": "$.taskId"
      }
     },
     {
      "advance": "500ms"
     },
     {
      "call": "PUT /wiki/rest/reqs/1/baseline/ENG/2?fields=STATUS",
      "as": "alice",
      "body": {
       "spaceKey": "ENG",
       "baseline": 2,
       "status": "PREVIEW"
      }
     },
     {
      "call": "GET /wiki/rest/reqs/1/tasks/status/${task}",
      "as": "alice",
      "expect": {
       "body": {
        "status": "ABORTED"
       }
      }
     },
     {
      "call": "GET /wiki/rest/reqs/1/baseline/ENG/2",
      "as": "bob",
      "expect": {
       "body": {
        "status": "PREVIEW",
        "count": 12
       }
      }
     },
     {
      "call": "GET /wiki/rest/reqs/1/requirement2/ENG?baselineCondition=ENG-2",
      "as": "bob",
      "expect": {
       "body": {
        "results": []
       }
      }
     }
    ]
   }
  },
  {
   "step": "freezing",
   "note": "Alice freezes the release. That takes a while.",
   "call": "POST /wiki/rest/reqs/1/baseline-actions/ENG/freeze/2",
   "as": "alice",
   "save": {
    "task": "$.taskId"
   }
  },
  {
   "call": "GET /wiki/rest/reqs/1/baseline/ENG/2",
   "as": "bob",
   "expect": {
    "body": {
     "status": "IN_CREATION"
    }
   }
  },
  {
   "step": "frozen",
   "note": "Her browser asks again until it is done.",
   "call": "GET /wiki/rest/reqs/1/tasks/status/${task}",
   "as": "alice",
   "expect": {
    "body": {
     "status": "DONE",
     "percentage": 100
    }
   },
   "until": {
    "every": "250ms",
    "atMost": "1m"
   }
  },
  {
   "call": "GET /wiki/rest/reqs/1/baseline/ENG/2",
   "as": "bob",
   "expect": {
    "body": {
     "status": "DONE",
     "count": 12
    }
   }
  },
  {
   "step": "reworded",
   "note": "An hour later Alice rewords a requirement of it, which keeps its properties.",
   "advance": "1h"
  },
  {
   "as": "alice",
   "edit": {
    "page": "Power",
    "define": [
     {
      "key": "REQ-008",
      "html": "The drone shall land by itself when the battery falls below 20 percent.",
      "properties": {
       "Category": "Safety",
       "Priority": "Medium"
      }
     }
    ]
   }
  },
  {
   "as": "bob",
   "view": {
    "page": "Power"
   }
  },
  {
   "note": "The page has the new words,",
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG/REQ-008",
   "as": "bob",
   "expect": {
    "body": {
     "htmlExcerpt": {
      "contains": "20 percent"
     }
    },
    "path": {
     "$.properties[*].key": [
      "Category",
      "Priority",
      "Cost"
     ]
    }
   }
  },
  {
   "note": "the release has those of this morning.",
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG/REQ-008?v=2",
   "as": "bob",
   "expect": {
    "body": {
     "htmlExcerpt": {
      "contains": "15 percent"
     }
    },
    "path": {
     "$.baselineDetails.name": "Release 1.1"
    }
   }
  },
  {
   "note": "A search tells what has changed since.",
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG?q=isModified('Release%201.1')",
   "as": "bob",
   "expect": {
    "path": {
     "$.results[*].key": [
      "REQ-008"
     ]
    }
   }
  },
  {
   "step": "done-is-done",
   "note": "A release that is frozen does not go back.",
   "call": "PUT /wiki/rest/reqs/1/baseline/ENG/2?fields=STATUS",
   "as": "alice",
   "body": {
    "spaceKey": "ENG",
    "baseline": 2,
    "status": "PREVIEW"
   },
   "expect": {
    "status": 409
   }
  },
  {
   "step": "correction",
   "note": "So Alice freezes it again, under the next number, without the supply voltage.",
   "call": "PUT /wiki/rest/reqs/1/baseline/ENG/0/refreeze",
   "as": "alice",
   "body": {
    "baselineToRefreeze": 2,
    "queryForRequirementsToExcludeFromBaseline": "key = 'REQ-011'"
   },
   "expect": {
    "body": {
     "baseline": {
      "parentBaseline": 2,
      "status": "IN_CREATION"
     }
    }
   },
   "save": {
    "number": "$.baseline.baseline"
   }
  },
  {
   "call": "GET /wiki/rest/reqs/1/baseline/ENG/${number}",
   "as": "alice",
   "expect": {
    "body": {
     "status": "DONE",
     "count": 11,
     "parentBaseline": 2
    }
   },
   "until": {
    "atMost": "1m"
   }
  },
  {
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG/REQ-008?v=${number}",
   "as": "bob",
   "expect": {
    "body": {
     "htmlExcerpt": {
      "contains": "20 percent"
     }
    }
   }
  },
  {
   "note": "Both releases can be read from now on, each as it was.",
   "call": "GET /wiki/rest/reqs/1/baseline/ENG",
   "as": "bob",
   "expect": {
    "path": {
     "$[*].baseline": {
      "contains": "${number}"
     }
    }
   }
  }
 ]
}
