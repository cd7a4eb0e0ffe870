import { controlFormstack, esigTab, signingAgency } from './support/esignature.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { startServerProcess } from './support/server-process.ts'
import { controlBandwidth, textingAgency, textingTab } from './support/texting.ts'
import { admin } from './support/world.ts'

test('[PROV-08] the light of a provider says whether it answered, failed, or was never asked', async ({
  page,
  world,
  server,
}) => {
  // A server of its own, whose breaker opens for nobody else.
  const own = await startServerProcess({ databaseUrl: server.databaseUrl })
  try {
    await signIn(page.context(), own.origin, admin)
    const { id } = await textingAgency(world, 'Silent Bandwidth', own)
    const signing = await signingAgency(world, 'Answering Formstack', own)
    const texting = `${own.origin}/agency-detail/${id}?tab=texting`
    const tab = textingTab(page)
    await page.goto(texting)
    await expect(tab.status).toContainText('Bandwidth answered just now')
    await controlBandwidth(own, 'fault', { endpoint: 'order', kind: 'status', status: 500 })
    for (let times = 0; times < 5; times += 1) {
      await page.goto(texting)
      await expect(tab.fact('Order status')).toContainText('Error getting bandwidth order information.')
    }
    await page.goto(texting)
    await expect(tab.status).toContainText('Bandwidth does not answer')
    await page.goto(`${own.origin}/agency-detail/${signing}?tab=esig`)
    await expect(esigTab(page).status).toContainText('Formstack has not been asked yet')
    await page.goto(`${own.origin}/operations`)
    const providers = page.getByRole('list', { name: 'Providers' })
    await expect(providers.getByRole('listitem')).toContainText([
      'Back office has not been asked yet',
      'Bandwidth does not answer',
      'Formstack has not been asked yet',
      'SendGrid has not been asked yet',
    ])
    await page.goto(`${own.origin}/agency-detail/${signing}?tab=esig`)
    const { status, query } = esigTab(page)
    await expect(status).toContainText('Formstack has not been asked yet')
    await controlFormstack(own, '/fault', { endpoint: 'group', kind: 'hang' })
    await query.getByRole('button', { name: 'Query' }).click()
    await expect(status).toContainText('Formstack has not answered yet')
  } finally {
    await page.goto('about:blank')
    await own.stop()
  }
})
