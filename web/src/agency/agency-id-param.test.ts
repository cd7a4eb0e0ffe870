import { agencies } from '@agency-support/contract/modules/agencies'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../test/answering-calls.ts'
import { answeringServer, json } from '../../test/answering-server.ts'
import { callKey, queryClient } from '../lib/requests/query.ts'
import { isPrefetching } from '../lib/prefetch.ts'
import { agencyIdParam, loadAgency } from './agency-id-param.ts'

test.each([
  ['6938', 6938],
  ['00006938', 6938],
  ['99999999', 99_999_999],
])('[AG-DETAIL-03] %s is the agency %i', (text, id) => {
  expect(agencyIdParam(text)).toBe(id)
})

test.each([undefined, '', '0', '00000000', '-1', '-5', '1.5', '1e3', ' 1', '0x10', 'abc', '123456789'])(
  '[AG-DETAIL-03] %j is no agency',
  (text) => {
    expect(agencyIdParam(text)).toBeNull()
  },
)

test('a screen about an agency begins its read, one about none begins nothing', async () => {
  onTestFinished(() => queryClient.clear())
  const asked = await answeringServer((_asked, response) =>
    json(response, { code: 0, message: '', data: [{ agencyId: 6938 }] }),
  )
  loadAgency({ id: 'abc' })
  expect(isPrefetching()).toBe(false)
  loadAgency({ id: '00006938' })
  const key = callKey(agencies.config, { agencyId: 6938 })
  await vi.waitFor(() => expect(queryClient.getQueryData(key)).toEqual({ agencyId: 6938 }), 10_000)
  expect(asked).toHaveLength(1)
})

test('while the agency is awaited no code is, so that missing code may load the page anew', async () => {
  onTestFinished(() => queryClient.clear())
  const late = lateAnswer()
  await answeringCalls({ GetAgencyConfig: late.answer })
  loadAgency({ id: '6938' })
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1), 10_000)
  await vi.waitFor(() => expect(isPrefetching()).toBe(false))
  expect(queryClient.isFetching()).toBe(1)
  late.give(done({ agencyId: 6938 }))
})
