// @vitest-environment jsdom
import { certificates } from '@agency-support/contract/modules/certificates'
import { useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { ClientsTable } from './clients-table.tsx'

function Clients() {
  const query = useQuery(callQuery(certificates.list, { agencyId: 6938 }))
  const clients = query.data?.clientsWithPublishedCertificates
  return clients && <ClientsTable clientId={null} clients={clients} query={query} />
}

const adams = { clientId: '00004711', name: 'Adams Farm', publishedDate: '2026-11-19T08:00:00Z' }

test('[CERTS-09] a search without hits is an alert', async () => {
  stubMatchMedia()
  stubResizeObserver()
  await answeringCalls({
    GetSelfServeCertificates: done({ subscribed: true, clientsWithPublishedCertificates: [adams] }),
  })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(<Clients />, { wrapper })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Search' }), 'nobody')
  expect((await screen.findByRole('alert')).textContent).toBe('No clients found')
})
