import { agencies } from '@agency-support/contract/modules/agencies'
import { email } from '@agency-support/contract/modules/email'
import { esignature } from '@agency-support/contract/modules/esignature'
import { seats } from '@agency-support/contract/modules/seats'
import { session } from '@agency-support/contract/modules/session'
import { subscription } from '@agency-support/contract/modules/subscription'
import { texting } from '@agency-support/contract/modules/texting'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { allPermissions } from '../../test/people.ts'

// Nothing listens on this port.
const nowhere = 'http://127.0.0.1:1'

const away = {
  backOffice: { baseUrl: nowhere, token: 'token' },
  formstack: { baseUrl: nowhere, tokenUrl: nowhere, clientId: 'id', clientSecret: 'secret' },
  sendGrid: { baseUrl: nowhere, keys: { '5x': 'SG.key5', '6x': 'SG.key6' } },
  bandwidth: {
    accountId: '1',
    clientId: 'id',
    clientSecret: 'secret',
    tokenUrl: nowhere,
    numbersBaseUrl: nowhere,
    messagingBaseUrl: nowhere,
  },
}

test('with every provider away people sign in and work on agencies and seats, and what needs one says so', async () => {
  await using server = await testServer({ config: away })
  const password = 'correct horse battery'
  const person = await server.person({ password, permissions: allPermissions })
  await server.agency(6938, 'Smith Insurance')
  const client = await server.as(null)
  const { status, text } = await client.call(session.signIn, { username: person.username, password })
  expect([status, JSON.parse(text)]).toMatchObject([200, { status: 0 }])

  const software = await server.software(6938)
  const at = server.clock.now().toISOString()
  const setUp = { kind: 'setUp' as const, id: 'set-up', at, phone: '8015550142', orderId: 'order-1' }
  await software.call(texting.reportSetUp, { events: [{ ...setUp, isStandardOrder: true }] })

  const asked = [
    await client.call(subscription.billing, { agencyId: '6938' }),
    await client.call(esignature.group, { agencyId: 6938, groupId: '1' }),
    await client.call(email.suppressions, {}),
    await client.call(texting.orderInformation, { agencyId: 6938 }),
  ]
  for (const { code, message } of asked) {
    expect(code).toBe(503)
    expect(message).toMatch(/^\S.{8,}\.$/)
  }

  expect((await client.call(agencies.search, { searchText: 'smith' })).data).toHaveLength(1)
  expect((await client.call(agencies.config, { agencyId: 6938 })).data[0]?.name).toBe('Smith Insurance')
  const renamed = await client.call(agencies.updateName, { agencyId: 6938, name: 'Smith & Sons' })
  expect(renamed.data[0]?.name).toBe('Smith & Sons')
  expect((await client.call(seats.requests, {})).code).toBe(0)
})
