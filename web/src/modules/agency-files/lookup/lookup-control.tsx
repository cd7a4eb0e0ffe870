import { lookedUpLocations } from '@agency-support/contract/rules/agency-files'
import { P } from '@agency-support/contract/permissions'
import { type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useMissingReason } from '../../../components/missing-reason.ts'
import { PermissionNotice } from '../../../components/permission-gate.tsx'
import { TitledCard } from '../../../components/titled-card.tsx'
import { agencyFileHelp } from '../help.ts'
import { fileMessages } from '../messages.ts'
import { ClientIdField } from './client-id-field.tsx'
import { fullClientId, idLength } from './client-id.ts'
import { LastClients, LookupHistory } from './lookup-history.tsx'
import { LookupResult } from './lookup-result.tsx'
import { overview } from './lookup-state.ts'
import styles from './lookup.module.css'
import { type Lookup, type LookupScope, useLookup } from './use-lookup.ts'

export interface LookupControlProps extends Omit<LookupScope, 'locations'> {
  /** Locations to ask; by default the three documented ones. */
  locations?: LookupScope['locations']
  /** Client id in the address, looked up immediately if valid. */
  client: string | undefined
  /** Puts a client into the address. */
  onClient: (clientId: string) => void
  typed: string
  onTyped: (text: string) => void
}

/** True once every location has answered and there is no file that the person may download. */
function hasNothingToDownload({ entries }: Lookup, missing: string | undefined): boolean {
  return (
    overview(entries).isDone && (missing !== undefined || !entries.some(({ canDownload }) => canDownload))
  )
}

/** Client Lookup: where a client's file is stored, since when, and its downloads. */
export function LookupControl({ locations = lookedUpLocations, ...props }: LookupControlProps) {
  const { agencyId, domains, typed } = props
  const client = fullClientId(props.client ?? '')
  const { lookup, run, save } = useLookup({ agencyId, domains, locations })
  const missing = useMissingReason([P.DownloadClientFiles])
  const button = useRef<HTMLButtonElement>(null)

  function lookUp(clientId: string) {
    props.onTyped(clientId)
    void run(clientId)
  }
  const takeAddress = useEffectEvent(() => {
    if (client !== undefined) lookUp(client)
  })
  useEffect(() => takeAddress(), [client])

  function search(clientId: string) {
    if (clientId === client) lookUp(clientId)
    else props.onClient(clientId)
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const full = fullClientId(typed)
    if (full !== undefined) search(full)
  }
  return (
    <TitledCard id="client-lookup" title="Client Lookup" help={agencyFileHelp[1006]}>
      <PermissionNotice red text={missing && fileMessages.noDownloadRight} />
      <form className={styles.form} aria-label="Client Lookup" onSubmit={onSubmit}>
        <ClientIdField
          name="clientId"
          label="Client Id"
          value={typed}
          onChange={props.onTyped}
          onEnter={search}
          // The button is focusable only once it is enabled.
          onFull={() => requestAnimationFrame(() => button.current?.focus())}
          data-nothing-to-download={
            lookup && hasNothingToDownload(lookup, missing) ? lookup.clientId : undefined
          }
        />
        <Button
          ref={button}
          type="submit"
          variant="primary"
          disabledReason={typed.length === idLength ? undefined : fileMessages.clientIdFirst}
        >
          Search
        </Button>
        <LastClients agencyId={agencyId} onChoose={search} />
      </form>
      {lookup && <LookupResult agencyId={agencyId} lookup={lookup} missing={missing} onSave={save} />}
      <LookupHistory agencyId={agencyId} />
    </TitledCard>
  )
}
