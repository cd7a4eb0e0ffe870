import { createHash, createHmac } from 'node:crypto'
import { plusSeconds, toEpochSeconds } from '../lib/clock.ts'
import type { NamedKey } from '../settings/key-ring.ts'

/** Lifetime of an assertion; the clocks of the two machines must differ by less. */
const validSeconds = 30

/** A request to another host, with its caller. */
export interface AssertedRequest {
  /** The console's origin. */
  from: string
  method: string
  url: URL
  body: Buffer
  username: string
  permissions: readonly number[]
  requestId: string
  now: Date
}

/**
 * Signs in the console's name who makes this request and what that person may do: a JSON Web Token (HS256), valid for
 * half a minute and only for this host, method, URL and body.
 */
export function assertCaller({ id, key }: NamedKey, request: AssertedRequest): string {
  const { from, method, url, body, username, permissions, requestId, now } = request
  const claims = {
    iss: from,
    aud: url.origin,
    sub: username,
    permissions: permissions.toSorted((a, b) => a - b),
    iat: toEpochSeconds(now),
    exp: toEpochSeconds(plusSeconds(now, validSeconds)),
    jti: requestId,
    htm: method,
    htu: `${url.pathname}${url.search}`,
    bodySha256: createHash('sha256').update(body).digest('base64url'),
  }
  const text = `${toPart({ alg: 'HS256', typ: 'JWT', kid: id })}.${toPart(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const toPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
