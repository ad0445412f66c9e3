/** Faults of a world that is in use, as the library, the control API and timelines write and read them. */
import { addFault } from '../../model/faults/writing.ts'
import { present } from '../../model/input/present.ts'
import type { FaultEffect, FaultRecord, FaultTarget } from '../../model/records/world/faults.ts'
import { invalidParts } from '../../model/input/errors.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { OmitEach } from '../../world/exclusive.ts'
import type { World } from '../../world/world.ts'
import { namesOfWorld } from './names.ts'
import { problemsOfFields } from './fields.ts'
import type { FaultInput } from './fault.ts'
import type { FaultFields } from '../format/fault-shape.ts'
import { pathText } from '../format/problems.ts'
import { readFault } from './read.ts'

interface FaultState {
  readonly id: number
  readonly enabled: boolean
  /** How often something happened that it is meant for, and how often it struck. */
  readonly matched: number
  readonly struck: number
}

/** A fault as the API returns it: its normalised fields with its number and counters. */
export type FaultView = OmitEach<FaultInput, 'id' | 'enabled'> & FaultState

type Described = Omit<FaultFields, 'id' | 'enabled' | 'outage'> & { readonly outage?: number | undefined }

/** A fault whose site is named by its id alone, as the texts about faults read it. */
export type DescribedFault = Described & FaultState

/** Adds a fault whose shape was checked. Throws a Refusal (INVALID, CONFLICT) that names the error and its fix. */
export function writeFault(world: World, input: FaultFields): DescribedFault {
  const problems: string[] = []
  const rule = readFault(input, namesOfWorld(world), world.now, (path, message, nearest) => {
    const place = path.length === 0 ? 'the fault' : pathText(path)
    problems.push(`${place}: ${message}${nearest === undefined ? '' : `; did you mean '${nearest}'?`}`)
  })
  if (rule === undefined) throw invalidParts(problems)
  return describeFault(addFault(world, rule, input.id))
}

/** The same as writeFault for input that was not checked. */
export function writeUncheckedFault(world: World, input: unknown): FaultView {
  const problems = problemsOfFields(input)
  if (problems.length > 0) throw invalidParts(problems)
  return writeFault(world, input as FaultFields) as FaultView
}

/** A fault as users see it; without its number and its counters, it can be written again. */
export function describeFault({
  id,
  enabled,
  target,
  moment,
  effect,
  matched,
  struck,
}: FaultRecord): DescribedFault {
  const { after, every, ...limits } = moment
  return {
    id,
    enabled,
    ...describeTarget(target),
    ...(after === 0 ? {} : { after }),
    ...(every === 1 ? {} : { every }),
    ...limits,
    ...describeEffect(effect),
    matched,
    struck,
  }
}

export function viewFault(fault: FaultRecord): FaultView {
  return describeFault(fault) as FaultView
}

function describeTarget(target: FaultTarget): Described {
  switch (target.kind) {
    case 'exchange':
    case 'mutation': {
      const { kind: _kind, ...fields } = target
      return fields as Described
    }
    case 'freeze': {
      const { spaceKey = '*', applicationId, at } = target
      const freeze = applicationId === undefined ? spaceKey : `${applicationId}/${spaceKey}`
      return { freeze, ...(at === 0 ? {} : { at }) }
    }
    case 'message': {
      const { queue = '*', serviceId, operation, answer } = target
      return {
        queue,
        ...present({ service: serviceId, messageOperation: operation }),
        answer,
      }
    }
    case 'outage': {
      const { applicationId, from, until } = target
      const lasting = until === undefined ? {} : { for: `${until - from}ms` }
      return { outage: applicationId, from: formatInstant(from), ...lasting }
    }
  }
}

function describeEffect(effect: FaultEffect): Described {
  const { body, headers, latency, slow, truncate, ...others } = effect
  return {
    ...others,
    ...(body === undefined ? {} : { body: body.json ? JSON.parse(body.text) : body.text }),
    ...(headers === undefined ? {} : { headers: Object.fromEntries(headers) }),
    ...(latency === undefined ? {} : { latency: `${latency}ms` }),
    ...(truncate === undefined
      ? {}
      : { truncate: 'bytes' in truncate ? truncate.bytes : `${truncate.percent}%` }),
    ...(slow === undefined ? {} : { slow: `${slow}ms` }),
  }
}
