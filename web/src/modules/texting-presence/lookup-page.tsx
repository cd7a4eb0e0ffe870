import { padAgencyId } from '@agency-support/contract/ids'
import { textingPresence } from '@agency-support/contract/modules/texting-presence'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Pause, Play } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { Link } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { digits } from '../../ui/masks.ts'
import { parseAgencyText } from './agency-text.ts'
import styles from './lookup-page.module.css'
import { lookupTable } from './lookup-table.tsx'
import { presenceMessages } from './messages.ts'
import { textingPresencePaths } from './paths.ts'

const mask = digits(8)
const refreshMs = 10_000

/** The SignalR lookup: whose texting software is connected at the agency in the address. */
export function Page() {
  const search = useSearch({ from: textingPresencePaths.lookup })
  const agencyId = parseAgencyText(search.agency)
  return (
    <>
      <PageHeader
        title="SignalR Lookup"
        back={
          <Link className={styles.back} href={toTexting(agencyId)}>
            <ArrowLeft aria-hidden="true" />
            Texting
          </Link>
        }
      />
      <Lookup agencyId={agencyId} />
    </>
  )
}

function Lookup({ agencyId }: { agencyId: number | undefined }) {
  const [paused, setPaused] = useState(false)
  const binding = useAddressTable(lookupTable)
  const query = useQuery({
    ...callQuery(textingPresence.initials, { agencyId: agencyId ?? 0 }),
    enabled: agencyId !== undefined,
    // Only the current connections matter, so nothing is cached.
    staleTime: 0,
    refetchInterval: paused ? false : refreshMs,
  })
  const table = tableQuery(
    query,
    agencyId === undefined ? undefined : query.data,
    failureText(query.error, presenceMessages.wentWrong),
  )
  return (
    <div className={styles.lookup}>
      <SearchForm agencyId={agencyId} onAgain={table.onRetry} />
      <DataTable
        {...binding}
        {...table}
        rowName={({ initials }) => initials}
        rowCopy={({ initials }) => initials}
        empty={{ text: presenceMessages.noneFound }}
        idle={agencyId === undefined ? <p className={styles.idle}>{presenceMessages.idle}</p> : undefined}
        pagerAbove={lookupTable.sizes[0]}
        actions={
          agencyId !== undefined && (
            <IconButton
              label={paused ? 'Refresh every 10 seconds' : 'Pause refreshing'}
              icon={paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
              onClick={() => setPaused(!paused)}
            />
          )
        }
      />
    </div>
  )
}

/** The agency id, and Search; searching for the same agency again refetches. */
function SearchForm({ agencyId, onAgain }: { agencyId: number | undefined; onAgain: () => void }) {
  const go = useNavigate()
  const [typed, setTyped] = useState(toTyped(agencyId))
  const [shown, setShown] = useState(agencyId)
  // Back and Forward show the id of their address; a search leaves the text as typed.
  if (agencyId !== shown) {
    setShown(agencyId)
    if (agencyId !== parseAgencyText(typed)) setTyped(toTyped(agencyId))
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = parseAgencyText(typed)
    if (wanted === undefined) return
    if (wanted === agencyId) onAgain()
    else void go({ to: textingPresencePaths.lookup, search: { agency: String(wanted) } })
  }
  return (
    <form className={styles.form} aria-label="SignalR Lookup" onSubmit={onSubmit}>
      <TextField
        name="agencyId"
        label="Agency Id"
        value={typed}
        onChange={setTyped}
        mask={mask}
        autoFocus={agencyId === undefined}
      />
      <Button
        type="submit"
        variant="primary"
        disabledReason={typed === '' ? presenceMessages.idFirst : undefined}
      >
        Search
      </Button>
    </form>
  )
}

function toTexting(agencyId: number | undefined): string {
  return agencyId === undefined ? textingPresencePaths.texting : textingPresencePaths.textingFrom(agencyId)
}

function toTyped(agencyId: number | undefined): string {
  return agencyId === undefined ? '' : padAgencyId(agencyId)
}
