import { certificates } from '@agency-support/contract/modules/certificates'
import type { ClientIn } from '@agency-support/contract/call'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { download } from './support/screens.ts'
import { agent } from './support/world.ts'

type Event = ClientIn<typeof certificates.report>['events'][number]

const pilot = 6866

/** A client with this many policies and holders; each policy expires a year after the previous one. */
function published(clientId: string, name: string, policies = 1, holders = 1): Event {
  return {
    kind: 'published',
    id: clientId,
    at: '2026-11-02T21:05:09Z',
    clientId,
    name,
    user: { email: 'bea@agency.test' },
    policies: Array.from({ length: policies }, (_, at) => ({
      policyNumber: `HO-${at}`,
      carrier: 'Harbor Mutual',
      effectiveDate: `${2019 + at}-03-01`,
      expirationDate: `${2020 + at}-02-28`,
    })),
    certificateHolders: Array.from({ length: holders }, (_, at) => ({
      id: `H${at}`,
      name: `Holder ${at}`,
      address: `Suite ${at}\n1 Main Street\nSpringfield, IL 62701`,
      email: `h${at}@holder.test`,
      additionalInsured: at === 0,
    })),
  }
}

function certificateTool(page: Page) {
  const decoder = page.getByRole('region', { name: 'Certificate Url/Token Decoder' })
  const encoder = page.getByRole('region', { name: 'Certificate Url/Token Encoder' })
  return {
    decoder,
    encoder,
    token: decoder.getByRole('textbox', { name: 'Published Certificate Url or Token' }),
    agencyId: encoder.getByRole('textbox', { name: 'Agency Id' }),
    clientId: encoder.getByRole('textbox', { name: 'Client Id' }),
    encode: encoder.getByRole('button', { name: 'Encode', exact: true }),
    decode: decoder.getByRole('button', { name: 'Decode', exact: true }),
  }
}

function certsTab(page: Page) {
  const list = page.getByRole('table', { name: 'Clients with published certificates' })
  return {
    open: (agencyId: number, more = '') => page.goto(`/agency-detail/${agencyId}?tab=certs${more}`),
    status: page.getByRole('region', { name: 'Self-serve certificates' }),
    list,
    names: list.getByRole('rowheader'),
    search: page.getByRole('searchbox', { name: 'Search' }).or(page.getByLabel('Search', { exact: true })),
    policies: page.getByRole('table', { name: 'Policies' }),
    holders: page.getByRole('table', { name: 'Certificate Holders' }),
  }
}

/** The details of the certificate with six policies and six holders. */
async function expectDetails(page: Page, details: Locator): Promise<void> {
  const tab = certsTab(page)
  await expect(details).toContainText('PublishedNov 2nd 2026 4:05:09 pm')
  await expect(details).toContainText('bea@agency.test')
  await expect(details.getByRole('link', { name: 'All clients' })).toBeFocused()
  await expect(tab.policies.getByRole('columnheader')).toHaveText([
    /Policy Number/,
    /Carrier/,
    /Effective/,
    /Expiration/,
  ])
  await expect(tab.policies.getByRole('rowheader')).toHaveText(['HO-5', 'HO-4', 'HO-3', 'HO-2', 'HO-1'])
  await expect(tab.policies.getByRole('row', { name: 'HO-5' }).getByRole('cell')).toHaveText([
    'Harbor Mutual',
    '03/01/2024',
    /02\/28\/2025$/,
  ])
  const expiration = tab.policies.getByRole('row', { name: 'HO-5' }).getByRole('cell').last().locator('span')
  await expect(expiration.first()).toContainText('Expired')
  expect((await expiration.first().boundingBox())?.height).toBeLessThan(25)
  await expect(tab.holders.getByRole('columnheader')).toHaveText([
    /Id/,
    /Name/,
    /Address/,
    /Email/,
    /Additional Insured/,
  ])
  await expect(tab.holders.getByRole('rowheader')).toHaveCount(5)
  const holder = tab.holders.getByRole('row', { name: 'Holder 0' }).getByRole('cell')
  await expect(holder).toHaveText(
    ['H0', /^Suite 0\n1 Main Street\nSpringfield, IL 62701$/, 'h0@holder.test', 'Yes'],
    {
      useInnerText: true,
    },
  )
  await expect(tab.holders.getByRole('row', { name: 'Holder 1' }).getByRole('cell').last()).toHaveText('No')
}

