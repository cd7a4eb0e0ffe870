import { canBeStored } from '@agency-support/contract/fields'
import { z } from 'zod'
import type { PasskeyRow } from './store.ts'

/** JSON of the browser's WebAuthn calls, as in the contract. */
export type WebAuthnJson = Record<string, unknown>

/** The origin of our passkeys; browsers do not offer them elsewhere. */
export interface Site {
  publicOrigin: string
}

/** Imported lazily: it takes 25 MB, which a server whose staff have no passkeys can save. */
const library = () => import('@simplewebauthn/server')

const rpId = ({ publicOrigin }: Site): string => new URL(publicOrigin).hostname

/** EdDSA, ES256, RS256: what authenticators use; the library's default list also makes Node load experimental ones. */
const algorithms = [-8, -7, -257]

const text = z.string().max(100_000)
const common = { id: text, rawId: text, type: z.literal('public-key') }
const Asserted = z.object({
  ...common,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
})
const Registered = z.object({
  ...common,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(30).refine(canBeStored)).max(10).optional(),
  }),
})
const ClientData = z.object({ challenge: z.string().min(1).max(500).refine(canBeStored) })

/** The challenge in a browser's answer, not verified; undefined if it is malformed. */
export function parseChallenge(answer: WebAuthnJson): string | undefined {
  try {
    const { response } = z.object({ response: z.object({ clientDataJSON: text }) }).parse(answer)
    return ClientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()))
      .challenge
  } catch {
    return undefined
  }
}

/** Options for navigator.credentials.get; the caller stores the challenge. */
export async function requestOptions(site: Site, passkeys: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: rpId(site),
    allowCredentials: passkeys.map((one) => ({ id: one.credential_id, transports: one.transports })),
    userVerification: 'preferred',
  })
}

/** Options for navigator.credentials.create; the caller stores the challenge. */
export async function creationOptions(
  site: Site,
  person: { staffId: number; username: string; passkeys: readonly PasskeyRow[] },
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Agency Support',
    rpID: rpId(site),
    userName: person.username,
    userID: new TextEncoder().encode(`staff ${person.staffId}`),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: person.passkeys.map((one) => ({
      id: one.credential_id,
      transports: one.transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** The passkey's new counter if the browser's answer to this challenge is valid; otherwise undefined. */
export async function verifyUse(
  site: Site,
  { answer, challenge, passkey }: { answer: WebAuthnJson; challenge: string; passkey: PasskeyRow },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...Asserted.parse(answer), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.publicOrigin,
      expectedRPID: rpId(site),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for everything that is invalid: form, origin, signature, counter.
    return undefined
  }
}

/** The passkey that a browser created for this challenge; undefined if its answer is invalid. */
export async function verifyNew(
  site: Site,
  { answer, challenge }: { answer: WebAuthnJson; challenge: string },
) {
  const { verifyRegistrationResponse } = await library()
  try {
    const { response, ...credential } = Registered.parse(answer)
    const { transports = [], ...made } = response
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: made, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.publicOrigin,
      expectedRPID: rpId(site),
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey, counter, transports }
  } catch {
    return undefined
  }
}
