import { callControl } from '@agency-support/sandbox/providers/control'
import { email } from '@agency-support/contract/modules/email'
import { esignature } from '@agency-support/contract/modules/esignature'
import { P } from '@agency-support/contract/permissions'
import { subscription } from '@agency-support/contract/modules/subscription'
import { texting } from '@agency-support/contract/modules/texting'
import { type Emulators, startEmulators } from '@agency-support/sandbox/emulators'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import type { Answered, TestClient } from '../../test/client.ts'

type Asked = Pick<
  Answered<typeof subscription.licensedSeats>,
  'status' | 'code' | 'message' | 'text' | 'refusal'
>

/** A provider, with a call that sends it one request. */
interface Provider {
  /** Its name as it begins sentences. */
  name: string
  ask(client: TestClient): Promise<Asked>
  /** Its key among the emulators. */
  key: keyof Emulators['urls']
  /** Parameters of the fault, besides its kind. */
  where: object
  /** JSON or XML of another type. */
  wrongTypes: string
  /** The credential that the server sends to it. */
  secret(emulators: Emulators): string
}

const providers: readonly Provider[] = [
  {
    name: 'The back office',
    ask: (asking) => asking.call(subscription.licensedSeats, { agencyId: '6938' }),
    key: 'backOffice',
    where: { endpoint: 'seats' },
    wrongTypes: '{"Total":"hunter2-words"}',
    secret: ({ settings }) => settings.backOffice.token,
  },
  {
    name: 'Formstack',
    ask: (asking) => asking.call(esignature.group, { agencyId, groupId: '4711' }),
    key: 'formstack',
    where: { endpoint: 'group' },
    wrongTypes: '{"id":{"hunter2-words":1}}',
    secret: ({ settings }) => settings.formstack.clientSecret,
  },
  {
    name: 'SendGrid',
    ask: (asking) => asking.call(email.details, { email: 'a@b.example', mode: false, type: 'bounce' }),
    key: 'sendGrid',
    where: { endpoint: 'bounces' },
    wrongTypes: '[{"email":"a@b.example","created":"hunter2-words"}]',
    secret: ({ settings }) => settings.sendGrid.keys['5x'],
  },
  {
    name: 'Bandwidth',
    ask: (asking) => asking.call(texting.orderInformation, { agencyId }),
    key: 'bandwidth',
    where: { endpoint: 'order' },
    wrongTypes: '<OrderResponse><OrderStatus>hunter2-words</OrderStatus></OrderResponse>',
    secret: ({ settings }) => settings.bandwidth.clientSecret,
  },
]

const agencyId = 6938
let emulators: Emulators
let server: TestServer
let client: TestClient
beforeAll(async () => {
  emulators = await startEmulators()
  server = await testServer({ config: emulators.settings })
  client = await server.asNew({ permissions: [P.CanAccess, P.CanManageEmails] })
  const software = await server.software(agencyId)
  const at = server.clock.now().toISOString()
  const setUp = { kind: 'setUp' as const, id: 'set-up', at, phone: '8015556938', isStandardOrder: true }
  await software.call(texting.reportSetUp, { events: [{ ...setUp, orderId: 'order-6938' }] })
  await callControl(emulators.urls.bandwidth, 'POST', '/orders', {
    id: 'order-6938',
    kind: 'standard',
    numbers: ['8015556938'],
  })
  await callControl(emulators.urls.formstack, 'POST', '/groups', { id: '4711', users: [] })
  await callControl(emulators.urls.sendGrid, 'POST', '/suppressions', {
    mode: '5x',
    list: 'bounces',
    emails: ['a@b.example'],
  })
})
afterEach(async () => {
  for (const { key } of providers) await callControl(emulators.urls[key], 'DELETE', '/fault')
  // Long enough for an open circuit breaker to try again.
  server.clock.turn(31)
})
afterAll(async () => {
  await server.close()
  await emulators.close()
})

describe.each(providers)('$name', ({ name, ask, key, where, wrongTypes, secret }) => {
  const fault = (given: object): Promise<unknown> =>
    callControl(emulators.urls[key], 'POST', '/fault', { ...where, ...given })

  test.each([
    ['a page of HTML', { kind: 'body', body: '<html>hunter2-words</html>' }],
    ['half of the answer', { kind: 'malformed' }],
    ['other types', { kind: 'body', body: wrongTypes }],
    ['50 MB', { kind: 'long', bytes: 50_000_000 }],
  ])(
    '200 with %s is no usable answer: one sentence, nothing quoted, and the next is taken',
    async (_what, given) => {
      server.logSecrets.noteInput({ secret: 'hunter2-words' })
      await fault({ ...given, times: 1 })
      const { status, code, message, text } = await ask(client)
      expect([status, code, message]).toEqual([200, 502, `${name} gave no usable answer.`])
      expect(text).not.toContain('hunter2')
      expect(server.logSecrets.find()).toBeUndefined()
      expect((await ask(client)).code).toBe(0)
    },
  )

  test('404 with a page is no usable answer: it does not say that what was asked for is missing', async () => {
    const page = { type: 'text/html; charset=utf-8', body: '<html>Not found</html>' }
    await fault({ kind: 'status', status: 404, ...page, times: 1 })
    const { code, message } = await ask(client)
    expect([code, message]).toEqual([502, `${name} gave no usable answer.`])
  })

  test.each([401, 403, 422, 429, 500, 503])(
    'what it says with status %i, secrets among it, is neither shown nor logged',
    async (status) => {
      const words = `the key ${secret(emulators)} of hunter2-words is wrong`
      server.logSecrets.noteInput({ secret: 'hunter2-words', password: secret(emulators) })
      await fault({ kind: 'status', status, body: words })
      const { code, message, text } = await ask(client)
      expect(code).toBe(status === 429 ? 429 : status >= 500 ? 503 : 502)
      expect(message).toMatch(/^[A-Z].{10,}\.$/)
      for (const one of ['hunter2', secret(emulators)]) expect(text).not.toContain(one)
      expect(server.logSecrets.find()).toBeUndefined()
    },
  )

  test.each(['60', '600'])(
    'busy for %s seconds, it is left alone and the answer says when',
    async (seconds) => {
      await fault({ kind: 'status', status: 429, headers: { 'retry-after': seconds }, times: 1 })
      const { code, message, refusal } = await ask(client)
      expect([code, message]).toEqual([429, `${name} is busy. Please try again in a moment.`])
      expect(refusal).toMatchObject({ retryAfterSeconds: Number(seconds) })
    },
  )
})
