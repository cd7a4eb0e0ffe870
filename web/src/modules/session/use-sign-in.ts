import type { Way } from '@agency-support/contract/modules/second-factor'
import { type SignInResult, SignInStatus } from '@agency-support/contract/modules/session'
import { useState } from 'react'
import { askPasskey, passkeyNotUsed } from '../../components/dialogs/ask-passkey.ts'
import { clearSignOutReason } from '../../lib/sign-out-reason.ts'
import { sessionMessages, signInMessage } from './messages.ts'
import { type GivenFactor, signIn } from './session-client.ts'

export interface Credentials {
  username: string
  password: string
}

/** The credentials for which the server asked for a second factor, and which ones it takes. */
export interface PendingSignIn extends Credentials {
  by: Way[]
}

export interface SignInEnds {
  onSignedIn: () => void
  onPasswordChangeRequired: (person: { secondFactor: boolean }) => void
}

/** Sign-in attempts: one at a time, each with its outcome. */
export function useSignIn({ onSignedIn, onPasswordChangeRequired }: SignInEnds) {
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [asked, setAsked] = useState<PendingSignIn | null>(null)

  function take(result: SignInResult, given: Credentials, secondFactor: boolean): void {
    if (result.status === SignInStatus.success) return onSignedIn()
    if (result.status === SignInStatus.passwordChangeRequired)
      return onPasswordChangeRequired({ secondFactor })
    if (result.status === SignInStatus.mfaRequired) setAsked({ ...given, by: result.by ?? ['code'] })
    setError(signInMessage(result))
  }
  async function attempt(given: Credentials, factor: GivenFactor): Promise<void> {
    const result = await signIn(given.username, given.password, factor)
    take(result, given, Object.keys(factor).length > 0)
  }
  async function attemptByPasskey(given: Credentials): Promise<void> {
    // The options are valid for one answer and five minutes, so each attempt requests its own.
    const result = await signIn(given.username, given.password)
    if (result.passkey === undefined) return take(result, given, false)
    const passkey = await askPasskey(result.passkey)
    if (passkey === null) return setError(passkeyNotUsed)
    await attempt(given, { passkey })
  }
  async function run(work: () => Promise<void>): Promise<void> {
    if (saving) return
    setSaving(true)
    setError(null)
    clearSignOutReason()
    try {
      await work()
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : sessionMessages.wentWrong)
    } finally {
      setSaving(false)
    }
  }
  return {
    saving,
    error,
    asked,
    /** With a code if the server asked for one. */
    byPassword: (given: Credentials, mfaCode: string) =>
      run(() => attempt(given, mfaCode === '' ? {} : { mfaCode })),
    byPasskey: (given: Credentials) => run(() => attemptByPasskey(given)),
    /** Forgets that a second factor was asked for. */
    startOver() {
      setAsked(null)
      setError(null)
    },
  }
}
