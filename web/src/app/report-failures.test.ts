import { activity } from '@agency-support/contract/modules/activity'
import { reports } from '@agency-support/contract/modules/reports'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { answeringServer, json } from '../../test/answering-server.ts'
import { getReportProductActivation } from '../lib/requests/client-operations/reports.ts'
import { callQuery } from '../lib/requests/query.ts'

test("[RPT-ACTIVATION-09] [RPT-SUBEVENTS-17] [RPT-TOTALS-10] a non-zero code of a report is the server's message", async () => {
  await answeringServer((_asked, response) =>
    json(response, { code: 409, message: 'The reports are being moved.', data: [] }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = [
    client.fetchQuery(
      callQuery(reports.activation, { productId: 7 }, (options) =>
        getReportProductActivation(7, {}, options),
      ),
    ),
    client.fetchQuery(callQuery(reports.subscriptionEvents, { productId: 7 })),
    client.fetchQuery(callQuery(activity.totals, {})),
    client.fetchQuery(callQuery(activity.additions, { qty: 10 })),
  ]
  for (const one of await Promise.allSettled(read))
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'The reports are being moved.' } })
})
