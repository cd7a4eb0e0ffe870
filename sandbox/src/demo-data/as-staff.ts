import type { Received } from '@agency-support/contract/answer'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import type { Envelope } from '@agency-support/contract/envelope'
import { session } from '@agency-support/contract/modules/session'
import type { DemoAccount } from './seed.ts'

/** Sends a call of the contract; rejects with the sentence of a refusal. */
export type StaffCall = <C extends AnyCall>(call: C, input: ClientIn<C>) => Promise<Received<C['answer']>>

/** Runs something signed in as a member of staff. */
export async function asStaff<T>(
  origin: string,
  { username, password }: DemoAccount,
  work: (call: StaffCall) => Promise<T>,
): Promise<T> {
  const post = ({ at }: AnyCall, body: object, cookie?: string): Promise<Response> =>
    fetch(`${origin}${at.path}`, {
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/json',
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify({ ...('command' in at ? { command: at.command } : {}), ...body }),
    })
  const signedIn = await post(session.signIn, { username, password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ')
  try {
    return await work(async (call, input) => {
      const answer = await post(call, input as object, cookie)
      const { code, message, data } = (await answer.json()) as Envelope
      if (code !== 0) throw new Error(message)
      return (call.answer.form === 'one' ? data[0] : data) as never
    })
  } finally {
    await post(session.signOut, {}, cookie)
  }
}
