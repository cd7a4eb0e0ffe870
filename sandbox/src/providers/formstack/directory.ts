import { z } from 'zod'

const Id = z.string().min(1).max(50)
const At = z.iso.datetime()

/** A group with its accounts; set by `POST /groups`. */
export const NewGroup = z.object({
  id: Id,
  displayName: z.string().default('Agency'),
  startDate: At.nullable().default(null),
  active: z.boolean().default(true),
  users: z.array(
    z.object({
      id: Id,
      email: z.string().min(3),
      active: z.boolean().default(true),
      admin: z.boolean().default(false),
      created: At.default('2024-03-01T09:00:00Z'),
      activated: At.nullable().default(null),
      deactivated: At.nullable().default(null),
    }),
  ),
})
export type NewGroup = z.input<typeof NewGroup>

/** An account. */
export interface Account {
  id: string
  email: string
  active: boolean
  admin: boolean
  created: Date
  activated: Date | null
  deactivated: Date | null
}

export interface Group {
  id: string
  displayName: string
  startDate: Date | null
  active: boolean
  memberIds: readonly string[]
}

/** An effect on an account; a request that changed nothing has none. */
export interface Effect {
  /** The work it was part of: its Idempotency-Key up to the slash; empty without one. */
  work: string
  what: 'activated' | 'deactivated' | 'removed'
  userId: string
}

const toWork = (key: string): string => key.split('/')[0] ?? ''
const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The groups and accounts, and the effects on them. */
export class Directory {
  readonly #groups = new Map<string, Group>()
  readonly #accounts = new Map<string, Account>()
  effects: Effect[] = []

  /** Adds or replaces a group with its accounts. */
  put(given: z.output<typeof NewGroup>): void {
    const { id, displayName, startDate, active, users } = given
    const memberIds = users.map((user) => user.id)
    this.#groups.set(id, { id, displayName, startDate: toDate(startDate), active, memberIds })
    for (const { created, activated, deactivated, ...user } of users)
      this.#accounts.set(user.id, {
        ...user,
        created: new Date(created),
        activated: toDate(activated),
        deactivated: toDate(deactivated),
      })
  }

  group(id: string): Group | undefined {
    return this.#groups.get(id)
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id)
  }

  /** The accounts of a group, without removed ones. */
  members({ memberIds }: Group): Account[] {
    return memberIds.flatMap((id) => this.#accounts.get(id) ?? [])
  }

  groupsOf(userId: string): Group[] {
    return [...this.#groups.values()].filter(({ memberIds }) => memberIds.includes(userId))
  }

  /** All accounts, sorted by id. */
  list(): Account[] {
    return [...this.#accounts.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  setActive(account: Account, active: boolean, at: Date, key: string): void {
    if (account.active === active) return
    account.active = active
    if (active) account.activated = at
    account.deactivated = active ? null : at
    this.effects.push({ work: toWork(key), what: active ? 'activated' : 'deactivated', userId: account.id })
  }

  remove({ id }: Account, key: string): void {
    this.#accounts.delete(id)
    this.effects.push({ work: toWork(key), what: 'removed', userId: id })
  }
}
