import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { makeCertificate } from '../../test/tls.ts'
import { openLog } from '../lib/log.ts'
import { Gate } from './gate.ts'
import { getText } from './get-text.ts'

const trusted = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trusted))

/** A provider whose certificate expires in some days, signed by a trusted authority. */
async function openProvider(
  name: string,
  endsInDays: number,
): Promise<{ port: number; asked: () => number }> {
  const { certificate, key } = await makeCertificate(name, endsInDays)
  setDefaultCACertificates([...trusted, certificate])
  let asked = 0
  const server = createServer({ key, cert: certificate }, (_request, response) => {
    asked += 1
    response.end('hello')
  })
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
