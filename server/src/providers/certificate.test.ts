import 'reflect-metadata'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { openLog } from '../log.ts'
import { Gate } from './gate.ts'
import { getText } from './get-text.ts'

const trusted = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trusted))

const day = 24 * 60 * 60 * 1000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A provider whose certificate ends so many days from now, signed by an authority that is trusted. */
async function openProvider(
  name: string,
  endsInDays: number,
): Promise<{ port: number; asked: () => number }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 30 * day),
    notAfter: new Date(Date.now() + endsInDays * day),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  })
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  setDefaultCACertificates([...trusted, certificate.toString('pem')])
  let asked = 0
  const server = createServer(
    {
      key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
      cert: certificate.toString('pem'),
    },
    (_request, response) => {
      asked += 1
      response.end('hello')
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked: () => asked }
}

const ask = (port: number) =>
  getText(
    {
      provider: 'back office',
      url: new URL(`https://localhost:${port}/`),
      token: 'secret-token',
      accept: 'text/plain',
      maxBytes: 100,
    },
    new Gate('back office', { clock: turnableClock(), log: openLog('silent') }),
  )

test('a certificate that is trusted and in force is accepted', async () => {
  const { port } = await openProvider('localhost', 1)
  expect(await ask(port)).toEqual({ text: 'hello', isCut: false })
})

test.each([
  ['that has expired', 'localhost', -1],
  ['of another name', 'elsewhere.test', 1],
])('a certificate %s is refused, and nothing is sent', async (_what, name, endsInDays) => {
  const { port, asked } = await openProvider(name, endsInDays)
  await expect(ask(port)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'back office could not be reached or hung up',
  })
  expect(asked()).toBe(0)
})
