import { texting } from '@agency-support/contract/modules/texting'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { callQuery } from '../../lib/requests/query.ts'

test("[RPT-TCR-10] a non-zero code of the TCR report is the server's message", async () => {
  await answeringServer((_asked, response) =>
    json(response, { code: 409, message: 'The records are being moved.', data: [] }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(client.fetchQuery(callQuery(texting.tcrRecords, {}))).rejects.toThrow(
    'The records are being moved.',
  )
})
