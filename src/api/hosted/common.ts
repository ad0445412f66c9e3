/** What operations of the hosted wiki that are known from clients have in common (service §4.3). */
export const hostedWikiOperation = {
  interface: 'hosted-wiki',
  stability: 'unstated',
  provenance: 'observed',
  section: '4.3',
} as const
