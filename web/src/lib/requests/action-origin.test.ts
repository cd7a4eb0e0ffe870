import { agencies } from '@agency-support/contract/modules/agencies'
import { seats } from '@agency-support/contract/modules/seats'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { leftAgency } from './action-origin.ts'
import { send } from './api.ts'
import { sendOptions } from './use-send.ts'

const config = '/agency-detail/6938'
const rename = { call: agencies.updateName, input: { agencyId: 6938, name: 'New Name', version: 1 } }

/** Starts an action on one console page and answers it while the person is on another (`left`). */
async function answeringWhileAt(began: string, left: string): Promise<void> {
  await answeringServer((_asked, response) => {
    location.pathname = left
    json(response, { code: 0, message: '', data: [{}] })
  })
  location.pathname = began
  vi.stubGlobal('document', { title: '[local] 00006938 Smith Insurance · Config – Agency Support' })
}

test.each([
  [config, '/seatManagement', '00006938 Smith Insurance'],
  [config, '/agency-detail/8951', '00006938 Smith Insurance'],
  [config, config, null],
  ['/seatManagement', '/', null],
])('an act at %s that is answered at %s is of the agency %s', async (began, left, agency) => {
  await answeringWhileAt(began, left)
  const { mutate } = new MutationObserver(new QueryClient(), sendOptions({ rereads: ['agencies'] }))
  await mutate(rename)
  expect(leftAgency()).toBe(agency)
})

test('what comes later, and what a read brings, is of no agency', async () => {
  await answeringWhileAt(config, '/')
  await send(agencies.updateName, rename.input)
  expect(leftAgency()).not.toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(leftAgency()).toBeNull()
  await answeringWhileAt(config, '/')
  await send(seats.requests, { status: 8, daysBack: 0 })
  expect(leftAgency()).toBeNull()
})
