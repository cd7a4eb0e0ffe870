import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

type Json = Record<string, unknown>

const Options = z.looseObject({ challenge: z.string() })
const userPresent = 0x01
const userVerified = 0x04
const attestedData = 0x40
/** COSE numbers of an EC key on P-256 for ES256. */
const cose = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3 } as const

export interface SoftAuthenticator {
  id: string
  /** Signatures made so far; a copy of the device would fall behind. */
  counter: number
  /** Answers the options of a new passkey as a browser would. */
  create(options: unknown, changes?: Changes): Json
  /** Answers the options of a sign-in or confirmation as a browser would. */
  get(options: unknown, changes?: Changes & { counter?: number }): Json
}

interface Changes {
  origin?: string
  /** A key that asked for a touch alone, and for neither PIN nor finger. */
  onlyTouched?: boolean
}

function challengeIn(options: unknown): string {
  return Options.parse(options).challenge
}

function coseKey(jwk: { x: string; y: string }): Uint8Array {
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [cose.keyType, 2],
      [cose.algorithm, -7],
      [cose.curve, 1],
      [cose.x, new Uint8Array(Buffer.from(jwk.x, 'base64url'))],
      [cose.y, new Uint8Array(Buffer.from(jwk.y, 'base64url'))],
    ]),
  )
}

/** A passkey in software: real keys and signatures, without a browser. */
export function softAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = z.object({ x: z.string(), y: z.string() }).parse(publicKey.export({ format: 'jwk' }))
  const id = randomBytes(32)
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()

  const clientData = (type: string, options: unknown, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: challengeIn(options), origin: from, crossOrigin: false }))
  const authenticatorData = (onlyTouched: boolean, flags: number, counter: number): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const all = userPresent | (onlyTouched ? 0 : userVerified) | flags
    return Buffer.concat([rpIdHash, Buffer.from([all]), count])
  }
  const answer = (response: Json): Json => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  const device: SoftAuthenticator = {
    id: id.toString('base64url'),
    counter: 0,
    create: (options, { origin: from = origin, onlyTouched = false } = {}) => {
      const idLength = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(jwk)])
      const head = authenticatorData(onlyTouched, attestedData, device.counter)
      const object = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(Buffer.concat([head, attested]))],
        ]),
      )
      return answer({
        clientDataJSON: clientData('webauthn.create', options, from).toString('base64url'),
        attestationObject: Buffer.from(object).toString('base64url'),
        transports: ['internal'],
      })
    },
    get: (options, { origin: from = origin, onlyTouched = false, counter } = {}) => {
      device.counter = counter ?? device.counter + 1
      const data = authenticatorData(onlyTouched, 0, device.counter)
      const client = clientData('webauthn.get', options, from)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
  return device
}