test('[CERTS-01] [CERTS-02] [CERTS-03] [CERTS-04] [CERTS-05] [CERTS-06] [CERTS-07] [CERTS-08] [CERTS-09] [CERTS-10] [CERTS-13] [MKT-15] [MKT-16] [MKT-17] a client is found and its certificate read and saved', async ({
  page,
  enter,
  world,
}) => {
  const software = await world.software(pilot)
  const others = Array.from({ length: 16 }, (_, at) =>
    published(String(at + 1).padStart(8, '0'), `Client ${at + 1}`),
  )
  await software.call(certificates.report, {
    events: [...others, published('00004711', 'Adams Farm', 6, 6), published('00004712', 'Zoe Baker', 0, 0)],
  })
  await enter(page, agent)
  const tab = certsTab(page)
  await tab.open(pilot)
  await expect(
    page.getByText(/This agency is part of the pilot and may have legacy certificates/),
  ).toHaveText('This agency is part of the pilot and may have legacy certificates that are not shown here.')
  await expect(tab.status).toContainText('Subscribed')
  await expect(tab.status).toContainText('18 clients with published certificates')
  await expect(tab.list.getByRole('columnheader')).toHaveText([/Client Id/, /Name/, /Published/])
  await expect(tab.names).toHaveCount(15)
  await expect(tab.names.first()).toHaveText('Adams Farm')
  const first = tab.list.getByRole('row', { name: 'Adams Farm' }).getByRole('cell')
  await expect(first).toHaveText(['00004711', 'Nov 2nd 2026 4:05:09 pm'])
  await expectAccessibleInBoth(page, 'clients with certificates')
  await test.step('searching', async () => {
    await tab.search.fill('nobody')
    await expect(page.getByText('No clients found')).toBeVisible()
    await tab.search.fill('471')
    await expect(tab.names).toHaveText(['Adams Farm', 'Zoe Baker'])
    await tab.search.fill('adams')
    await expect(tab.names).toHaveText(['Adams Farm'])
  })
  await tab.names.getByRole('link').press('Enter')
  const details = page.getByRole('region', { name: 'Adams Farm, 00004711' })
  await expectDetails(page, details)
  await expectAccessibleInBoth(page, 'a certificate')
  const { name } = await download(details.getByRole('button', { name: 'Certificate PDF' }))
  expect(name).toMatch(/^\d{14}_00006866_00004711_certificate\.pdf$/)
  await details.getByRole('link', { name: 'All clients' }).press('Enter')
  await expect(tab.names.getByRole('link', { name: 'Adams Farm' })).toBeFocused()
  await tab.open(pilot, '&client=4712')
  await expect(page.getByRole('region', { name: 'Zoe Baker, 00004712' }).getByText('No data')).toHaveCount(2)
})

