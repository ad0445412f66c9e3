// Clients that send a refused request again, each with at most two retries. Run as `node retries.mjs NAME [fast]` with the
// address of a server in the environment; for each line of its input it calls once, and prints the status that the caller
// sees and the seconds until then.

import { createInterface } from 'node:readline'

const [, , name, setting] = process.argv
const isFast = setting === 'fast'
const url = `${process.env['REQSIM_API_URL']}/applications/101`
const headers = { Authorization: 'Bearer tok-alice' }

const retries = {
  async ky() {
    const { default: ky } = await import('ky')
    const retry = isFast ? { limit: 2, maxRetryAfter: 1 } : { limit: 2 }
    return async () => (await ky(url, { headers, retry })).status
  },

  async got() {
    const { default: got } = await import('got')
    const calculateDelay = ({ computedValue }) => Math.min(computedValue, 1)
    const retry = isFast ? { limit: 2, calculateDelay } : { limit: 2 }
    return async () => (await got(url, { headers, retry })).statusCode
  },

  async 'axios-retry'() {
    const { default: axios } = await import('axios')
    const { default: axiosRetry } = await import('axios-retry')
    const client = axios.create({ headers })
    axiosRetry(client, isFast ? { retries: 2, retryDelay: () => 1 } : { retries: 2 })
    return async () => (await client.get(url)).status
  },

  async 'p-retry'() {
    const { default: pRetry } = await import('p-retry')
    const call = async () => {
      const response = await fetch(url, { headers })
      if (!response.ok) throw Object.assign(new Error(`status ${response.status}`), { response })
      return response.status
    }
    return () => pRetry(call, isFast ? { retries: 2, minTimeout: 1 } : { retries: 2 })
  },

  async 'fetch-retry'() {
    const { default: wrap } = await import('fetch-retry')
    const fetchAgain = wrap(fetch)
    const options = { headers, retries: 2, retryOn: [429], ...(isFast ? { retryDelay: 1 } : {}) }
    return async () => (await fetchAgain(url, options)).status
  },

  async undici() {
    const { Agent, request, RetryAgent } = await import('undici')
    const options = isFast ? { maxRetries: 2, maxTimeout: 1 } : { maxRetries: 2 }
    const dispatcher = new RetryAgent(new Agent(), options)
    return async () => {
      const { statusCode, body } = await request(url, { headers, dispatcher })
      await body.dump()
      return statusCode
    }
  },
}

const call = await retries[name]()
console.log('ready')
for await (const _line of createInterface({ input: process.stdin })) {
  const start = performance.now()
  const status = await call().catch(
    (error) => error.response?.statusCode ?? error.response?.status ?? error.statusCode,
  )
  console.log(JSON.stringify({ status: status ?? null, seconds: (performance.now() - start) / 1000 }))
}
process.exit(0)
