import { subscription } from '@agency-support/contract/modules/subscription'
import { afterEach, expect, test } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { send } from '../../lib/requests/api.ts'
import { connection } from '../../lib/requests/connection.ts'
import { toFailure } from './to-failure.ts'

afterEach(() => connection.reached())

const asked = async (call: typeof subscription.contacts | typeof subscription.dateCode) =>
  toFailure(await send(call, { agencyId: '6938' }))

test.each([400, 404, 500, 503])(
  '[CONFIG-29] HTTP %i fails the card with that number, whatever the body says',
  async (status) => {
    await answeringServer((_asked, response) => json(response, { code: 0, message: '', data: [] }, status))
    for (const call of [subscription.contacts, subscription.dateCode])
      expect(await asked(call)).toEqual({ code: status, message: 'An error occurred.' })
  },
)

test('[CONFIG-29] a code that is not zero fails the card with code, message and, where there is one, exception', async () => {
  const answers = [
    { code: 2, message: 'The back office does not know this agency.', data: [] },
    { code: 502, message: 'No usable answer.', data: [] },
    { code: 503, message: 'Away.', data: [{ exception: '17a' }] },
  ]
  await answeringServer((_asked, response) => json(response, answers.shift()))
  expect(await asked(subscription.contacts)).toEqual({
    code: 2,
    message: 'The back office does not know this agency.',
  })
  expect(await asked(subscription.contacts)).toEqual({ code: 502, message: 'No usable answer.' })
  expect(await asked(subscription.dateCode)).toEqual({ code: 503, message: 'Away.', exception: '17a' })
})

test('[CONFIG-30] no answer at all is an internal error, and data is no failure', async () => {
  await answeringServer((_asked, response) => response.destroy())
  expect(await asked(subscription.contacts)).toBe('internal')
  await answeringServer((_asked, response) => json(response, {}, 502))
  expect(await asked(subscription.contacts)).toBe('internal')
  await answeringServer((_asked, response) => json(response, { code: 0, message: '', data: [] }))
  expect(await asked(subscription.contacts)).toBeUndefined()
})
