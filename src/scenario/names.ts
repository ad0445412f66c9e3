/** Names of scenarios and users, for an editor to complete. */
import type { ReadyUserName } from './ready/users.generated.ts'

/** The name of a user; an editor completes those of the ready scenarios. */
export type UserName = ReadyUserName | (string & {})