test('[CERTS-01] [CERTS-10] [CERTS-15] [CERTS-16] an agency without certificates, and what cannot be read', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency({ name: 'Paper Insurance' })
  await enter(page)
  const tab = certsTab(page)
  await test.step('[CERTS-15] the status', async () => {
    await world.without('certificate', async () => {
      await tab.open(id)
      await expect(page.getByRole('alert')).toHaveText('Error retrieving information: An error occurred.')
      await expectAccessible(page, 'certificates failed')
    })
    await page.getByRole('button', { name: 'Try again' }).click()
  })
  await expect(tab.status).toContainText('Not Subscribed')
  await expect(tab.status).toContainText('0 clients with published certificates')
  await expect(page.getByText('No clients found')).toBeVisible()
  await expect(page.getByText(/legacy certificates/)).toHaveCount(0)
  const software = await world.software(id)
  await software.call(certificates.report, { events: [published('00000042', 'Ann Lee')] })
  await test.step('the list fills by itself', () => expect(tab.names).toHaveText(['Ann Lee']))
  await test.step('[CERTS-16] a certificate', async () => {
    await world.without('certificate', async () => {
      await tab.names.getByRole('link').click()
      await expect(page.getByRole('alert').filter({ hasText: 'certificate' })).toHaveText(
        "Error loading client 00000042's certificate: An error occurred.",
      )
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(tab.policies.getByRole('rowheader')).toHaveText(['HO-0'])
  })
})

test('[CERT-TOOL-01] [CERT-TOOL-02] [CERT-TOOL-03] [CERT-TOOL-04] [CERT-TOOL-05] [CERT-TOOL-06] [CERT-TOOL-07] [CERT-TOOL-09] [MKT-57] [MKT-58] a url is encoded and decoded by keyboard', async ({
  page,
  enter,
}) => {
  await enter(page, agent)
  await page.goto('/')
  await page.getByRole('button', { name: 'Features' }).click()
  await page.getByRole('link', { name: 'Self Serve Certs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Self Serve Certificates' })).toBeVisible()
  await expect(page).toHaveTitle(/Self Serve Certificates/)
  for (const topic of ['Self-serve certificate tools', 'Decode a url or token', 'Encode a url'])
    await expect(page.getByRole('button', { name: `Help: ${topic}` })).toBeVisible()
  const { decoder, encoder, token, agencyId, clientId, encode, decode } = certificateTool(page)
  await expect(decode).toBeDisabled()
  await expect(encode).toBeDisabled()
  await clientId.fill('4711')
  await expect(encode).toBeDisabled()
  await clientId.fill('')
  await agencyId.fill('6938')
  await expect(encode).toBeDisabled()
  await clientId.fill('4711')
  await expect(encode).toBeEnabled()
  await expect(encoder.getByRole('link')).toHaveCount(0)
  await clientId.press('Enter')
  const url = await encoder.getByRole('link', { name: 'Open' }).getAttribute('href')
  expect(url).toMatch(/^https:\/\/certificates\.harborlight\.example\/[A-Za-z0-9_-]+$/)
  await expect(encoder).toContainText(url ?? '')
  await token.fill(url ?? '')
  await token.press('Enter')
  await expect(decoder.locator('pre')).toHaveText(
    /^\{\n  "agencyId": "00006938",\n  "clientId": "00004711",\n  "issued": "[^"]+Z"\n\}$/,
    { useInnerText: true },
  )
  await expectAccessibleInBoth(page, 'certificate tool')
  await expectReasons(page, 'certificate tool')
  await test.step('what is not ours, and what stands no longer in the fields', async () => {
    await token.fill('http://169.254.169.254/')
    await expect(decoder.locator('pre')).toHaveCount(0)
    await token.press('Enter')
    await expect(decoder.getByRole('alert')).toHaveText('This is not a certificate url or token of ours.')
    await token.fill('')
    await expect(decoder.getByRole('alert')).toHaveCount(0)
    await expect(decode).toBeDisabled()
    await agencyId.fill('4040404')
    await expect(encoder.getByRole('link')).toHaveCount(0)
    await agencyId.press('Enter')
    await expect(encoder.getByRole('alert')).toHaveText('Agency not found')
  })
  await token.fill(url ?? '')
  await token.press('Enter')
  await decoder.getByRole('link', { name: 'Open client 00006938/00004711' }).click()
  await expect(page.getByRole('region', { name: 'Client 00004711' })).toContainText('No data')
  await page
    .getByRole('region', { name: 'Client 00004711' })
    .getByRole('link', { name: 'All clients' })
    .click()
  await expect(page.getByRole('tab', { name: 'Self-Serve Certs' })).toHaveAttribute('aria-selected', 'true')
})
