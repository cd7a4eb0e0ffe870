import { emailCategories, emailEvents, verificationMail } from '@agency-support/contract/rules/agency-users'
import { type AgencyUser, getUsers } from '../agencies/people.ts'
import { getProfile, seededRandomFor } from '../agencies/profile.ts'
import type { DemoAgency } from './agencies.ts'
import { plain } from './names.ts'
import type { SeededRandom } from '../random.ts'

/** An event of a mail to an agency user. */
export interface DemoEmailEvent {
  agencyId: number
  username: string
  sentAt: Date
  event: number
  toEmail: string
  category: number
}

type EventName = (typeof emailEvents)[number]

const hour = 3_600_000
const minute = 60_000

/** Typical sequences of mail events, most common first. */
const courses: readonly (readonly EventName[])[] = [
  ['Processed', 'Delivered', 'Open'],
  ['Processed', 'Delivered'],
  ['Processed', 'Deferred', 'Delivered', 'Open', 'Click'],
  ['Processed', 'Bounce'],
  ['Processed', 'Delivered', 'Open', 'Spam'],
  ['Dropped'],
  ['Processed', 'Block'],
]
const confirmed: readonly EventName[] = ['Processed', 'Delivered', 'Open', 'Click']

/** The mails to the users of these agencies in the months before `now`. */
export function* demoEmailEvents(agencies: Iterable<DemoAgency>, now: Date): Generator<DemoEmailEvent> {
  for (const agency of agencies) {
    const random = seededRandomFor(agency.agencyId, 'mails')
    for (const user of getUsers(getProfile(agency))) yield* mailsTo(user, agency.agencyId, random, now)
  }
}

function* mailsTo(
  user: AgencyUser,
  agencyId: number,
  random: SeededRandom,
  now: Date,
): Generator<DemoEmailEvent> {
  const toEmail = `${plain(user.firstName)}.${plain(user.lastName)}@agency-${agencyId}.test`
  const mails = random.whole(0, 3)
  for (let mail = 0; mail <= mails; mail += 1) {
    // The first mail to a person asks to confirm the address.
    const category = mail === 0 ? verificationMail : random.whole(2, emailCategories.length - 1)
    const course = mail === 0 && user.emailVerified ? confirmed : pickCourse(random)
    let at = now.getTime() - random.whole(5 + (mails - mail) * 400, 400 + (mails - mail) * 400) * hour
    for (const name of course) {
      yield {
        agencyId,
        username: user.username,
        sentAt: new Date(at),
        event: emailEvents.indexOf(name),
        toEmail,
        category,
      }
      at += random.whole(1, 90) * minute
    }
  }
}

function pickCourse(random: SeededRandom): readonly EventName[] {
  const usual = courses.slice(0, 2)
  return random.pick(random.chance(0.7) ? usual : courses)
}
