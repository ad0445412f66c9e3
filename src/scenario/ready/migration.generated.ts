// Generated from the files in scenarios/: change those, then run `npm run generate`.
import type { ResolvedScenario } from '../format.ts'

export const scenario: ResolvedScenario = {
 "name": "migration",
 "description": "The demo after a move of requirements and issues that left wiki and tracker with different links. To mend it, run the steps, or call the operations yourself: check the application links (POST check-applinks) and repair them (repair-applink), synchronise GND-1 and DRN-41 (PUT /sync), give lost links their keys (/recover-null-keys), and heal the rest (PUT /repair/trackerlinks; in the console under Queues, Compare)",
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
    "id": 4030,
    "space": "ENG",
    "title": "Flight operations (moved)",
    "parent": "Drone specification",
    "version": 14
   },
   {
    "id": 4031,
    "space": "OPS",
    "title": "Flight operations"
   },
   {
    "id": 4032,
    "space": "OPS",
    "title": "Maintenance"
   },
   {
    "id": 4033,
    "space": "ENG",
    "title": "Flight log",
    "parent": "Drone specification",
    "version": 3
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
    "id": 6401,
    "space": "ENG",
    "key": "FLT-001",
    "status": "MOVED",
    "movedTo": {
     "space": "OPS",
     "key": "OPS-001"
    }
   },
   {
    "id": 6402,
    "space": "ENG",
    "key": "FLT-002",
    "status": "MOVED",
    "movedTo": {
     "space": "OPS",
     "key": "OPS-002"
    }
   },
   {
    "id": 6403,
    "space": "ENG",
    "key": "FLT-003",
    "status": "MOVED",
    "movedTo": {
     "space": "OPS",
     "key": "OPS-003"
    }
   },
   {
    "id": 6404,
    "space": "ENG",
    "key": "FLT-004",
    "status": "MOVED",
    "movedTo": {
     "space": "OPS",
     "key": "OPS-004"
    }
   },
   {
    "id": 6405,
    "space": "ENG",
    "key": "FLT-005",
    "status": "MOVED",
    "movedTo": {
     "space": "OPS",
     "key": "OPS-005"
    }
   },
   {
    "id": 6411,
    "space": "OPS",
    "key": "OPS-001",
    "page": "Flight operations",
    "text": "The pilot shall check the weather before every flight."
   },
   {
    "id": 6412,
    "space": "OPS",
    "key": "OPS-002",
    "page": "Flight operations",
    "text": "The pilot shall keep the drone in sight at all times."
   },
   {
    "id": 6413,
    "space": "OPS",
    "key": "OPS-003",
    "page": "Flight operations",
    "text": "The pilot shall not fly within 5 km of an airfield.",
    "dependencies": [
     {
      "relationship": "refines",
      "to": "OPS-001"
     }
    ]
   },
   {
    "id": 6414,
    "space": "OPS",
    "key": "OPS-004",
    "status": "MOVED",
    "movedTo": {
     "space": "OPS",
     "key": "MNT-001"
    }
   },
   {
    "id": 6415,
    "space": "OPS",
    "key": "OPS-005",
    "status": "MOVED",
    "movedTo": {
     "space": "OPS",
     "key": "MNT-002"
    }
   },
   {
    "id": 6421,
    "space": "OPS",
    "key": "MNT-001",
    "page": "Maintenance",
    "text": "The mechanic shall change the propellers every 200 flight hours."
   },
   {
    "id": 6422,
    "space": "OPS",
    "key": "MNT-002",
    "page": "Maintenance",
    "text": "The mechanic shall balance the motors once a year."
   },
   {
    "id": 6431,
    "space": "ENG",
    "key": "LOG-1",
    "status": "MOVED",
    "movedTo": {
     "space": "ENG",
     "key": "LOG-001"
    }
   },
   {
    "id": 6432,
    "space": "ENG",
    "key": "LOG-2",
    "status": "MOVED",
    "movedTo": {
     "space": "ENG",
     "key": "LOG-002"
    }
   },
   {
    "id": 6441,
    "space": "ENG",
    "key": "LOG-001",
    "page": "Flight log",
    "text": "The drone shall keep a log of its last 100 flights."
   },
   {
    "id": 6442,
    "space": "ENG",
    "key": "LOG-002",
    "page": "Flight log",
    "text": "The drone shall sign every entry of its log."
   },
   {
    "id": 6451,
    "space": "ENG",
    "key": "FLT-006",
    "status": "DELETED",
    "text": "The pilot shall carry a paper map."
   },
   {
    "id": 6452,
    "space": "ENG",
    "key": "FLT-007",
    "status": "DELETED",
    "text": "The pilot shall report every take-off by radio."
   },
   {
    "id": 6453,
    "space": "ENG",
    "key": "LOG-003",
    "status": "DELETED",
    "text": "The drone shall print its log."
   },
   {
    "id": 6461,
    "space": "ENG",
    "key": "FLT-007",
    "page": "Flight operations (moved)",
    "text": "The drone shall tell other aircraft its position every second."
   },
   {
    "id": 6462,
    "space": "ENG",
    "key": "LOG-003",
    "page": "Flight log",
    "text": "The drone shall hand its log over without a cable."
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
    "id": 30040,
    "project": "GND",
    "key": "GND-1",
    "type": "Story",
    "summary": "Weather on the start screen",
    "status": "In Progress"
   },
   {
    "id": 30041,
    "project": "GND",
    "key": "GND-2",
    "type": "Story",
    "summary": "Warn near airfields",
    "status": "Open"
   },
   {
    "id": 30042,
    "project": "GND",
    "key": "GND-3",
    "type": "Bug",
    "summary": "Map stays empty without a network",
    "status": "Open"
   },
   {
    "id": 30043,
    "project": "DRN",
    "key": "DRN-50",
    "type": "Story",
    "summary": "Show the way back to the pilot",
    "status": "Open"
   },
   {
    "id": 30044,
    "project": "DRN",
    "key": "DRN-41",
    "type": "Story",
    "summary": "Count flight hours per propeller",
    "status": "Open"
   },
   {
    "id": 30045,
    "project": "DRN",
    "key": "DRN-44",
    "type": "Story",
    "summary": "Remind of the yearly inspection",
    "status": "Open"
   },
   {
    "id": 30046,
    "project": "DRN",
    "key": "DRN-45",
    "type": "Story",
    "summary": "Ring buffer for the flight log",
    "status": "Done"
   },
   {
    "id": 30047,
    "project": "DRN",
    "key": "DRN-46",
    "type": "Story",
    "summary": "Sign the flight log",
    "status": "In Progress"
   },
   {
    "id": 30048,
    "project": "DRN",
    "key": "DRN-47",
    "type": "Bug",
    "summary": "Log is lost after a crash",
    "status": "Open"
   },
   {
    "id": 30049,
    "project": "DRN",
    "key": "DRN-48",
    "type": "Story",
    "summary": "Position beacon",
    "status": "Open"
   },
   {
    "id": 30050,
    "project": "DRN",
    "key": "DRN-49",
    "type": "Story",
    "summary": "Log over radio",
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
    "version": 8,
    "url": "https://issues.northwind.test"
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
   },
   {
    "id": 41001,
    "issue": "GND-1",
    "requirement": "OPS/OPS-001",
    "inTracker": {
     "requirement": "ENG/FLT-001"
    }
   },
   {
    "id": 41002,
    "issue": "DRN-41",
    "requirement": "OPS/MNT-001",
    "inTracker": {
     "requirement": "ENG/FLT-004"
    }
   },
   {
    "id": 41003,
    "issue": "DRN-45",
    "requirement": "ENG/LOG-001",
    "inTracker": {
     "requirement": "ENG/LOG-1"
    }
   },
   {
    "id": 41004,
    "issue": "GND-2",
    "requirement": "OPS/OPS-003",
    "inWiki": {
     "issue": "DRN-42"
    }
   },
   {
    "id": 41005,
    "issue": "DRN-50",
    "requirement": "ENG/REQ-006",
    "inWiki": {
     "issue": "DRN-43"
    }
   },
   {
    "id": 41006,
    "issue": "DRN-44",
    "requirement": "OPS/MNT-002",
    "faces": "wiki"
   },
   {
    "id": 41007,
    "issue": "DRN-46",
    "requirement": "ENG/LOG-002",
    "faces": "tracker"
   },
   {
    "id": 41008,
    "issue": "DRN-47",
    "requirement": "ENG/LOG-002",
    "relationship": "tests",
    "inTracker": {
     "relationship": "blocks"
    }
   },
   {
    "id": 41009,
    "issue": "GND-3",
    "requirement": "OPS/OPS-002",
    "faces": "wiki",
    "inWiki": {
     "issue": "DRN-404"
    }
   },
   {
    "id": 41010,
    "issue": "GND-3",
    "requirement": "ENG/FLT-006",
    "faces": "tracker"
   },
   {
    "id": 41011,
    "issue": "DRN-48",
    "requirement": "ENG/FLT-007",
    "lostKey": true
   },
   {
    "id": 41012,
    "issue": "DRN-49",
    "requirement": "ENG/LOG-003",
    "faces": "tracker",
    "lostKey": true
   },
   {
    "id": 41013,
    "issue": "DRN-45",
    "requirement": "ENG/LOG-003",
    "relationship": "tests",
    "inTracker": {
     "applinkId": "77777777-6666-4555-8444-333333333333"
    }
   },
   {
    "id": 41014,
    "issue": "GND-2",
    "requirement": "OPS/OPS-002"
   },
   {
    "id": 41015,
    "issue": "DRN-50",
    "requirement": "ENG/REQ-003",
    "baseline": 1,
    "inTracker": {
     "baseline": 9
    }
   }
  ],
  "trackerTexts": [
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/FLT-001",
    "text": "The pilot shall check the weather."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/FLT-004",
    "text": "The mechanic shall change the propellers every 100 flight hours."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/LOG-1",
    "text": "The drone shall keep a log."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "ENG/FLT-006",
    "text": "The pilot shall carry a paper map."
   },
   {
    "integration": "svc-0001-demo",
    "requirement": "OPS/OPS-002",
    "text": "The pilot shall keep the drone in sight."
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
   "step": "silence",
   "note": "A morning passes. No message waits anywhere, so no run puts anything right.",
   "advance": "3h"
  },
  {
   "call": "GET /wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound",
   "as": "admin",
   "expect": {
    "body": []
   }
  },
  {
   "note": "A row that moved says where it went,",
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG/LOG-1",
   "as": "bob",
   "expect": {
    "body": {
     "status": "MOVED",
     "newSpaceKey": "ENG",
     "newKey": "LOG-001"
    }
   }
  },
  {
   "note": "and one that moved twice leads there over the other.",
   "call": "GET /wiki/rest/reqs/1/requirement2/ENG/FLT-004",
   "as": "alice",
   "expect": {
    "body": {
     "status": "MOVED",
     "newSpaceKey": "OPS",
     "newKey": "OPS-004"
    }
   },
   "save": {
    "space": "$.newSpaceKey",
    "key": "$.newKey"
   }
  },
  {
   "call": "GET /wiki/rest/reqs/1/requirement2/${space}/${key}",
   "as": "alice",
   "expect": {
    "body": {
     "status": "MOVED",
     "newKey": "MNT-001"
    }
   }
  },
  {
   "note": "The wiki looks for the tracker where it was before the holidays.",
   "call": "GET /wiki/rest/reqs/1/repair/trackerlinks",
   "as": "admin",
   "expect": {
    "path": {
     "$.unreachable[0].reason": {
      "contains": "issues.northwind.test"
     }
    }
   }
  },
  {
   "step": "compared",
   "note": "First the address.",
   "call": "POST /wiki/rest/reqs/1/integration/svc-0001-demo/check-applinks",
   "as": "admin",
   "expect": {
    "body": [
     {
      "rpcUrl": "https://tracker.northwind.test",
      "reachable": true
     }
    ]
   }
  },
  {
   "note": "Now it shows fourteen links on which the two disagree.",
   "call": "GET /wiki/rest/reqs/1/repair/trackerlinks",
   "as": "admin",
   "expect": {
    "body": {
     "total": 14,
     "discrepancies": {
      "contains": {
       "id": 41009,
       "kind": "UNKNOWN_ISSUE"
      }
     },
     "unreachable": []
    }
   }
  },
  {
   "note": "Second, links that name an application link of before.",
   "call": "POST /tracker/rest/reqs/1/queue/99999999-8888-4777-8666-555555555555/repair-applink",
   "as": "admin",
   "expect": {
    "body": {
     "links": 1
    }
   }
  },
  {
   "step": "hasty",
   "note": "Who repairs at once, without the steps between, keeps links to what has moved.",
   "fork": {
    "steps": [
     {
      "call": "PUT /wiki/rest/reqs/1/repair/trackerlinks",
      "as": "admin",
      "body": {}
     },
     {
      "advance": "3m"
     },
     {
      "call": "GET /wiki/rest/reqs/1/repair/trackerlinks",
      "as": "admin",
      "expect": {
       "body": {
        "total": {
         "atLeast": 1
        }
       }
      }
     }
    ]
   }
  },
  {
   "note": "Third, links follow their requirements, and texts are read again.",
   "call": "PUT /tracker/rest/reqs/1/sync?issues=GND-1,GND-2,DRN-41,DRN-45",
   "as": "alice"
  },
  {
   "advance": "1s"
  },
  {
   "call": "GET /tracker/rest/reqs/1/issuelinks/DRN-41",
   "as": "bob",
   "expect": {
    "body": [
     {
      "spaceKey": "OPS",
      "key": "MNT-001"
     }
    ]
   }
  },
  {
   "step": "lost-keys",
   "note": "Fourth, links that lost their key. The wiki knows one of them, for the others words must do.",
   "call": "GET /tracker/rest/reqs/1/recover-null-keys/suggest",
   "as": "admin",
   "expect": {
    "path": {
     "$[*].id": [
      40001,
      41011,
      41012
     ],
     "$[*].candidates[0].key": [
      "REQ-005",
      "FLT-007",
      "LOG-003"
     ]
    }
   },
   "save": {
    "first": "$[0].candidates[0].key",
    "second": "$[1].candidates[0].key",
    "third": "$[2].candidates[0].key"
   }
  },
  {
   "call": "PUT /tracker/rest/reqs/1/recover-null-keys/associate/40001",
   "as": "admin",
   "body": {
    "key": "${first}"
   }
  },
  {
   "call": "PUT /tracker/rest/reqs/1/recover-null-keys/associate/41011",
   "as": "admin",
   "body": {
    "key": "${second}"
   }
  },
  {
   "call": "PUT /tracker/rest/reqs/1/recover-null-keys/associate/41012",
   "as": "admin",
   "body": {
    "key": "${third}"
   }
  },
  {
   "advance": "3m"
  },
  {
   "step": "repaired",
   "note": "Last, the rest.",
   "call": "PUT /wiki/rest/reqs/1/repair/trackerlinks",
   "as": "admin",
   "body": {}
  },
  {
   "advance": "3m"
  },
  {
   "note": "Wiki and tracker agree again.",
   "call": "GET /wiki/rest/reqs/1/repair/trackerlinks",
   "as": "admin",
   "expect": {
    "body": {
     "total": 0,
     "discrepancies": []
    }
   }
  },
  {
   "note": "Who asks the tracker finds the requirement under the name that it has today.",
   "call": "GET /tracker/rest/reqs/1/issuelinks/DRN-45",
   "as": "bob",
   "expect": {
    "path": {
     "$[*].key": [
      "LOG-001",
      "LOG-003"
     ]
    }
   }
  }
 ]
}
