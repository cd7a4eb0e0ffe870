import { session } from '@agency-support/contract/modules/session'
import type { TestServer } from './app.ts'
import type { Answered, TestClient } from './client.ts'

export type SignInAnswer = Answered<typeof session.signIn>

/** Tries to sign in, from a new browser unless one is given. */
export async function attempt(
  server: TestServer,
  username: string,
  password: string,
  by?: TestClient,
): Promise<SignInAnswer> {
  const client = by ?? (await server.as(null))
  return client.call(session.signIn, { username, password })
}

/** The status of one attempt. */
export async function attemptStatus(server: TestServer, username: string, password: string): Promise<number> {
  return (await attempt(server, username, password)).bare().status
}

/** The statuses of attempts one after another. */
export async function attemptStatuses(
  server: TestServer,
  username: string,
  passwords: readonly string[],
): Promise<number[]> {
  const statuses: number[] = []
  for (const password of passwords) statuses.push(await attemptStatus(server, username, password))
  return statuses
}

/** So many different wrong passwords. */
export function wrongPasswords(times: number): string[] {
  return Array.from({ length: times }, (_, at) => `wrong number ${at}`)
}
