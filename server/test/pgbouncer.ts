import { databaseAccount } from '@agency-support/sandbox/account'
import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'
import { runProgram } from './program.ts'
import type { Pooler } from './transaction-pooler.ts'

const command = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (path) => spawnSync(path, ['-V']).error === undefined,
)

/** Whether PgBouncer is there to be started. */
export const hasPgBouncer = command !== undefined

/** A real PgBouncer in front of a test database, with few sessions, so that they are lent to and fro. */
export async function startPgBouncer(
  databaseUrl: string,
  given: { mode?: 'transaction' | 'statement'; sessions?: number; port?: number } = {},
): Promise<Pooler & { output(): string }> {
  const { mode = 'transaction', sessions = 3 } = given
  const url = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'agency-support-pgbouncer-'))
  const port = given.port ?? (await findFreePort())
  const files = { config: join(folder, 'pgbouncer.ini'), users: join(folder, 'users.txt') }
  await writeFile(files.users, `"${url.username}" ""\n`)
  await writeFile(
    files.config,
    `[databases]
* = host=${url.searchParams.get('host')} port=${url.port === '' ? 5432 : url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${files.users}
pool_mode = ${mode}
default_pool_size = ${sessions}
max_client_conn = 200
query_wait_timeout = 3
server_login_retry = 1
`,
  )
  // It refuses to run as root, as PostgreSQL does.
  const account = databaseAccount()
  if (account !== undefined)
    for (const path of [folder, files.users, files.config]) chownSync(path, account.uid, account.gid)
  const program = runProgram(command ?? '', [
    ...(account === undefined ? [] : ['-u', account.name]),
    files.config,
  ])
  await program.says(/process up/)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    output: program.output,
    [Symbol.asyncDispose]: async () => {
      program.child.kill('SIGTERM')
      program.child.kill('SIGTERM')
      await program.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
