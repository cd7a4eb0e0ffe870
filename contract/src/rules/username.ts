const most = 254
const form = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u

export const usernameSentence = `User name must be an email address of at most ${most} characters.`

/** Why nobody on the staff can have this user name; null when somebody can. Case and blanks around it do not count. */
export function whyNotUsername(typed: string): string | null {
  const name = typed.trim().toLowerCase()
  return name.length <= most && form.test(name) && name.isWellFormed() ? null : usernameSentence
}
