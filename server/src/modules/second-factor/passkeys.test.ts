import { expect, test } from 'vitest'
import { type SoftAuthenticator, softAuthenticator } from '../../../test/soft-authenticator.ts'
import {
  creationOptions,
  parseChallenge,
  requestOptions,
  verifyNew,
  verifyUse,
  type WebAuthnJson,
} from './passkeys.ts'
import type { PasskeyRow } from './store.ts'

const site = { publicOrigin: 'https://support.example:8443' }
const row: PasskeyRow = {
  passkey_id: 1,
  credential_id: 'Y3JlZGVudGlhbA',
  public_key: Buffer.alloc(1),
  counter: 0,
  transports: ['usb', 'nfc'],
  name: 'Key',
  created_at: new Date('2026-11-20T09:00:00Z'),
  last_used_at: null,
}
const known = [{ id: row.credential_id, transports: row.transports, type: 'public-key' }]
const challenge = 'Y2hhbGxlbmdlIG9mIGEgdGVzdA'

/** An answer with parts of its `response` replaced, or removed if undefined. */
const changed = (answer: WebAuthnJson, response: WebAuthnJson): WebAuthnJson => ({
  ...answer,
  response: { ...Object(answer['response']), ...response },
})

/** Answers with each part missing, of the wrong type, or far too long. */
function* rubbish(answer: WebAuthnJson): Generator<WebAuthnJson> {
  for (const value of [undefined, 7, '', 'x'.repeat(100_001)]) {
    for (const part of ['id', 'rawId', 'type', 'response']) yield { ...answer, [part]: value }
    for (const part of Object.keys(answer['response'] ?? {}))
      if (part !== 'transports') yield changed(answer, { [part]: value })
  }
}

test('a browser makes a passkey for this site and person, of a usual kind, and none that is there already', async () => {
  const person = { staffId: 7, username: 'ada@support.test', passkeys: [row] }
  const options = await creationOptions(site, person)
  expect(options).toMatchObject({
    rp: { name: 'Agency Support', id: 'support.example' },
    user: { id: Buffer.from('staff 7').toString('base64url'), name: 'ada@support.test' },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    attestation: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  expect((await creationOptions(site, person)).challenge).not.toBe(options.challenge)
})

test('a browser is asked for one of the passkeys that are there, each time with another challenge', async () => {
  const options = await requestOptions(site, [row])
  expect(options).toMatchObject({
    rpId: 'support.example',
    allowCredentials: known,
    userVerification: 'preferred',
  })
  expect((await requestOptions(site, [row])).challenge).not.toBe(options.challenge)
})

test('the challenge is what the browser says it answered', () => {
  const saying = (clientData: unknown) => ({
    response: { clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url') },
  })
  expect(parseChallenge(saying({ challenge: 'a', type: 'webauthn.get' }))).toBe('a')
  expect(parseChallenge(saying({ challenge: 'é?>'.repeat(100) }))).toBe('é?>'.repeat(100))
  const long = 'x'.repeat(500)
  expect(parseChallenge(saying({ challenge: long }))).toBe(long)
  const none = [{ challenge: `${long}x` }, { challenge: '' }, { challenge: 7 }, {}, null].map(saying)
  const padded = saying({ challenge: 'a', padding: 'x'.repeat(100_000) })
  for (const answer of [...none, padded, {}, { response: {} }, { response: { clientDataJSON: '%' } }])
    expect(parseChallenge(answer)).toBeUndefined()
})

/** A device and the stored row of its new passkey. */
async function made(transports?: unknown): Promise<{ device: SoftAuthenticator; passkey: PasskeyRow }> {
  const device = softAuthenticator(site.publicOrigin)
  const answer = device.create({ challenge })
  const stored = await verifyNew(site, {
    answer: transports === undefined ? answer : changed(answer, { transports }),
    challenge,
  })
  if (stored === undefined) throw new Error('the passkey was not verified')
  const { credentialId, publicKey, counter } = stored
  const passkey = { ...row, credential_id: credentialId, public_key: Buffer.from(publicKey), counter }
  return { device, passkey: { ...passkey, transports: stored.transports } }
}

test('a new passkey is stored with its id, counter and the ways to it, of which there may be none', async () => {
  const { device, passkey } = await made()
  expect(passkey).toMatchObject({ credential_id: device.id, counter: 0, transports: ['internal'] })
  const answer = changed(device.create({ challenge }), { transports: undefined })
  expect(await verifyNew(site, { answer, challenge })).toMatchObject({ transports: [] })
  const most = Array.from({ length: 10 }, (_, at) => `${at}`.repeat(30))
  expect((await made(most)).passkey.transports).toEqual(most)
})

test('a new passkey for another challenge or site, or with a part missing or too long, is none', async () => {
  const device = softAuthenticator(site.publicOrigin)
  const answer = device.create({ challenge })
  const verify = (given: WebAuthnJson, expected = challenge, at = site) =>
    verifyNew(at, { answer: given, challenge: expected })
  expect(await verify(answer)).toBeDefined()
  expect(await verify(answer, 'b3RoZXI')).toBeUndefined()
  expect(await verify(answer, challenge, { publicOrigin: 'https://support.example' })).toBeUndefined()
  expect(await verify(device.get({ challenge }))).toBeUndefined()
  for (const broken of rubbish(answer)) expect(await verify(broken)).toBeUndefined()
  for (const transports of [['x'.repeat(31)], Array(11).fill('usb'), [7], 'usb', null])
    expect(await verify(changed(answer, { transports }))).toBeUndefined()
})

test('the use of a passkey is verified by its key and counted', async () => {
  const { device, passkey } = await made()
  const verify = (answer: WebAuthnJson, expected = challenge) =>
    verifyUse(site, { answer, challenge: expected, passkey })
  expect(await verify(device.get({ challenge }, { counter: 5 }))).toBe(5)
  const answer = device.get({ challenge })
  expect(await verify(answer)).toBe(6)
  expect(await verify(answer, 'b3RoZXI')).toBeUndefined()
  expect(await verify(device.get({ challenge }, { origin: 'https://evil.example' }))).toBeUndefined()
  const { id } = device
  const stranger = softAuthenticator(site.publicOrigin)
  expect(await verify({ ...stranger.get({ challenge }), id, rawId: id })).toBeUndefined()
  for (const broken of rubbish(answer)) expect(await verify(broken)).toBeUndefined()
  const later = { ...passkey, counter: 6 }
  expect(await verifyUse(site, { answer, challenge, passkey: later })).toBeUndefined()
})

test('a key that asks for a touch alone does', async () => {
  const device = softAuthenticator(site.publicOrigin)
  const answer = device.create({ challenge }, { onlyTouched: true })
  const stored = await verifyNew(site, { answer, challenge })
  const passkey = { ...row, credential_id: device.id, public_key: Buffer.from(stored?.publicKey ?? []) }
  const used = device.get({ challenge }, { onlyTouched: true })
  expect(await verifyUse(site, { answer: used, challenge, passkey })).toBe(1)
})
