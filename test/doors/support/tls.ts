/** A certificate for servers on the loopback address, and its authority. */
import { makeCertificate } from '../../../src/cli/serving/certificate.ts'

export const certificate = makeCertificate(['localhost', '127.0.0.1'], Date.now())
