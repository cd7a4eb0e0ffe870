import { padAgencyId } from '@agency-support/contract/ids'
import { agencies, type AgencyConfig } from '@agency-support/contract/modules/agencies'
import { StorageLocation } from '@agency-support/contract/rules/agency-files'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { AgencyId } from '../../components/text/agency-id.tsx'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { agencyIdParam } from '../../agency/agency-id-param.ts'
import { toAgencyName } from '../../agency/agency-name.ts'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { useNameScreen } from '../../lib/screen-name.ts'
import { LookupControl } from './lookup/lookup-control.tsx'
import { Fact } from '../../ui/fact.tsx'
import styles from './lookup-page.module.css'
import { fileMessages } from './messages.ts'

/** The client lookup of one agency on its own screen; a 6.x view shows only the client file. */
export function Page() {
  const { id } = useParams({ from: '/client-lookup-5x/$id' })
  const agencyId = agencyIdParam(id)
  if (agencyId === null) return <PageHeader title={fileMessages.notFound} />
  return <AgencyLookup key={agencyId} agencyId={agencyId} />
}

function AgencyLookup({ agencyId }: { agencyId: number }) {
  const query = useQuery(callQuery(agencies.config, { agencyId }))
  if (query.data === null) return <PageHeader title={fileMessages.notFound} />
  return (
    <CardState what="agency" {...cardQuery(query, failureText(query.error, fileMessages.wentWrong))}>
      {query.data && <Found agency={query.data} />}
    </CardState>
  )
}

function Found({ agency }: { agency: AgencyConfig }) {
  const { agencyId, name, versionDisplay, domains } = agency
  const search = useSearch({ from: '/client-lookup-5x/$id' })
  const go = useNavigate()
  const [typed, setTyped] = useState('')
  const shown = toAgencyName(name)
  useNameScreen(`${padAgencyId(agencyId)} ${shown} · Client Lookup`)
  return (
    <>
      <PageHeader title={shown} />
      <dl className={styles.facts}>
        <Fact term="Contract ID">
          <AgencyId agencyId={agencyId} />
        </Fact>
        <Fact term="Version">{versionDisplay}</Fact>
      </dl>
      <LookupControl
        agencyId={agencyId}
        domains={domains}
        {...(search.view === '6x' ? { locations: [StorageLocation.clientFile] } : {})}
        client={search.client}
        onClient={(client) => void go({ to: '.', search: { ...search, client }, replace: true })}
        typed={typed}
        onTyped={setTyped}
      />
    </>
  )
}
