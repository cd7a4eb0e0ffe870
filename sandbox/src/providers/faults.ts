import { z } from 'zod'

/** How many answers a fault applies to; without it, all until the faults are cleared. */
export const times = z.int().min(1).optional()

/** What can go wrong with a request at any provider. */
export const faultKinds = [
  z.object({
    kind: z.literal('status').describe('Nothing is done, and the answer has this status.'),
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string().optional().describe("The provider's own without it."),
    type: z.string().optional().describe("Its content type, the provider's own without it."),
  }),
  z.object({ kind: z.literal('drop').describe('Nothing is done, and the connection is closed.') }),
  z.object({ kind: z.literal('hang').describe('Nothing is done, and no answer comes.') }),
  z.object({ kind: z.literal('lost').describe('It is done, and the connection closed without an answer.') }),
  z.object({ kind: z.literal('cut').describe('The connection is closed in the middle of the answer.') }),
  z.object({ kind: z.literal('delay'), ms: z.int().min(0).max(120_000) }),
  z.object({ kind: z.literal('malformed').describe('Half of the body, as if it were all.') }),
  z.object({ kind: z.literal('body').describe('Status 200 and another body.'), body: z.string() }),
  z.object({ kind: z.literal('long').describe('A body of this length.'), bytes: z.int().min(1) }),
] as const
export type FaultKind = z.infer<(typeof faultKinds)[number]>

/** Faults set by tests; the newest match counts. */
export class Faults<Fault extends { times?: number | undefined }> {
  #set: { fault: Fault; left: number }[] = []

  /** Adds a fault; removed after `times` uses, or when all are cleared. */
  add(fault: Fault): void {
    this.#set.unshift({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.#set = []
  }

  /** The fault that applies to a request, if any; counts its use. */
  take(fits: (fault: Fault) => boolean): Fault | undefined {
    const met = this.#set.find(({ fault }) => fits(fault))
    if (met === undefined) return undefined
    met.left -= 1
    if (met.left === 0) this.#set = this.#set.filter((one) => one !== met)
    return met.fault
  }
}
