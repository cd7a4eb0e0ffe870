import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** JSON of the browser's WebAuthn calls as the contract carries it. */
type WebAuthnJson = Record<string, unknown>

/** Said when the browser or the person did not go through with it. */
export const passkeyNotUsed = 'The passkey was not used. Please try again.'

/** Asks the browser for one of the passkeys that the options name; null when that was broken off. */
export async function askPasskey(options: WebAuthnJson): Promise<WebAuthnJson | null> {
  const { startAuthentication, WebAuthnError } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const answer: AuthenticationResponseJSON = await startAuthentication({ optionsJSON })
    return { ...answer }
  } catch (error) {
    if (error instanceof WebAuthnError || error instanceof DOMException) return null
    throw error
  }
}
