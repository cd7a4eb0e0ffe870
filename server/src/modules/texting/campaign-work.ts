import { z } from 'zod'
import type { Services } from '../../calls/context.ts'
import { getPollSeconds, type StepResult, type Work, type WorkKind } from '../../jobs/outside-work/kind.ts'
import type { Telephony } from '../../providers/telephony.ts'

/** The campaign that a number should have at Bandwidth; null for none. */
const Task = z.object({ number: z.string(), campaignId: z.string().nullable(), key: z.string() })
type Task = z.infer<typeof Task>

const Input = z.object({
  tasks: z.array(Task),
  /** Parts of our order keys that an earlier wish may have used; those orders must end first. */
  earlier: z.array(z.string()),
})
export type CampaignInput = z.infer<typeof Input>

const Progress = z.object({
  /** Number of earlier orders that have ended, and of tasks that are done. */
  earlier: z.int(),
  done: z.int(),
  /** The order of the current task; null before it is placed. */
  orderId: z.string().nullable(),
  /** Number of polls since then. */
  polls: z.int(),
  /** What Bandwidth refused in earlier tasks. */
  refusals: z.array(z.string()),
})
type Progress = z.infer<typeof Progress>

export const campaignStart: Progress = { earlier: 0, done: 0, orderId: null, polls: 0, refusals: [] }

type Step = Work<CampaignInput, Progress>
type Result = StepResult<Progress>

/** Brings the campaigns of an agency's numbers at Bandwidth in line with our record. */
export const campaignWork: WorkKind<CampaignInput, Progress, Services> = {
  name: 'texting.campaign',
  module: 'texting',
  input: Input,
  progress: Progress,
  step: (work, { bandwidth }) => {
    const { input, progress } = work
    const earlier = input.earlier[progress.earlier]
    if (earlier !== undefined) return awaitEarlier(work, bandwidth, earlier)
    const task = input.tasks[progress.done]
    if (task === undefined) return Promise.resolve(end(work))
    const { orderId } = progress
    return orderId === null ? place(work, bandwidth, task) : follow(work, bandwidth, orderId)
  },
}

/** Our key for one order: the id of the work and what distinguishes its orders. */
const orderKey = ({ workId }: Step, key: string): string => `${workId}-${key}`

/** Waits for an order of an earlier wish, which must not end after this one. */
async function awaitEarlier(work: Step, bandwidth: Telephony, key: string): Promise<Result> {
  const { progress } = work
  const orderId = await bandwidth.findCampaignOrder(orderKey(work, key))
  const order = orderId === null ? null : await bandwidth.getCampaignOrder(orderId)
  if (order?.state === 'pending') return wait(progress)
  return { is: 'on', progress: { ...progress, earlier: progress.earlier + 1, polls: 0 } }
}

/** Places the order of a task, unless it was already placed or Bandwidth already has the wanted state. */
async function place(work: Step, bandwidth: Telephony, task: Task): Promise<Result> {
  const { progress } = work
  const { number, campaignId } = task
  const key = orderKey(work, task.key)
  const placed = await bandwidth.findCampaignOrder(key)
  if (placed !== null) return { is: 'on', progress: { ...progress, orderId: placed } }
  const there = await bandwidth.getNumber(number)
  if ((there?.campaignId ?? null) === campaignId) return next(progress)
  const refusal = await whyNot(bandwidth, there !== null, campaignId)
  if (refusal !== undefined) return next(progress, refusal)
  const order = await bandwidth.placeCampaignOrder({ key, number, campaignId })
  if ('refused' in order) return next(progress, order.refused)
  return { is: 'on', progress: { ...progress, orderId: order.orderId }, waitSeconds: firstPollSeconds }
}

async function whyNot(
  bandwidth: Telephony,
  isKnown: boolean,
  campaignId: string | null,
): Promise<string | undefined> {
  if (!isKnown) return 'The number is not known there.'
  if (campaignId === null) return undefined
  const campaign = await bandwidth.getCampaign(campaignId)
  if (campaign === null) return 'The campaign is not known there.'
  return campaign.status === 'ACTIVE' ? undefined : `The campaign is ${campaign.status} there.`
}

/** Polls an order. */
async function follow(work: Step, bandwidth: Telephony, orderId: string): Promise<Result> {
  const { progress } = work
  const order = await bandwidth.getCampaignOrder(orderId)
  if (order === null) return next(progress, 'The order is not known there.')
  if (order.state === 'pending') return wait(progress)
  if (order.state === 'completed') return next(progress)
  const said = order.problems.map(({ description }) => description).filter((text) => text !== '')
  return next(progress, said.length === 0 ? 'The order failed.' : said.join(' '))
}

const firstPollSeconds = 2

/** Polls again with increasing delays. */
function wait(progress: Progress): Result {
  const waitSeconds = getPollSeconds(progress.polls, { first: firstPollSeconds, times: 3 })
  return { is: 'on', progress: { ...progress, polls: progress.polls + 1 }, waitSeconds }
}

/** Continues with the next task: a refused one does not stop the others. */
function next(progress: Progress, refusal?: string): Result {
  const refusals = refusal === undefined ? progress.refusals : [...progress.refusals, refusal]
  return { is: 'on', progress: { ...progress, done: progress.done + 1, orderId: null, polls: 0, refusals } }
}

function end({ input, progress }: Step): Result {
  const wanted = input.tasks.at(-1)
  const after = { number: wanted?.number ?? null, campaign: wanted?.campaignId ?? null }
  if (progress.refusals.length === 0) return { is: 'done', entry: { event: 'texting.campaignSet', after } }
  const why = progress.refusals.join(' ')
  return { is: 'refused', why, entry: { event: 'texting.campaignRefused', after } }
}
