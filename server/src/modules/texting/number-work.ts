import { texting } from '@agency-support/contract/modules/texting'
import { toNumber } from '@agency-support/contract/rules/texting'
import { padAgencyId } from '@agency-support/contract/ids'
import { z } from 'zod'
import type { Services } from '../../calls/context.ts'
import { getPollSeconds, type StepResult, type Work, type WorkKind } from '../../jobs/outside-work/kind.ts'
import { givePhone } from './give-phone.ts'
import { judgeOrder } from './judge-order.ts'
import { findHolder, findTexting } from './store.ts'

const Input = z.object({
  phone: z.string(),
  orderId: z.string(),
  orderKind: z.enum(['standard', 'hosted']),
  by: z.string(),
})
type Input = z.infer<typeof Input>

/** Number of polls of the order. */
const Progress = z.int()

/** What the call says that asks for a number, with its codes. */
const sentences = texting.setPhone.refusals

type Step = Work<Input, number>
type Result = StepResult<number>

/** Waits for an order to complete and then gives the agency its number. */
export const numberWork: WorkKind<Input, number, Services> = {
  name: 'texting.number',
  module: 'texting',
  input: Input,
  progress: Progress,
  step: async (work, services) => {
    const { orderKind, orderId, phone } = work.input
    const judged = judgeOrder(await services.bandwidth.getOrder(orderKind, orderId), phone)
    if (judged === 'pending') return wait(work)
    if (judged !== 'completed') return refused(work, sentences[judged][1])
    if (!(await services.bandwidth.isInService(toNumber(phone))))
      return refused(work, sentences.notInService[1])
    return give(work, services)
  },
}

/** Polls again with increasing delays; a notification from Bandwidth wakes it earlier. */
function wait({ progress }: Step): Result {
  const waitSeconds = getPollSeconds(progress, { first: 5, times: 5 })
  return { is: 'on', progress: Math.min(progress + 1, 20), waitSeconds }
}

const refused = ({ input }: Step, why: string): Result => ({
  is: 'refused',
  why,
  entry: { event: 'texting.phoneRefused', after: { phone: input.phone, orderId: input.orderId } },
})

async function give(work: Step, { outsideWork }: Services): Promise<Result> {
  const { agencyId, input, now, db } = work
  const { phone, orderId, orderKind, by } = input
  const holder = await findHolder(db, phone)
  if (holder !== undefined && holder !== agencyId)
    return refused(work, `This number belongs to agency ${padAgencyId(holder)}.`)
  const before = await findTexting(db, agencyId)
  if (before === undefined) return refused(work, 'The agency has no texting any more.')
  return {
    is: 'done',
    entry: {
      event: 'texting.phoneChanged',
      before: { phone: before.phones[0] ?? '' },
      after: { phone, orderId },
    },
    change: async (tx) => {
      const order = { id: orderId, kind: orderKind }
      const given = await givePhone(tx, outsideWork, {
        agencyId,
        phone,
        order,
        by,
        at: now,
        version: undefined,
      })
      // The next attempt of this step finds out which change was faster.
      if (given.outcome === 'taken' || given.outcome === 'noRecord')
        throw new Error(`the number of agency ${agencyId} cannot be given now`)
    },
  }
}
