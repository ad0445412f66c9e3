/** The faults of the default world: presets to add at one click, and the list of those that are there. */
import { REGIONS } from '../../model/records/world/regions.ts'
import { FAULT_PRESETS } from '../../scenario/faults/presets.ts'
import { faultSentence, faultState } from '../../scenario/faults/sentence.ts'
import type { DescribedFault } from '../../scenario/faults/write.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { make, makeButton, makeGroup, replaceContent } from './dom.ts'
import type { Section, Tools } from './section.ts'

/** Faults listed; a world has at most a thousand. */
const SHOWN = 20

export function faultSection({ simulator, act }: Tools): Section {
  const presets = FAULT_PRESETS.map(({ title, fault }) =>
    makeButton(title, () => act(`Fault added: ${title}.`, () => void simulator.faults.add(fault))),
  )
  const list = make('div')
  const add = make('div', { class: 'row', role: 'group', 'aria-label': 'Add a fault' }, ...presets)
  return {
    element: makeGroup('Faults', 'faults', add, list),
    update() {
      const all = faultsOf(simulator)
      if (all.length === 0) return replaceContent(list, make('p', { class: 'muted' }, 'No fault is set.'))
      const items = all.slice(0, SHOWN).map((fault) => itemOf(fault))
      const more =
        all.length > SHOWN ? [make('p', { class: 'muted' }, `The first ${SHOWN} of ${all.length}.`)] : []
      const removeAll = makeButton(
        'Remove all',
        () => act('All faults are removed.', () => simulator.faults.clear()),
        {
          'data-key': 'all',
        },
      )
      replaceContent(list, make('ul', {}, ...items), ...more, removeAll)
    },
  }

  function itemOf(fault: DescribedFault): HTMLElement {
    const { id, matched, struck } = fault
    const state = stateOf(simulator, fault)
    const remove = makeButton(
      'Remove',
      () => act(`Fault ${id} is removed.`, () => simulator.faults.remove(id)),
      { 'data-key': `fault-${id}`, 'aria-label': `Remove fault ${id}` },
    )
    const badge = make('span', { class: state === 'on' ? 'badge bad' : 'badge' }, state)
    const counts = `matched ${matched}, applied ${struck}`
    const text = make('span', { class: 'grow' }, faultSentence(fault, nameOfSite(simulator)), ' ')
    text.append(make('span', { class: 'muted' }, counts))
    return make('li', {}, badge, text, remove)
  }
}

/** The faults of the default world that can still apply. */
export function countActiveFaults(simulator: Simulator): number {
  return faultsOf(simulator).filter((fault) => stateOf(simulator, fault) === 'on').length
}

/** What the library lists has the ids of sites, not their names. */
function faultsOf(simulator: Simulator): readonly DescribedFault[] {
  return simulator.faults.list() as readonly unknown[] as readonly DescribedFault[]
}

function stateOf(simulator: Simulator, fault: DescribedFault): ReturnType<typeof faultState> {
  return faultState(fault, simulator.world.now)
}

function nameOfSite(simulator: Simulator): (id: number) => string | undefined {
  return (id) =>
    REGIONS.flatMap((region) => simulator.state('application', { id }, region)).map(({ name }) => name)[0]
}
