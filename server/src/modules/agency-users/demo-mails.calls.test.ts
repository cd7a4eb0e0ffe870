import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { reportMails } from '@agency-support/sandbox/agencies/report-mails'
import { demoAgencies } from '@agency-support/sandbox/demo-data/agencies'
import { demoEmailEvents } from '@agency-support/sandbox/demo-data/email-events'
import { callControl } from '@agency-support/sandbox/providers/control'
import { startSendGrid } from '@agency-support/sandbox/providers/sendgrid/start'
import { expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { openLog } from '../../lib/log.ts'
import { sendGrid } from '../../providers/sendgrid.ts'
import { createReader } from '../../settings/reader.ts'
import { readWebhooks } from '../../settings/webhooks.ts'

test('[PROV-39] [AG-USERS-21] [AG-USERS-25] what SendGrid posts, newest first and partly twice, is the mail log of the users, in order and once', async () => {
  const emulator = await startSendGrid()
  await using server = await testServer({
    config: { webhooks: readWebhooks(createReader(emulator.webhookEnv, expect.unreachable)) },
  })
  const agencies = [...demoAgencies(12, 1)]
  for (const { agencyId } of agencies) await server.agency(agencyId)
  // SendGrid signs with the emulator's clock, which must be close to the server's.
  const now = server.clock.now()
  await callControl(emulator.url, 'POST', '/clock', { now })
  const mails = [...demoEmailEvents(agencies, now)]
  for (let time = 0; time < 2; time += 1)
    await reportMails({ control: emulator.url, origin: server.origin, agencies, now })
  const listed = sendGrid.open(emulator.settings, { clock: server.clock, log: openLog('silent') }).readAll('')
  const bounced = mails.filter(({ event }) => event === 5).map(({ toEmail }) => toEmail)
  expect(bounced.length).toBeGreaterThan(0)
  const onLists = (await listed).flatMap((list) =>
    'addresses' in list && list.kind === 'bounce' ? list.addresses : [],
  )
  expect(onLists).toEqual(expect.arrayContaining(bounced))
  await emulator.close()
  const rows = await server.db.read.selectFrom('agency_email_event').select('agency_id').execute()
  expect(rows).toHaveLength(mails.length)
  const [some] = mails
  if (some === undefined) throw new Error('the demo data has no mails')
  const { agencyId, username } = some
  const own = mails.filter((mail) => mail.agencyId === agencyId && mail.username === username)
  const reader = await server.asNew()
  const { data } = await reader.call(agencyUsers.emailEvents, { agencyId, username })
  const inOrder = own.toSorted((one, other) => other.sentAt.getTime() - one.sentAt.getTime())
  expect(data).toEqual(
    inOrder.map(({ sentAt, event, toEmail, category }) => ({
      sendGridTS: new Date(Math.floor(sentAt.getTime() / 1000) * 1000).toISOString(),
      event,
      toEmail,
      category,
    })),
  )
})
