// What programs make of files that the simulator wrote. Run as `node consumers.mjs NAME FILE`; prints JSON.

import { readFileSync } from 'node:fs'

const [, , name, file] = process.argv
const json = () => JSON.parse(readFileSync(file, 'utf8'))

const consumers = {
  async 'har-validator'() {
    const { default: validator } = await import('har-validator')
    return { valid: (await validator.har(json())) !== undefined }
  },

  async 'har-to-k6'() {
    const { default: k6 } = await import('har-to-k6')
    const { main } = await k6.liHARToK6Script(json())
    return {
      calls: main.match(/http\.\w+\(/g),
      outside: [...new Set(main.match(/https:\/\/[\w.]+/g))],
      credential: main.includes('(redacted)'),
    }
  },

  async 'har-to-openapi'() {
    const { generateSpec } = await import('har-to-openapi')
    const { spec } = await generateSpec(json(), { forceAllRequestsInSameSpec: true })
    return { paths: Object.keys(spec.paths) }
  },

  async ctrf() {
    const { isCTRFReport, validate } = await import('ctrf')
    const report = json()
    return { is: isCTRFReport(report), ...validate(report), tests: report.results.summary.tests }
  },

  async 'junit-to-ctrf'() {
    const { convertJUnitToCTRFReport } = await import('junit-to-ctrf')
    const { results } = await convertJUnitToCTRFReport(file, { toolName: 'reqsim' })
    const { tests, passed, failed } = results.summary
    return { tests, passed, failed, durations: [...new Set(results.tests.map(({ duration }) => duration))] }
  },

  async junit2json() {
    const { parse } = await import('junit2json')
    const { tests, failures, testsuite } = await parse(readFileSync(file, 'utf8'))
    return { tests, failures, suites: testsuite.map(({ time }) => time) }
  },
}

console.log(JSON.stringify(await consumers[name]()))
