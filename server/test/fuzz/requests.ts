import { allCalls } from '@agency-support/contract'
import type { AnyCall } from '@agency-support/contract/call'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'
import { toJsonSchema } from '../../src/openapi/json-schema.ts'
import { sampled } from '../samples.ts'
import { fromSchema, type Known } from './from-schema.ts'

/** One request to one call of the contract, in what can be written down. */
export interface FuzzRequest {
  /** Module and name of the call. */
  call: string
  input: unknown
  /** An Idempotency-Key out of few, so that some come again. */
  key: number | null
}

/** The agencies of the fuzzed world: an online one, a test one, and one that is not there. */
export const fuzzAgencies = { there: 6_938, online: 6_939, test: 90_006_940, absent: 4_040_404 } as const

const ids = Object.values(fuzzAgencies)
const known: Known = {
  agencyId: [...ids, ...ids.map(String), '00006938'],
  id: [1, '1', ...ids],
  AgencyId: ids,
  username: ['ABC', 'LEE', 'person@support.test'],
  clientId: ['00004711', '12345678'],
  productId: [1, 2, 4_040_404],
  commandId: [1, 2, 3],
  commandIds: [[1, 2], [1]],
  uploadId: ['0a1e2400-4040-4040-8404-040404040404'],
  filePath: ['error.log', '../error.log', 'logs/x.log'],
  location: ['0', '4', '5', '6', '8', 0, 8],
  type: ['client', 'log', 'agencyConfig', 'agencyMetrics', 'agencyMultifolder', '8'],
  version: [1, 2, 99],
}

/** The calls by what they are called by. */
export const callsByName: ReadonlyMap<string, AnyCall> = new Map(
  allCalls.map((call) => [`${call.module}.${call.name}`, call]),
)

const { claim } = agencyCommands
/** Claims wait for a command only where an odd value says so: up to 25 s each, in which nothing is tried. */
const claimAtOnce = claim.input.extend({ waitSeconds: z.literal(0).default(0) })

/** Requests to every call of the contract, made from the schemas of the OpenAPI document. */
export function fuzzRequests(): Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...sampled.map(({ name, call, input: sample }) => {
      const schema = toJsonSchema(call === claim ? claimAtOnce : call.input, 'input')
      const made = fromSchema(schema, known)
      // What is right but for one thing goes further than what is made up as a whole.
      const near = made.map((value) => mixed(sample, value))
      const input = call.at.form === 'query' || call.at.form === 'upload' ? near : fc.oneof(made, near)
      const key = fc.oneof(
        { arbitrary: fc.constant(null), weight: 9 },
        { arbitrary: fc.integer({ min: 0, max: 4 }), weight: 1 },
      )
      return fc.record({ call: fc.constant(name), input, key })
    }),
  )
}

function mixed(sample: unknown, made: unknown): unknown {
  const both = [sample, made].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  return both ? { ...(sample as object), ...(made as object) } : made
}
