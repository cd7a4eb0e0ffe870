import { readFileSync } from 'node:fs'

/** The account that PostgreSQL runs as; undefined if it is our own. */
export type Account = { name: string; uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root, so root uses `nobody`, which has the passwd entry that initdb requires. */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  return findAccount('nobody', readFileSync('/etc/passwd', 'utf8'))
}

/** One account from the text of a passwd file; throws a readable error if it is missing. */
export function findAccount(name: string, passwd: string): NonNullable<Account> {
  const entry = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === name)
  const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])]
  if (!(uid > 0) || !(gid > 0)) {
    throw new Error(
      `PostgreSQL does not run as root, and /etc/passwd has no account '${name}' to run it as: start as an ordinary user.`,
    )
  }
  return { name, uid, gid }
}
