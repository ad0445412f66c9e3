// Generated from the files in scenarios/: change those, then run `npm run generate`.
export const READY_DESCRIPTIONS: Readonly<Record<string, string>> = {
  "demo": "A drone maker's wiki, tracker and workspaces, with requirements, issues and links between them",
  "empty": "One organization with its sites and an administrator, and nothing in them",
  "large": "The demo with 100,000 generated requirements in one more space, for paging and for speed",
  "migration": "The demo after a move of requirements and issues that left wiki and tracker with different links. To mend it, run the steps, or call the operations yourself: check the application links (POST check-applinks) and repair them (repair-applink), synchronise GND-1 and DRN-41 (PUT /sync), give lost links their keys (/recover-null-keys), and heal the rest (PUT /repair/trackerlinks; in the console under Queues, Compare)",
  "outage": "The demo while wiki and tracker cannot reach each other, with dozens of messages waiting on both sides. To end it, bring the tracker back (in the console under Queues, or PATCH /_sim/sites/102 with body {\"status\":\"ACTIVE\"}), and let three minutes pass",
  "permissions": "The demo with one user for each role, and spaces that each of them sees differently",
  "rate-limited": "The demo with rate limits enforced, for clients that must wait and try again",
  "release-freeze": "The demo on the day of a release, from the last changes to a frozen baseline and its correction"
}
