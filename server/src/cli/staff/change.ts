import { mfaOn } from '@agency-support/contract/modules/staff'
import { countOf } from '@agency-support/contract/rules/count-of'
import { appendEntry, type NewEntry } from '../../journal/append.ts'
import {
  ascending,
  type Change,
  disableMember,
  enableMember,
  findMember,
  lockMember,
  removeMemberFactors,
  setMemberPassword,
  setMemberPermissions,
  type StaffMember,
  unlockMember,
} from '../../modules/staff/public.ts'
import { hashPassword } from '../../auth/passwords/hash.ts'
import { type Cli, auditContext, CliProblem, printLine, type Typed } from '../cli.ts'
import { parseUsername } from './add.ts'
import { choosePassword } from './password.ts'
import { readPermissions } from './permissions.ts'

/** Changes one person in a transaction; `work` returns what was done, or undefined if nothing was to be done. */
async function change(
  typed: Typed,
  cli: Cli,
  work: (change: Change<string>, member: StaffMember) => Promise<string | undefined>,
): Promise<void> {
  const username = parseUsername(typed.words[0] ?? '')
  const at = auditContext(cli)
  const said = await cli.db.write.transaction().execute(async (tx) => {
    const member = await lockMember(tx, username)
    if (member === undefined) throw new CliProblem(`There is no staff member ${username}.`)
    const append = (entry: NewEntry): Promise<void> => appendEntry(tx, at, entry)
    return work({ tx, now: at.at, by: at.actor.name, append }, member)
  })
  printLine(cli, said ?? `Nothing to change for ${username}.`)
}

/** The verb `staff set-password`. */
export async function runSetPassword(typed: Typed, cli: Cli): Promise<void> {
  const username = parseUsername(typed.words[0] ?? '')
  const found = await findMember(cli.db.read, username)
  if (found === undefined) throw new CliProblem(`There is no staff member ${username}.`)
  const chosen = await choosePassword(typed, cli, { username, secondFactor: found.mfa === mfaOn })
  const passwordHash = await hashPassword(chosen.password)
  const mustChange = typed.options['must-change'] === true
  await change(typed, cli, async (open, member) => {
    const { ended } = await setMemberPassword(open, member, { passwordHash, mustChange })
    return `The password of ${username} is set; ${countOf(ended, 'session')} ended.`
  })
  if (chosen.generated) printLine(cli, `Password, shown this once: ${chosen.password}`)
}

/** The verbs `staff grant` and `staff revoke`. */
export function runPermissions(how: 'grant' | 'revoke') {
  return (typed: Typed, cli: Cli): Promise<void> => {
    const named = new Set<number>(readPermissions(typed.words.slice(1)))
    return change(typed, cli, async (open, member) => {
      const held = member.permissions
      const next = ascending(how === 'grant' ? [...held, ...named] : held.filter((id) => !named.has(id)))
      const changed = await setMemberPermissions(open, member, next)
      const holds = next.length === 0 ? 'nothing' : next.join(', ')
      return changed && `${member.username} now holds: ${holds}.`
    })
  }
}

/** The verb `staff unlock`: removes a lock after failed sign-ins, and one set by hand. */
export function runUnlock(typed: Typed, cli: Cli): Promise<void> {
  return change(typed, cli, async (open, member) => {
    const unlocked = await unlockMember(open, member)
    return unlocked && `${member.username} may try to sign in again.`
  })
}

/** The verb `staff remove-second-factor`: for somebody who lost it and whom nobody can help in the console. */
export function runRemoveSecondFactor(typed: Typed, cli: Cli): Promise<void> {
  return change(typed, cli, async (open, member) => {
    if (member.mfa !== mfaOn) return undefined
    const { ended } = await removeMemberFactors(open, member)
    return `${member.username} signs in by password alone until they set up another factor; ${countOf(ended, 'session')} ended.`
  })
}

/** The verb `staff disable`: prevents sign-in and ends every session. */
export function runDisable(typed: Typed, cli: Cli): Promise<void> {
  return change(typed, cli, async (open, member) => {
    const disabled = await disableMember(open, member)
    return disabled && `${member.username} is disabled; ${countOf(disabled.ended, 'session')} ended.`
  })
}

/** The verb `staff enable`. */
export function runEnable(typed: Typed, cli: Cli): Promise<void> {
  return change(typed, cli, async (open, member) => {
    const enabled = await enableMember(open, member)
    return enabled && `${member.username} is enabled.`
  })
}
