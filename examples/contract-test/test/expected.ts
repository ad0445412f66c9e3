/** The responses that the tests expect, in full: a contract test that picks fields does not notice the others. */

export const REQ_007 = {
  id: 6007,
  key: 'REQ-007',
  applicationId: 101,
  containerId: 1001,
  variantId: 5001,
  originContainerId: 1102,
  status: 'ACTIVE',
  text: 'The drone shall fly for at least 35 minutes on one battery charge.',
  html: 'The drone shall fly for at least 35 minutes on one battery charge.',
  canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-007',
  properties: [
    { label: 'Category', value: 'Functional', external: false, dataType: 'TEXT' },
    { label: 'Priority', value: 'High', external: false, dataType: 'TEXT' },
    { label: 'Cost', value: 700, external: true, dataType: 'DECIMAL' },
  ],
  originLinks: [
    {
      containerId: 1102,
      type: 'PAGE',
      name: 'Power',
      pageId: 4002,
      url: 'https://wiki.northwind.test/wiki/pages/viewpage.action?pageId=4002',
    },
  ],
}

export const FROZEN_RELEASE = {
  baseline: 2,
  spaceKey: 'ENG',
  name: 'Release 1.1',
  status: 'DONE',
  searchQuery: "key ~ 'REQ-%'",
  parentBaseline: 1,
  count: 12,
  pageCount: 2,
  indexUrl: '/baselines/ENG',
  canonicalUrl: 'https://wiki.northwind.test/wiki/baselines/ENG',
}
