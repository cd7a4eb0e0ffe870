import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { AccessToken } from './access-token.ts'

test('a token of a short life serves for half of it', async () => {
  let given = 0
  const issuer = createServer((_request, response) => {
    given += 1
    response.end(JSON.stringify({ access_token: `token ${given}`, expires_in: 30 }))
  }).listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  onTestFinished(() => void issuer.close())
  const { port } = issuer.address() as AddressInfo
  const clock = turnableClock()
  const client = { tokenUrl: `http://127.0.0.1:${port}/token`, clientId: 'a', clientSecret: 'b' }
  const token = new AccessToken('Formstack', client, clock)
  const use = (): Promise<string> => token.use((held) => Promise.resolve(held))
  expect([await use(), await use()]).toEqual(['token 1', 'token 1'])
  clock.turn(14)
  expect(await use()).toBe('token 1')
  clock.turn(2)
  expect(await use()).toBe('token 2')
})
