import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import surface from '../../ui/surface.module.css'
import { LookupControl } from './lookup/lookup-control.tsx'
import { ResendFile } from './resend-file.tsx'
import { ClientTotals } from './totals/client-totals.tsx'

/** Product Summary: client counts of each store, client lookup, and resending files. */
export function Tab({ agency: { agencyId, domains, isOnline } }: AgencyTabProps) {
  const search = useSearch({ from: '/agency-detail/$id' })
  const go = useNavigate()
  // The client looked up is usually the one to resend.
  const [clientId, setClientId] = useState('')
  return (
    <div className={surface.tab}>
      <ClientTotals agencyId={agencyId} />
      <LookupControl
        agencyId={agencyId}
        domains={domains}
        client={search.client}
        onClient={(client) => void go({ to: '.', search: { ...search, client }, replace: true })}
        typed={clientId}
        onTyped={setClientId}
      />
      <ResendFile agencyId={agencyId} isOnline={isOnline} clientId={clientId} onClientId={setClientId} />
      <ReportNotes agencyId={agencyId} reports={['metrics']} />
    </div>
  )
}
