import { P } from '@agency-support/contract/permissions'
import type { Tx } from '../../db/open.ts'
import { appendEntry, type NewEntry } from '../../journal/append.ts'
import { hashPassword } from '../../passwords/hash.ts'
import { signInNameHash } from '../../passwords/name-hash.ts'
import { type Cli, circumstances, CliProblem, say, type Typed } from '../cli.ts'
import { usernameOf } from './add.ts'
import { choosePassword } from './password.ts'
import { readPermissions, sorted } from './permissions.ts'
import {
  changeMember,
  endSessions,
  findMember,
  forgetFailures,
  lockMember,
  type StaffMember,
  StaffStatus,
} from './store.ts'

type Entry = NewEntry & { says: string }

/** Changes one person in a transaction; `work` tells what to record, or undefined when there is nothing to do. */
async function change(
  typed: Typed,
  cli: Cli,
  work: (tx: Tx, member: StaffMember, now: Date) => Promise<Entry | undefined>,
): Promise<void> {
  const username = usernameOf(typed.words[0] ?? '')
  const at = circumstances(cli)
  const said = await cli.db.write.transaction().execute(async (tx) => {
    const member = await lockMember(tx, username)
    if (member === undefined) throw new CliProblem(`There is no staff member ${username}.`)
    const entry = await work(tx, member, at.at)
    if (entry === undefined) return undefined
    const { says, ...row } = entry
    await appendEntry(tx, at, { ...row, subject: username })
    return says
  })
  say(cli, said ?? `Nothing to change for ${username}.`)
}

/** The verb `staff set-password`. */
export async function runSetPassword(typed: Typed, cli: Cli): Promise<void> {
  const username = usernameOf(typed.words[0] ?? '')
  const member = await findMember(cli.db.read, username)
  if (member === undefined) throw new CliProblem(`There is no staff member ${username}.`)
  const chosen = await choosePassword(typed, cli, { username, secondFactor: member.mfa === 0 })
  const passwordHash = await hashPassword(chosen.password)
  const mustChange = typed.options['must-change'] === true
  await change(typed, cli, async (tx, { staff_id: staffId, status }, now) => {
    const usual = status === StaffStatus.mustChangePassword ? StaffStatus.enabled : status
    const next = mustChange && status !== StaffStatus.disabled ? StaffStatus.mustChangePassword : usual
    await changeMember(tx, staffId, { passwordHash, passwordChangedAt: now, status: next })
    const ended = await endSessions(tx, staffId, now)
    const says = `The password of ${username} is set; ${ended === 1 ? '1 session' : `${ended} sessions`} ended.`
    return { event: 'staff.passwordSet', before: { status }, after: { status: next }, says }
  })
  if (chosen.generated) say(cli, `Password, shown this once: ${chosen.password}`)
}

/** The verbs `staff grant` and `staff revoke`. */
export function runPermissions(how: 'grant' | 'revoke') {
  return (typed: Typed, cli: Cli): Promise<void> => {
    const named = new Set<number>(readPermissions(typed.words.slice(1)))
    return change(typed, cli, async (tx, member, now) => {
      const held = sorted(member.permissions)
      const next = how === 'grant' ? sorted([...held, ...named]) : held.filter((id) => !named.has(id))
      if (next.length === held.length) return undefined
      await changeMember(tx, member.staff_id, { permissions: next })
      if (!next.includes(P.CanAccess)) await endSessions(tx, member.staff_id, now)
      return {
        event: 'staff.permissionsChanged',
        before: { permissions: held.join(', ') },
        after: { permissions: next.join(', ') },
        says: `${member.username} now holds: ${next.length === 0 ? 'nothing' : next.join(', ')}.`,
      }
    })
  }
}

/** The verb `staff unlock`: lifts a lock after failed sign-ins, and one set by hand. */
export function runUnlock(typed: Typed, cli: Cli): Promise<void> {
  return change(typed, cli, async (tx, member) => {
    const forgot = await forgetFailures(tx, signInNameHash(member.username))
    const locked = member.status === StaffStatus.locked
    if (!forgot && !locked) return undefined
    if (locked) await changeMember(tx, member.staff_id, { status: StaffStatus.enabled })
    return { event: 'staff.unlocked', says: `${member.username} may try to sign in again.` }
  })
}

/** The verb `staff disable`: no sign-in any more, and every session ends now. */
export function runDisable(typed: Typed, cli: Cli): Promise<void> {
  return change(typed, cli, async (tx, { staff_id: staffId, status, username }, now) => {
    if (status === StaffStatus.disabled) return undefined
    await changeMember(tx, staffId, { status: StaffStatus.disabled })
    const ended = await endSessions(tx, staffId, now)
    const says = `${username} is disabled; ${ended === 1 ? '1 session' : `${ended} sessions`} ended.`
    return { event: 'staff.disabled', before: { status }, after: { status: StaffStatus.disabled }, says }
  })
}

/** The verb `staff enable`. */
export function runEnable(typed: Typed, cli: Cli): Promise<void> {
  return change(typed, cli, async (tx, { staff_id: staffId, status, username }) => {
    if (status !== StaffStatus.disabled) return undefined
    await changeMember(tx, staffId, { status: StaffStatus.enabled })
    return {
      event: 'staff.enabled',
      before: { status },
      after: { status: StaffStatus.enabled },
      says: `${username} is enabled.`,
    }
  })
}
