import { SeededRandom } from '../../random.ts'

/** The two accounts: for agencies on the older and on the newer version of the software. */
export const modes = ['5x', '6x'] as const
export type Mode = (typeof modes)[number]

/** The lists with the same API, as named in their paths. */
export const listNames = ['bounces', 'blocks', 'invalid_emails', 'spam_reports'] as const
export type ListName = (typeof listNames)[number]

/** A suppressed address; its other fields depend on the list. */
export interface Suppression {
  /** Unix seconds. */
  created: number
  email: string
  reason?: string
  status?: string
  ip?: string
}

/** Query of a list; `email` is the start of an address, % matches any characters. */
export interface ListQuery {
  limit: number
  offset: number
  startTime: number
  endTime: number
  email: string
}

/** A list of suppressed addresses, case-insensitive. */
export class SuppressionList {
  readonly #items = new Map<string, Suppression>()

  add(item: Suppression): void {
    this.#items.set(item.email.toLowerCase(), item)
  }

  find(email: string): Suppression | undefined {
    return this.#items.get(email.toLowerCase())
  }

  /** False if the address is not on the list. */
  delete(email: string): boolean {
    return this.#items.delete(email.toLowerCase())
  }

  clear(): void {
    this.#items.clear()
  }

  get size(): number {
    return this.#items.size
  }

  /** A page, newest first. */
  list({ limit, offset, startTime, endTime, email }: ListQuery): Suppression[] {
    const wanted = toPattern(email)
    return [...this.#items.values()]
      .filter(({ created, email: own }) => created >= startTime && created <= endTime && wanted.test(own))
      .sort((one, other) => other.created - one.created || (one.email < other.email ? -1 : 1))
      .slice(offset, offset + limit)
  }
}

function toPattern(email: string): RegExp {
  const parts = email.split('%').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}`, 'i')
}

/** The data of one account. */
export interface Account {
  lists: Readonly<Record<ListName, SuppressionList>>
  unsubscribes: SuppressionList
}

/** An account without suppressions. */
export function makeAccount(): Account {
  return {
    lists: {
      bounces: new SuppressionList(),
      blocks: new SuppressionList(),
      invalid_emails: new SuppressionList(),
      spam_reports: new SuppressionList(),
    },
    unsubscribes: new SuppressionList(),
  }
}

const reasons: Readonly<Record<ListName, readonly (readonly [reason: string, status: string])[]>> = {
  bounces: [
    ['550 5.1.1 The email account that you tried to reach does not exist.', '5.1.1'],
    ['550 5.2.1 The email account that you tried to reach is disabled.', '5.2.1'],
    ['552 5.2.2 The mailbox is full.', '5.2.2'],
  ],
  blocks: [
    ['550 5.7.1 Message rejected due to the policy of the receiving organization.', '5.7.1'],
    ['421 4.7.0 Too many messages from this address.', '4.7.0'],
  ],
  invalid_emails: [
    ['Mail domain mentioned in email address is unknown', ''],
    ['Known bad domain', ''],
  ],
  spam_reports: [['', '']],
}

/** A suppression with the fields of its list. */
export function makeSuppression(
  list: ListName,
  email: string,
  created: number,
  random: SeededRandom,
): Suppression {
  const [reason, status] = random.pick(reasons[list])
  switch (list) {
    case 'bounces':
    case 'blocks':
      return { created, email, reason, status }
    case 'invalid_emails':
      return { created, email, reason }
    case 'spam_reports':
      return { created, email, ip: `203.0.113.${random.whole(1, 254)}` }
  }
}

const people = ['maria', 'james', 'linda', 'robert', 'aisha', 'david', 'grace', 'thomas'] as const
const offices = ['smith-insurance', 'lakeside', 'ridgeview', 'harbor-mutual', 'prairie', 'summit'] as const
const counts: Readonly<Record<ListName, number>> = {
  bounces: 46,
  blocks: 12,
  invalid_emails: 9,
  spam_reports: 5,
}

/** Fills the lists of an account with made-up addresses of the last 90 days, the same for the same seed. */
export function fillAccount(account: Account, seed: number, now: Date): void {
  const random = new SeededRandom(seed)
  const seconds = Math.floor(now.getTime() / 1000)
  for (const list of listNames)
    for (let index = 1; index <= counts[list]; index += 1) {
      const email = `${random.pick(people)}${index}@${random.pick(offices)}.example`
      const created = seconds - random.whole(60, 90 * 24 * 60 * 60)
      account.lists[list].add(makeSuppression(list, email, created, random))
    }
  account.unsubscribes.add({ created: seconds - 86_400, email: 'no-more@lakeside.example' })
}
