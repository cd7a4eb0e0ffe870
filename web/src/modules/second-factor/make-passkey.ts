import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { browserSupportsWebAuthn, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { securityMessages } from './messages.ts'

/** What the browser made, or the sentence that says why it made nothing. */
export type MadePasskey = { ok: true; response: Record<string, unknown> } | { ok: false; message: string }

/** Why this browser cannot have passkeys; null when it can. */
export function whyNoPasskeys(): string | null {
  return browserSupportsWebAuthn() ? null : 'This browser does not know passkeys.'
}

/** Has the browser make a passkey by the server's options. */
export async function makePasskey(options: Record<string, unknown>): Promise<MadePasskey> {
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    return { ok: true, response: { ...(await startRegistration({ optionsJSON })) } }
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return { ok: false, message: securityMessages.passkeyThere }
    if (error instanceof WebAuthnError || error instanceof DOMException)
      return { ok: false, message: securityMessages.passkeyNotMade }
    throw error
  }
}
