/** What browsers say of who caused a request. */
import { type ExchangeRequest, header } from '../../api/framework/exchange.ts'

/** True for what a browser says a page of another site caused: with an image's address a page could ask anything. */
export function isForeignPage(request: Pick<ExchangeRequest, 'headers'>): boolean {
  return header(request.headers, 'sec-fetch-site') === 'cross-site'
}
