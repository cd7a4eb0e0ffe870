import { normalisePersonName, whyNotPersonName } from '@agency-support/contract/rules/person-name'
import { isUsername, normaliseUsername, whyNotUsername } from '@agency-support/contract/rules/username'
import type { OpenDatabase } from '../../db/open.ts'
import { appendEntry, type AuditContext, type NewEntry } from '../../journal/append.ts'
import { addMember, ascending } from '../../modules/staff/public.ts'
import { hashPassword } from '../../auth/passwords/hash.ts'
import { type Cli, auditContext, CliProblem, printLine, type Typed } from '../cli.ts'
import { choosePassword } from './password.ts'
import { readPermissions } from './permissions.ts'

/** A person to add; the username is an email in lower case. */
export interface NewStaff {
  username: string
  firstName: string
  lastName: string
  permissions: readonly number[]
  mustChange: boolean
}

/** Adds a person with the journal row; false if the name is taken. */
function addStaff(
  db: OpenDatabase,
  person: NewStaff,
  passwordHash: string,
  at: AuditContext,
): Promise<boolean> {
  const { username, firstName, lastName, mustChange: mustChangePassword } = person
  return db.write.transaction().execute(async (tx) => {
    const permissions = ascending(person.permissions)
    const change = {
      tx,
      now: at.at,
      by: at.actor.name,
      append: (entry: NewEntry) => appendEntry(tx, at, entry),
    }
    const member = { username, firstName, lastName, passwordHash, mustChangePassword, permissions }
    return (await addMember(change, member)) !== undefined
  })
}

/** Adds people with a shared password that is hashed once, as in the sandbox; existing ones are not changed. */
export async function addStaffSharing(
  db: OpenDatabase,
  password: string,
  people: readonly NewStaff[],
  at: AuditContext,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  for (const person of people) await addStaff(db, person, passwordHash, at)
}

/** The username for a typed email; throws a sentence if it is invalid. */
export function parseUsername(email: string): string {
  if (isUsername(email)) return email.trim().toLowerCase()
  throw new CliProblem(`"${email}" is not an email address.`)
}

/** The same for a new person, whose name must not be confusable with another one. */
function newUsername(email: string): string {
  const problem = isUsername(email) ? whyNotUsername(email) : undefined
  if (problem !== undefined) throw new CliProblem(problem)
  return normaliseUsername(parseUsername(email))
}

/** The verb `staff add`. */
export async function runAdd(typed: Typed, cli: Cli): Promise<void> {
  const username = newUsername(typed.words[0] ?? '')
  const firstName = getName(typed, 'first')
  const lastName = getName(typed, 'last')
  const permissions = readPermissions([String(typed.options['permissions'] ?? '')])
  const chosen = await choosePassword(typed, cli, { username, secondFactor: false })
  const mustChange = typed.options['must-change'] === true
  const passwordHash = await hashPassword(chosen.password)
  const person = { username, firstName, lastName, permissions, mustChange }
  if (!(await addStaff(cli.db, person, passwordHash, auditContext(cli))))
    throw new CliProblem(`${username} exists already. Nothing was changed.`)
  printLine(
    cli,
    `Added ${username} with ${permissions.length === 0 ? 'no permissions' : `permissions ${ascending(permissions).join(', ')}`}.`,
  )
  if (chosen.generated) printLine(cli, `Password, shown this once: ${chosen.password}`)
}

function getName({ options }: Typed, option: 'first' | 'last'): string {
  const name = normalisePersonName(String(options[option] ?? ''))
  if (name === '') throw new CliProblem(`--${option} is missing: the person's ${option} name.`)
  const problem = whyNotPersonName(name)
  if (problem !== undefined) throw new CliProblem(`--${option}: ${problem}`)
  return name
}
