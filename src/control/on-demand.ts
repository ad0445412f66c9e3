/** What few requests to the control API need, in one part: each further part would cost a page that loads none of them. */
export { openApiDocument } from '../api/openapi/document.ts'
export { saveScenario } from '../scenario/saving/save.ts'
export { controlDocument } from './openapi/document.ts'
