/** Addresses of electronic mail: what a user has, and what an invitation is sent to. */
import { invalid } from '../errors.ts'

/** The longest address that mail is delivered to. */
export const MAXIMUM_EMAIL_LENGTH = 254

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/** What addresses have in common that differ in letter case only: they are the same. */
export const emailKey = (email: string): string => email.toLowerCase()

/** Whether a text has the form of an address. */
export const isEmail = (text: string): boolean => EMAIL.test(text)

/** Throws a Refusal (INVALID) for a text that is no address. */
export function checkEmail(email: string): void {
  if (isEmail(email)) return
  throw invalid('email', email, 'must be an address such as name@example.test')
}
