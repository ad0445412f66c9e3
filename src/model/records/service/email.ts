/** Addresses of electronic mail: what a user has, and what an invitation is sent to. */
import { invalid } from '../../input/errors.ts'

export const MAXIMUM_EMAIL_LENGTH = 254

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/** Addresses that differ only in letter case are the same. */
export const emailKey = (email: string): string => email.toLowerCase()

export const isEmail = (text: string): boolean => EMAIL.test(text)

export function checkEmail(email: string): void {
  if (isEmail(email)) return
  throw invalid('email', email, 'must be an address such as name@example.test')
}
