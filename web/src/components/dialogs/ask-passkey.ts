import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** JSON of the browser's WebAuthn calls, as sent in the contract. */
type WebAuthnJson = Record<string, unknown>

/** Shown when the browser or the person did not complete it. */
export const passkeyNotUsed = 'The passkey was not used. Please try again.'

/** Asks the browser for one of the passkeys named in the options; null if it gives none, or if its code cannot be loaded. */
export async function askPasskey(options: WebAuthnJson): Promise<WebAuthnJson | null> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const answer: AuthenticationResponseJSON = await startAuthentication({ optionsJSON })
    return { ...answer }
  } catch {
    // Cancelled, or a browser that knows no passkeys: whoever asks must go on.
    return null
  }
}
