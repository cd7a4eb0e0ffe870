import type { ClientIn } from '@agency-support/contract/call'
import type { texting } from '@agency-support/contract/modules/texting'
import { makeNumber, makeOrderId } from '../providers/bandwidth/demo-numbers.ts'
import type { SeededRandom } from '../random.ts'
import { pickTimes, type Profile, seededRandomFor } from './profile.ts'

export type TextingEvent = ClientIn<typeof texting.reportSetUp>['events'][number]
export type TextMessage = ClientIn<typeof texting.reportMessages>['events'][number]

/** The texting setup of an agency. */
export interface Texting {
  /** Undefined if the setup was never finished, so that its campaign is an orphan. */
  phone: string | undefined
  /** Undefined if its campaign is not registered yet. */
  tcrNumber: string | undefined
}

/** Documented agencies with texting. */
const wellKnown: ReadonlySet<number> = new Set([6938, 8951, 13141, 99999103])

const day = 86_400_000
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')

/** The texting setup of an agency, the same in every run; undefined without texting, as for all online agencies. */
export function getTexting(profile: Profile): Texting | undefined {
  if (profile.isOnline) return undefined
  const random = seededRandomFor(profile.agencyId, 'texting')
  const isKnown = wellKnown.has(profile.agencyId)
  if (!random.chance(0.4) && !isKnown) return undefined
  const hasPhone = random.chance(0.9)
  const hasCampaign = random.chance(0.8)
  const tcrNumber = `C${Array.from({ length: 6 }, () => random.pick(letters)).join('')}`
  return {
    phone: hasPhone || isKnown ? makeNumber(profile.agencyId) : undefined,
    tcrNumber: hasCampaign || isKnown || !hasPhone ? tcrNumber : undefined,
  }
}

/** The events of an agency's texting setup, in the year before `now`. */
export function setUpEvents(profile: Profile, { phone, tcrNumber }: Texting, now: Date): TextingEvent[] {
  const { agencyId } = profile
  const random = seededRandomFor(agencyId, 'texting set-up')
  const begun = new Date(now.getTime() - random.whole(10, 340) * day)
  const registered = new Date(begun.getTime() + random.whole(1, 8) * day)
  const events: TextingEvent[] = []
  if (phone !== undefined)
    events.push({
      kind: 'setUp',
      id: `set-up-${agencyId}`,
      at: begun.toISOString(),
      phone,
      orderId: makeOrderId(agencyId),
    })
  if (tcrNumber !== undefined)
    events.push({ kind: 'campaign', id: `campaign-${agencyId}`, at: registered.toISOString(), tcrNumber })
  return events
}

const said = [
  'Your policy renews on the 1st. Any changes we should know of?',
  'Could you send a photo of the new vehicle’s registration?',
  'Attached is your proof of insurance.',
  'We got your payment, thank you!',
  'Your claim was filed. The adjuster will call you tomorrow.',
  'See you Monday at ten.',
  '¿Prefiere que le llamemos por la tarde?',
] as const
const answered = [
  'Yes please',
  'Thanks!! 😊',
  'When is the next payment due?',
  'We moved last week, new address to follow',
  'Is hail covered?',
  'STOP calling after 6pm please',
  'Here it is',
] as const

const optInRequest = 1
const optInResponse = 2
const delivered = 2

/** A current text message; `id` is the software's. */
export function messageAt(
  random: SeededRandom,
  profile: Profile,
  { id, phone, at }: { id: string; phone: string; at: Date },
): TextMessage {
  const client = random.whole(1, Math.min(60, profile.clients))
  const source = random.chance(0.55) ? 0 : 1
  const asks = random.chance(0.06)
  const outcome = source === 0 ? pickOutcome(random) : { status: delivered }
  return {
    id,
    at: at.toISOString(),
    bandwidthMessageId: `${at.getTime()}${id.replaceAll('-', '')}`,
    source,
    intPhone: phone,
    extPhone: `${phone.slice(0, 3)}555${String(1_000 + client * 37).slice(-4)}`,
    type: asks ? (source === 0 ? optInRequest : optInResponse) : 0,
    ...outcome,
    text: asks
      ? source === 0
        ? 'Reply YES to get texts from us.'
        : 'YES'
      : random.pick(source === 0 ? said : answered),
    attachments: random.chance(0.08) ? [source === 0 ? 'id-card.pdf' : 'photo.jpg'] : [],
  }
}

/** Mostly delivered; sometimes pending, unknown, or failed with one of the provider's codes. */
function pickOutcome(random: SeededRandom): Pick<TextMessage, 'status' | 'errorCode'> {
  const share = random.next()
  if (share < 0.88) return { status: delivered }
  if (share < 0.93) return { status: 1 }
  if (share < 0.95) return { status: 4, errorCode: 9_902 }
  return { status: 3, errorCode: random.pick([4_720, 4_770, 4_775, 4_702]) }
}

/** The messages of the weeks before `until`, oldest first, mostly in office hours. */
export function pastMessages(profile: Profile, phone: string, until: Date, count: number): TextMessage[] {
  const random = seededRandomFor(profile.agencyId, 'past messages')
  const times = pickTimes(random, profile, { until, days: 60, count })
  times.sort((a, b) => a.getTime() - b.getTime())
  const number = (at: number) => String(at + 1).padStart(4, '0')
  return times.map((at, index) =>
    messageAt(random, profile, { id: `${profile.agencyId}-${number(index)}`, phone, at }),
  )
}
