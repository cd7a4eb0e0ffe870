import { evenly, generateTemporaryPassword } from '@agency-support/contract/rules/temporary-users'

/** A password for a temporary user, drawn from the browser's source of secrets. */
export function newPassword(): string {
  return generateTemporaryPassword(evenly(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0))
}
