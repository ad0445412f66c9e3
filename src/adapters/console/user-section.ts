/** The signed-in user: who sends the requests of the page that carry no credential. */
import { REGIONS } from '../../model/records/world/regions.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { make, replaceContent } from './dom.ts'
import type { Section, Tools } from './section.ts'
import { readStored, writeStored } from './stored.ts'

/** Values of the choice that are no user; names follow a prefix, so that a user may have any. */
const FROM_CODE = 'code'
const NOBODY = 'nobody'
const USER = 'user:'

export function userSection({ simulator, act }: Tools): Section {
  const choice = make('select', { 'aria-describedby': 'user-hint' })
  const label = make('label', {}, 'Send as ', choice)
  const hint = make(
    'span',
    { id: 'user-hint', class: 'muted' },
    'unless a request has a credential of its own',
  )
  choice.addEventListener('change', () => {
    const { value } = choice
    const user = value === FROM_CODE ? undefined : value === NOBODY ? null : value.slice(USER.length)
    const who = user === undefined ? 'as set in code' : `as ${user ?? 'nobody'}`
    act(`From now on, requests are sent ${who}.`, () => {
      simulator.signIn(user)
      writeStored({ user })
    })
  })
  return {
    element: make('div', { class: 'group row' }, label, hint),
    update() {
      const names = namesOfUsers(simulator)
      replaceContent(
        choice,
        make('option', { value: FROM_CODE }, 'the user set in code'),
        ...names.map((name) => make('option', { value: USER + name }, name)),
        make('option', { value: NOBODY }, 'nobody (signed out)'),
      )
      choice.value = valueOf(simulator.signedIn)
    },
  }
}

function valueOf(user: string | null | undefined): string {
  if (user === undefined) return FROM_CODE
  return user === null ? NOBODY : USER + user
}

/** The names of the users of all regions. */
export function namesOfUsers(simulator: Simulator): readonly string[] {
  const names = REGIONS.flatMap((region) => simulator.state('user', {}, region).map(({ name }) => name))
  return [...new Set(names)]
}

/** Signs in the user who was chosen before the page was reloaded, unless code or another scenario says otherwise. */
export function signInStored(simulator: Simulator): void {
  const { user } = readStored()
  if (user === undefined || simulator.signedIn !== undefined) return
  if (user === null || namesOfUsers(simulator).includes(user)) simulator.signIn(user)
}

/** Signs out a user whom another scenario does not have. Returns their name; undefined if there is none. */
export function signOutUnknown(simulator: Simulator): string | undefined {
  const { signedIn } = simulator
  if (typeof signedIn !== 'string' || namesOfUsers(simulator).includes(signedIn)) return undefined
  simulator.signIn()
  writeStored({ user: undefined })
  return signedIn
}
