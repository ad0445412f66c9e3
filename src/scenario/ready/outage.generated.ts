// Generated from the files in scenarios/: change those, then run `npm run generate`.
import type { ResolvedScenario } from '../format.ts'

export const scenario: ResolvedScenario = {
 "name": "outage",
 "description": "The demo while wiki and tracker cannot reach each other, with dozens of messages waiting on both sides. To end it, bring the tracker back (in the console under Queues, or PATCH /_sim/sites/102 with body {\"status\":\"ACTIVE\"}), and let three minutes pass",
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
    ],
    "status": "DISABLED"
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
    "id": 4010,
    "space": "ENG",
    "title": "Camera",
    "parent": "Drone specification",
    "version": 9
   },
   {
    "id": 4020,
    "space": "OPS",
    "title": "Before every flight"
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
   },
   {
    "space": "ENG",
    "key": "CAM-001",
    "page": "Camera",
    "text": "The camera shall record 4K video at 60 frames a second."
   },
   {
    "space": "ENG",
    "key": "CAM-002",
    "page": "Camera",
    "text": "The camera shall take a still picture of at least 48 megapixels."
   },
   {
    "space": "ENG",
    "key": "CAM-003",
    "page": "Camera",
    "text": "The camera shall store two hours of video without a ground station."
   },
   {
    "space": "ENG",
    "key": "CAM-004",
    "page": "Camera",
    "text": "The camera shall send a preview with a delay of at most 120 ms."
   },
   {
    "space": "ENG",
    "key": "CAM-005",
    "page": "Camera",
    "text": "The camera shall note position and heading with every picture."
   },
   {
    "space": "ENG",
    "key": "CAM-006",
    "page": "Camera",
    "text": "The camera shall work from -20 °C to 50 °C."
   },
   {
    "space": "ENG",
    "key": "CAM-007",
    "page": "Camera",
    "text": "The camera shall be changed in the field within two minutes."
   },
   {
    "space": "ENG",
    "key": "CAM-008",
    "page": "Camera",
    "text": "The camera shall draw no more than 9 W."
   },
   {
    "space": "ENG",
    "key": "CAM-009",
    "page": "Camera",
    "text": "The lens shall withstand rain of 10 mm an hour."
   },
   {
    "space": "ENG",
    "key": "CAM-010",
    "page": "Camera",
    "text": "The camera shall blur faces when the privacy mode is on."
   },
   {
    "space": "ENG",
    "key": "CAM-016",
    "page": "Camera",
    "text": "The camera shall show on the drone that it records."
   },
   {
    "space": "ENG",
    "key": "CAM-017",
    "page": "Camera",
    "text": "The camera shall encrypt what it stores."
   },
   {
    "space": "ENG",
    "key": "CAM-018",
    "page": "Camera",
    "text": "The camera shall weigh less than 180 g."
   },
   {
    "space": "ENG",
    "key": "CAM-011",
    "status": "MOVED",
    "movedTo": {
     "space": "ENG",
     "key": "GIM-001"
    }
   },
   {
    "space": "ENG",
    "key": "CAM-012",
    "status": "MOVED",
    "movedTo": {
     "space": "ENG",
     "key": "GIM-002"
    }
   },
   {
    "space": "ENG",
    "key": "CAM-013",
    "status": "MOVED",
    "movedTo": {
     "space": "OPS",
     "key": "OPS-001"
    }
   },
   {
    "space": "ENG",
    "key": "GIM-001",
    "page": "Camera",
    "text": "The gimbal shall keep the horizon level within 0.1 degrees."
   },
   {
    "space": "ENG",
    "key": "GIM-002",
    "page": "Camera",
    "text": "The gimbal shall turn the camera by 180 degrees within a second."
   },
   {
    "space": "OPS",
    "key": "OPS-001",
    "page": "Before every flight",
    "text": "The crew shall clean the lens before every flight."
   },
   {
    "space": "ENG",
    "key": "CAM-014",
    "status": "DELETED",
    "text": "The camera shall have an optical zoom."
   },
   {
    "space": "ENG",
    "key": "CAM-015",
    "status": "DELETED",
    "text": "The camera shall record sound."
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
   },
   {
    "space": "ENG",
    "number": 4,
    "name": "Camera 1.0",
    "query": "key ~ 'CAM-%'",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:31:00Z"
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
   },
   {
    "id": 20002,
    "site": "tracker",
    "key": "GND",
    "name": "Ground station",
    "grants": {
     "read": [
      "bob"
     ],
     "edit": [
      "admin",
      "alice"
     ]
    }
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
   },
   {
    "id": 30011,
    "project": "DRN",
    "key": "DRN-11",
    "type": "Story",
    "summary": "Video in 4K",
    "status": "In Progress"
   },
   {
    "id": 30012,
    "project": "DRN",
    "key": "DRN-12",
    "type": "Story",
    "summary": "Still pictures",
    "status": "In Progress"
   },
   {
    "id": 30013,
    "project": "DRN",
    "key": "DRN-13",
    "type": "Story",
    "summary": "Storage on board",
    "status": "Open"
   },
   {
    "id": 30014,
    "project": "DRN",
    "key": "DRN-14",
    "type": "Story",
    "summary": "Live preview",
    "status": "Open"
   },
   {
    "id": 30015,
    "project": "DRN",
    "key": "DRN-15",
    "type": "Story",
    "summary": "Position in every picture",
    "status": "Open"
   },
   {
    "id": 30016,
    "project": "DRN",
    "key": "DRN-16",
    "type": "Story",
    "summary": "Cold and heat",
    "status": "Open"
   },
   {
    "id": 30017,
    "project": "DRN",
    "key": "DRN-17",
    "type": "Story",
    "summary": "Quick release",
    "status": "Done"
   },
   {
    "id": 30018,
    "project": "DRN",
    "key": "DRN-18",
    "type": "Story",
    "summary": "Power budget of the camera",
    "status": "Open"
   },
   {
    "id": 30019,
    "project": "DRN",
    "key": "DRN-19",
    "type": "Bug",
    "summary": "Water behind the lens",
    "status": "Open"
   },
   {
    "id": 30020,
    "project": "DRN",
    "key": "DRN-20",
    "type": "Story",
    "summary": "Privacy mode",
    "status": "Open"
   },
   {
    "id": 30021,
    "project": "DRN",
    "key": "DRN-21",
    "type": "Story",
    "summary": "Level horizon",
    "status": "In Progress"
   },
   {
    "id": 30022,
    "project": "DRN",
    "key": "DRN-22",
    "type": "Story",
    "summary": "Fast turns",
    "status": "Open"
   },
   {
    "id": 30023,
    "project": "DRN",
    "key": "DRN-23",
    "type": "Story",
    "summary": "Checklist of the crew",
    "status": "Open"
   },
   {
    "id": 30024,
    "project": "DRN",
    "key": "DRN-24",
    "type": "Story",
    "summary": "Optical zoom",
    "status": "Open"
   },
   {
    "id": 30025,
    "project": "DRN",
    "key": "DRN-25",
    "type": "Story",
    "summary": "Microphone",
    "status": "Open"
   },
   {
    "id": 30026,
    "project": "DRN",
    "key": "DRN-60",
    "type": "Bug",
    "summary": "Preview freezes near power lines",
    "status": "Open"
   },
   {
    "id": 30027,
    "project": "GND",
    "key": "GND-1",
    "type": "Story",
    "summary": "Show the preview on two screens",
    "status": "Open"
   },
   {
    "id": 30028,
    "project": "DRN",
    "key": "DRN-28",
    "type": "Bug",
    "summary": "Recording light stays dark",
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
   },
   {
    "id": 40101,
    "issue": "DRN-11",
    "requirement": "ENG/CAM-001"
   },
   {
    "id": 40102,
    "issue": "DRN-12",
    "requirement": "ENG/CAM-002"
   },
   {
    "id": 40103,
    "issue": "DRN-13",
    "requirement": "ENG/CAM-003"
   },
   {
    "id": 40104,
    "issue": "DRN-14",
    "requirement": "ENG/CAM-004"
   },
   {
    "id": 40105,
    "issue": "DRN-15",
    "requirement": "ENG/CAM-005"
   },
   {
    "id": 40106,
    "issue": "DRN-16",
    "requirement": "ENG/CAM-006"
   },
   {
    "id": 40107,
    "issue": "DRN-17",
    "requirement": "ENG/CAM-007"
   },
   {
    "id": 40108,
    "issue": "DRN-18",
    "requirement": "ENG/CAM-008"
   },
   {
    "id": 40109,
    "issue": "DRN-19",
    "requirement": "ENG/CAM-009",
    "relationship": "tests"
   },
   {
    "id": 40110,
    "issue": "DRN-20",
    "requirement": "ENG/CAM-010"
   },
   {
    "id": 40111,
    "issue": "DRN-21",
    "requirement": "ENG/GIM-001",
    "inTracker": {
     "requirement": "ENG/CAM-011"
    }
   },
   {
    "id": 40112,
    "issue": "DRN-22",
    "requirement": "ENG/GIM-002",
    "inTracker": {
     "requirement": "ENG/CAM-012"
    }
   },
   {
    "id": 40113,
    "issue": "DRN-23",
    "requirement": "OPS/OPS-001",
    "inTracker": {
     "requirement": "ENG/CAM-013"
    }
   },
   {
    "id": 40114,
    "issue": "DRN-24",
    "requirement": "ENG/CAM-014"
   },
   {
    "id": 40115,
    "issue": "DRN-25",
    "requirement": "ENG/CAM-015"
   },
   {
    "id": 40121,
    "issue": "DRN-3",
    "requirement": "ENG/CAM-005",
    "relationship": "tests",
    "faces": "wiki"
   },
   {
    "id": 40122,
    "issue": "DRN-4",
    "requirement": "ENG/CAM-004",
    "faces": "wiki"
   },
   {
    "id": 40123,
    "issue": "DRN-14",
    "requirement": "ENG/CAM-001",
    "faces": "wiki"
   },
   {
    "id": 40124,
    "issue": "DRN-18",
    "requirement": "ENG/CAM-018",
    "faces": "wiki"
   },
   {
    "id": 40125,
    "issue": "DRN-13",
    "requirement": "ENG/CAM-017",
    "faces": "wiki"
   },
   {
    "id": 40126,
    "issue": "DRN-20",
    "requirement": "ENG/CAM-016",
    "faces": "wiki"
   },
   {
    "id": 40127,
    "issue": "DRN-11",
    "requirement": "ENG/GIM-001",
    "relationship": "depends on",
    "faces": "wiki"
   },
   {
    "id": 40128,
    "issue": "DRN-12",
    "requirement": "ENG/CAM-018",
    "faces": "wiki"
   },
   {
    "id": 40131,
    "issue": "DRN-16",
    "requirement": "ENG/CAM-009",
    "faces": "tracker"
   },
   {
    "id": 40132,
    "issue": "DRN-17",
    "requirement": "ENG/CAM-006",
    "faces": "tracker"
   },
   {
    "id": 40133,
    "issue": "DRN-19",
    "requirement": "ENG/CAM-003",
    "relationship": "tests",
    "faces": "tracker"
   },
   {
    "id": 40141,
    "issue": "DRN-60",
    "requirement": "ENG/CAM-004",
    "relationship": "tests",
    "inWiki": {
     "issue": "DRN-26"
    }
   },
   {
    "id": 40142,
    "issue": "GND-1",
    "requirement": "ENG/CAM-004",
    "inWiki": {
     "issue": "DRN-27"
    }
   },
   {
    "id": 40143,
    "issue": "DRN-15",
    "requirement": "ENG/CAM-002",
    "faces": "tracker"
   },
   {
    "id": 40144,
    "issue": "DRN-25",
    "requirement": "ENG/CAM-017",
    "faces": "wiki"
   },
   {
    "id": 40145,
    "issue": "DRN-28",
    "requirement": "ENG/CAM-016",
    "relationship": "tests",
    "faces": "tracker"
   },
   {
    "id": 40146,
    "issue": "DRN-28",
    "requirement": "ENG/CAM-010",
    "relationship": "tests",
    "faces": "wiki"
   }
  ],
  "trackerTexts": [
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-001",
    "text": "The camera shall record 4K video at 30 frames a second."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-002",
    "text": "The camera shall take a still picture of at least 20 megapixels."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-003",
    "text": "The camera shall store one hour of video."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-004",
    "text": "The camera shall send a preview."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-005",
    "text": "The camera shall note the position with every picture."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-006",
    "text": "The camera shall work from -10 °C to 40 °C."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-007",
    "text": "The camera shall be changed in the field."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-008",
    "text": "The camera shall draw no more than 12 W."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-009",
    "text": "The lens shall withstand rain."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-010",
    "text": "The camera shall blur faces."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-011",
    "text": "The gimbal shall keep the horizon level."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-012",
    "text": "The gimbal shall turn the camera by 180 degrees within a second."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-013",
    "text": "The crew shall clean the lens before every flight."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-014",
    "text": "The camera shall have an optical zoom."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/CAM-015",
    "text": "The camera shall record sound."
   }
  ],
  "customFields": [
   {
    "id": "customfield_10100",
    "site": "tracker",
    "name": "Flight hours",
    "type": "number"
   },
   {
    "id": "customfield_10101",
    "site": "tracker",
    "name": "Found in firmware"
   }
  ],
  "trackerMessages": [
   {
    "id": 8201,
    "integration": "svc-0001-demo",
    "operation": "ADD_LINK",
    "title": "DRN-15 implements CAM-002",
    "issue": "DRN-15",
    "requirement": "ENG/CAM-002",
    "relationship": "implements",
    "createdBy": "alice",
    "createdAt": "2026-01-05T06:38:30Z",
    "status": "NOT_EXECUTED",
    "lastResponse": "the time of the run was up",
    "attempts": 1
   },
   {
    "id": 8202,
    "integration": "svc-0001-demo",
    "operation": "ISSUE_RENAMED",
    "issue": "DRN-26",
    "newIssue": "DRN-60",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:15:00Z"
   },
   {
    "id": 8203,
    "integration": "svc-0001-demo",
    "operation": "ISSUE_MOVED",
    "issue": "DRN-27",
    "newIssue": "GND-1",
    "createdBy": "admin",
    "createdAt": "2026-01-05T07:30:00Z"
   },
   {
    "id": 8204,
    "integration": "svc-0001-demo",
    "operation": "REMOVE_LINK",
    "title": "DRN-25 implements CAM-017",
    "issue": "DRN-25",
    "requirement": "ENG/CAM-017",
    "relationship": "implements",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:55:00Z"
   },
   {
    "id": 8205,
    "integration": "svc-0001-demo",
    "operation": "RESET_LINKS",
    "title": "Links of DRN-28 overwritten",
    "issue": "DRN-28",
    "createdBy": "admin",
    "createdAt": "2026-01-05T08:16:00Z"
   },
   {
    "id": 8206,
    "integration": "svc-0001-demo",
    "operation": "ADD_LINK",
    "title": "DRN-28 tests CAM-016",
    "issue": "DRN-28",
    "requirement": "ENG/CAM-016",
    "relationship": "tests",
    "createdBy": "admin",
    "createdAt": "2026-01-05T08:16:00Z"
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
   },
   {
    "id": 8101,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-12 implements CAM-018",
    "requirement": "ENG/CAM-018",
    "issue": "DRN-12",
    "relationship": "implements",
    "createdBy": "alice",
    "createdAt": "2026-01-05T05:58:00Z",
    "status": "FAILED",
    "lastResponse": "issue 'DRN-12' does not exist",
    "attempts": 13
   },
   {
    "id": 8102,
    "integration": "svc-0001-demo",
    "operation": "CREATE_ISSUE",
    "title": "Encryption on board",
    "template": 1,
    "requirement": "ENG/CAM-017",
    "createdBy": "alice",
    "createdAt": "2026-01-05T06:11:00Z",
    "status": "FAILED",
    "lastResponse": "template 1 does not exist for this application link",
    "attempts": 9
   },
   {
    "id": 8103,
    "integration": "svc-0001-demo",
    "operation": "CREATE_ISSUE",
    "title": "Weigh the camera",
    "template": 1,
    "requirement": "ENG/CAM-018",
    "createdBy": "admin",
    "createdAt": "2026-01-05T06:12:00Z",
    "status": "FAILED",
    "lastResponse": "template 1 does not exist for this application link",
    "attempts": 9
   },
   {
    "id": 8104,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-001",
    "createdBy": "alice",
    "createdAt": "2026-01-05T06:37:10Z",
    "status": "NOT_EXECUTED",
    "lastResponse": "the time of the run was up",
    "attempts": 1
   },
   {
    "id": 8105,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-002",
    "createdBy": "alice",
    "createdAt": "2026-01-05T06:37:40Z",
    "status": "NOT_EXECUTED",
    "lastResponse": "the time of the run was up",
    "attempts": 1
   },
   {
    "id": 8106,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-3 tests CAM-005",
    "requirement": "ENG/CAM-005",
    "issue": "DRN-3",
    "relationship": "tests",
    "createdBy": "alice",
    "createdAt": "2026-01-05T06:38:00Z",
    "status": "NOT_EXECUTED",
    "lastResponse": "the time of the run was up",
    "attempts": 1
   },
   {
    "id": 8107,
    "integration": "svc-0001-demo",
    "operation": "LINK_REMOVED",
    "title": "DRN-16 implements CAM-009",
    "requirement": "ENG/CAM-009",
    "issue": "DRN-16",
    "relationship": "implements",
    "createdBy": "admin",
    "createdAt": "2026-01-05T06:38:20Z",
    "status": "NOT_EXECUTED",
    "lastResponse": "the time of the run was up",
    "attempts": 1
   },
   {
    "id": 8111,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-001",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:02:00Z"
   },
   {
    "id": 8112,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-003",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:05:00Z"
   },
   {
    "id": 8113,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-004",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:06:00Z"
   },
   {
    "id": 8114,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-005",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:06:00Z"
   },
   {
    "id": 8115,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-006",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:11:00Z"
   },
   {
    "id": 8116,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-007",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:13:00Z"
   },
   {
    "id": 8117,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-008",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:14:00Z"
   },
   {
    "id": 8118,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-009",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:20:00Z"
   },
   {
    "id": 8119,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-010",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:21:00Z"
   },
   {
    "id": 8120,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-011",
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:22:00Z"
   },
   {
    "id": 8121,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_RENAMED",
    "requirement": "ENG/CAM-011",
    "movedTo": {
     "space": "ENG",
     "key": "GIM-001"
    },
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:40:00Z"
   },
   {
    "id": 8122,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_RENAMED",
    "requirement": "ENG/CAM-012",
    "movedTo": {
     "space": "ENG",
     "key": "GIM-002"
    },
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:41:00Z"
   },
   {
    "id": 8123,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_RENAMED",
    "requirement": "ENG/CAM-013",
    "movedTo": {
     "space": "OPS",
     "key": "OPS-001"
    },
    "createdBy": "alice",
    "createdAt": "2026-01-05T07:44:00Z"
   },
   {
    "id": 8124,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_DELETED",
    "requirement": "ENG/CAM-014",
    "createdBy": "admin",
    "createdAt": "2026-01-05T07:50:00Z"
   },
   {
    "id": 8125,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_DELETED",
    "requirement": "ENG/CAM-015",
    "createdBy": "admin",
    "createdAt": "2026-01-05T07:51:00Z"
   },
   {
    "id": 8131,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-4 implements CAM-004",
    "requirement": "ENG/CAM-004",
    "issue": "DRN-4",
    "relationship": "implements",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:03:00Z"
   },
   {
    "id": 8132,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-14 implements CAM-001",
    "requirement": "ENG/CAM-001",
    "issue": "DRN-14",
    "relationship": "implements",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:04:00Z"
   },
   {
    "id": 8133,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-18 implements CAM-018",
    "requirement": "ENG/CAM-018",
    "issue": "DRN-18",
    "relationship": "implements",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:06:00Z"
   },
   {
    "id": 8134,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-13 implements CAM-017",
    "requirement": "ENG/CAM-017",
    "issue": "DRN-13",
    "relationship": "implements",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:07:00Z"
   },
   {
    "id": 8135,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-20 implements CAM-016",
    "requirement": "ENG/CAM-016",
    "issue": "DRN-20",
    "relationship": "implements",
    "createdBy": "admin",
    "createdAt": "2026-01-05T08:09:00Z"
   },
   {
    "id": 8136,
    "integration": "svc-0001-demo",
    "operation": "LINK_ADDED",
    "title": "DRN-11 depends on GIM-001",
    "requirement": "ENG/GIM-001",
    "issue": "DRN-11",
    "relationship": "depends on",
    "createdBy": "admin",
    "createdAt": "2026-01-05T08:10:00Z"
   },
   {
    "id": 8137,
    "integration": "svc-0001-demo",
    "operation": "LINK_REMOVED",
    "title": "DRN-17 implements CAM-006",
    "requirement": "ENG/CAM-006",
    "issue": "DRN-17",
    "relationship": "implements",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:12:00Z"
   },
   {
    "id": 8138,
    "integration": "svc-0001-demo",
    "operation": "LINK_REMOVED",
    "title": "DRN-19 tests CAM-003",
    "requirement": "ENG/CAM-003",
    "issue": "DRN-19",
    "relationship": "tests",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:13:00Z"
   },
   {
    "id": 8139,
    "integration": "svc-0001-demo",
    "operation": "CREATE_ISSUE",
    "template": 1,
    "requirement": "ENG/CAM-016",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:20:00Z"
   },
   {
    "id": 8140,
    "integration": "svc-0001-demo",
    "operation": "CREATE_ISSUE",
    "title": "Turn within a second",
    "template": 1,
    "requirement": "ENG/GIM-002",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:21:00Z"
   },
   {
    "id": 8141,
    "integration": "svc-0001-demo",
    "operation": "BASELINE_UPDATED",
    "title": "Camera 1.0",
    "space": "ENG",
    "baseline": 4,
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:31:00Z"
   },
   {
    "id": 8142,
    "integration": "svc-0001-demo",
    "operation": "BASELINE_UPDATED",
    "title": "Release 1.1",
    "space": "ENG",
    "baseline": 2,
    "createdBy": "admin",
    "createdAt": "2026-01-05T08:40:00Z"
   },
   {
    "id": 8143,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/CAM-004",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:52:00Z"
   },
   {
    "id": 8144,
    "integration": "svc-0001-demo",
    "operation": "REQUIREMENT_UPDATED",
    "requirement": "ENG/GIM-001",
    "createdBy": "alice",
    "createdAt": "2026-01-05T08:55:00Z"
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
   "step": "nine-o-clock",
   "note": "The wiki has dozens of messages for the tracker. Some were tried before and say why they failed.",
   "call": "GET /wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound?limit=1000&includeLastResponse=true",
   "as": "admin",
   "expect": {
    "body": {
     "length": 38,
     "contains": {
      "id": 8101,
      "status": "FAILED",
      "attempts": 13,
      "lastResponse": {
       "matches": "issue 'DRN-12' *"
      }
     }
    }
   }
  },
  {
   "note": "The tracker still shows the text of last week.",
   "call": "GET /tracker/rest/reqs/1/issuelinks/DRN-11",
   "as": "bob",
   "expect": {
    "body": [
     {
      "key": "CAM-001",
      "html": "The camera shall record 4K video at 30 frames a second."
     }
    ]
   }
  },
  {
   "note": "The wiki has reworded it since.",
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG/CAM-001",
   "as": "bob",
   "expect": {
    "body": {
     "htmlExcerpt": {
      "contains": "60 frames a second"
     }
    }
   }
  },
  {
   "note": "Nor has the tracker heard of the links that were made since 06:40.",
   "call": "GET /tracker/rest/reqs/1/issuelinks/DRN-3",
   "as": "bob",
   "expect": {
    "body": []
   }
  },
  {
   "step": "repair-in-vain",
   "note": "The administrator wants to know what differs. The wiki cannot compare what it cannot reach.",
   "call": "GET /wiki/rest/reqs/1/repair/trackerlinks",
   "as": "admin",
   "expect": {
    "body": {
     "total": 0,
     "unreachable": [
      {
       "serviceId": "svc-0001-demo"
      }
     ]
    }
   }
  },
  {
   "note": "Waiting does not help. Every three minutes the wiki tries, and nothing gets through.",
   "advance": "30m"
  },
  {
   "note": "Meanwhile people work on. Alice writes a requirement anew, and one more message waits.",
   "call": "PUT /wiki/rest/reqs/1/requirement2/ENG/CAM-018",
   "as": "alice",
   "body": {
    "htmlExcerpt": "The camera shall weigh less than 150 g."
   }
  },
  {
   "call": "GET /wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound?limit=1000",
   "as": "admin",
   "expect": {
    "body": {
     "length": 39
    }
   }
  },
  {
   "step": "what-if",
   "note": "What if the tracker came back for one minute only? Not even one run falls into that minute.",
   "fork": {
    "steps": [
     {
      "call": "PATCH /_sim/sites/102",
      "body": {
       "status": "ACTIVE"
      }
     },
     {
      "advance": "1m"
     },
     {
      "call": "PATCH /_sim/sites/102",
      "body": {
       "status": "DISABLED"
      }
     },
     {
      "advance": "10m"
     },
     {
      "call": "GET /wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound?limit=1000",
      "as": "admin",
      "expect": {
       "body": {
        "length": 39
       }
      }
     }
    ]
   }
  },
  {
   "step": "back",
   "note": "At half past nine the firewall lets them talk again. Nothing moves before the next run.",
   "call": "PATCH /_sim/sites/102",
   "body": {
    "status": "ACTIVE"
   },
   "expect": {
    "body": {
     "id": 102,
     "status": "ACTIVE"
    }
   }
  },
  {
   "note": "Now the wiki sees how far the two are apart.",
   "call": "GET /wiki/rest/reqs/1/repair/trackerlinks",
   "as": "admin",
   "expect": {
    "body": {
     "total": {
      "atLeast": 20
     },
     "unreachable": []
    }
   }
  },
  {
   "step": "synchronised",
   "note": "Three minutes later both queues are empty.",
   "advance": "3m"
  },
  {
   "call": "GET /wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound?limit=1000",
   "as": "admin",
   "expect": {
    "body": []
   }
  },
  {
   "note": "And the two products agree on every link.",
   "call": "GET /wiki/rest/reqs/1/repair/trackerlinks",
   "as": "admin",
   "expect": {
    "body": {
     "total": 0,
     "discrepancies": [],
     "unreachable": []
    }
   }
  },
  {
   "note": "The tracker has the new text,",
   "call": "GET /tracker/rest/reqs/1/issuelinks/DRN-11",
   "as": "bob",
   "expect": {
    "body": {
     "contains": {
      "key": "CAM-001",
      "html": "The camera shall record 4K video at 60 frames a second."
     }
    }
   }
  },
  {
   "note": "the new key of what was renamed,",
   "call": "GET /tracker/rest/reqs/1/issuelinks/DRN-21",
   "as": "bob",
   "expect": {
    "body": [
     {
      "spaceKey": "ENG",
      "key": "GIM-001"
     }
    ]
   }
  },
  {
   "note": "the new links,",
   "call": "GET /tracker/rest/reqs/1/issuelinks/DRN-3",
   "as": "bob",
   "expect": {
    "body": [
     {
      "key": "CAM-005",
      "relationship": "tests"
     }
    ]
   }
  },
  {
   "note": "and the wiki knows where the issues went that were renumbered and moved this morning.",
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG/CAM-004",
   "as": "bob",
   "expect": {
    "path": {
     "$.issues[*].issueKey": [
      "DRN-14",
      "DRN-4",
      "DRN-60",
      "GND-1"
     ]
    }
   }
  }
 ]
}
