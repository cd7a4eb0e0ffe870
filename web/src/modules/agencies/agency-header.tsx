import { type AgencyConfig, agencyStatuses, regionNames } from '@agency-support/contract/modules/agencies'
import { padAgencyId } from '@agency-support/contract/ids'
import { Cloud, Star } from 'lucide-react'
import { AgencyId } from '../../components/text/agency-id.tsx'
import { BackButton } from '../../components/back-button.tsx'
import { Link } from '../../components/link.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { Fact } from '../../ui/fact.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useArrival } from '../../components/keyboard/use-arrival.ts'
import { isBackOffice } from '../../lib/deep-link.ts'
import { useStickyLine } from './use-sticky-line.ts'
import { Button } from '../../ui/button.tsx'
import { findAgencies } from '../../agency/agency-address.ts'
import { toAgencyName } from '../../agency/agency-name.ts'
import { recents, useRecents } from '../../agency/recents.ts'
import styles from './agency-header.module.css'
import { AgencyParts } from './agency-parts.tsx'
import { statusChips } from './status-chips.ts'
import { agencyMessages } from './messages.ts'
import { useBackToList } from '../../agency/list-place.ts'

/** Returns to the list with its search; hidden in the back office. */
function Back() {
  const back = useBackToList()
  return isBackOffice() ? null : <BackButton to={back} />
}

/** Identifies the agency; stays visible above all tabs, so that it can be read back to the caller. */
export function AgencyHeader({ agency }: { agency: AgencyConfig }) {
  const status = agencyStatuses.find(({ value }) => value === agency.status)
  const look = statusChips[agency.status]
  const name = toAgencyName(agency.name)
  const heading = useArrival(name, `Agency ${padAgencyId(agency.agencyId)} ${name}`)
  useStickyLine()
  return (
    <div className={styles.header} data-sticks data-who={`${padAgencyId(agency.agencyId)} ${name}`}>
      <div className={styles.line}>
        <Back />
        <h1 ref={heading} tabIndex={-1} dir="auto" title={name}>
          {name}
        </h1>
        {look !== undefined && <StatusChip {...look} label={`Status: ${status?.label ?? ''}`} />}
        {agency.isOnline && <StatusChip {...online} label="HS 6" />}
        <dl className={styles.facts}>
          <Fact term="Contract ID">
            <AgencyId agencyId={agency.agencyId} />
          </Fact>
          <Fact term="Version">{agency.versionDisplay === '' ? 'N/A' : agency.versionDisplay}</Fact>
        </dl>
        {!isBackOffice() && <PinButton agency={agency} />}
        <div className={styles.actions}>
          <AgencyParts place="actions" agency={agency} />
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact term="Pool">{agency.poolId}</Fact>
        <Fact term="Region">{regionNames[agency.regionId] ?? 'N/A'}</Fact>
      </dl>
      <div className={agency.isOnline || isBackOffice() ? undefined : styles.parts}>
        <AgencyParts place="header" agency={agency} />
      </div>
    </div>
  )
}

/** An agency on the newer version. */
const online = { role: 'info', icon: Cloud } as const

/** No agency has this id; null: the address contains none. */
export function NotFoundHeader({ agencyId }: { agencyId: number | null }) {
  const heading = useArrival(agencyMessages.notFound)
  const id = agencyId === null ? undefined : padAgencyId(agencyId)
  return (
    <div className={styles.header}>
      <div className={styles.line}>
        <Back />
        <h1 ref={heading} tabIndex={-1}>
          {agencyMessages.notFound}
        </h1>
      </div>
      <p>
        {id === undefined ? agencyMessages.noId : agencyMessages.unknownId(id)}{' '}
        {!isBackOffice() && <Link href={findAgencies(id)}>Search agencies</Link>}
      </p>
    </div>
  )
}

/** An agency that could not be loaded, as far as this browser knows it. */
export function UnreadHeader({ agencyId }: { agencyId: number }) {
  const known = useRecents().find((one) => one.agencyId === agencyId)
  const name = known === undefined ? `Agency ${padAgencyId(agencyId)}` : toAgencyName(known.name)
  const heading = useArrival(name)
  useStickyLine()
  return (
    <div className={styles.header} data-sticks>
      <div className={styles.line}>
        <Back />
        <h1 ref={heading} tabIndex={-1} dir="auto" title={name}>
          {name}
        </h1>
        <dl className={styles.facts}>
          <Fact term="Contract ID">
            <AgencyId agencyId={agencyId} />
          </Fact>
        </dl>
      </div>
    </div>
  )
}

/** Pins an agency to the top of the recent ones in this browser. */
function PinButton({ agency }: { agency: AgencyConfig }) {
  const { agencyId, name, isOnline } = agency
  const pinned = useRecents().some((one) => one.agencyId === agencyId && one.pinned)
  function toggle() {
    if (pinned) return recents.unpin(agencyId)
    if (!recents.pin({ agencyId, name, isCloud: isOnline })) notifyAgency.error(agencyMessages.pinsFull)
  }
  return (
    <Button
      variant="quiet"
      aria-pressed={pinned}
      icon={<Star aria-hidden="true" fill={pinned ? 'currentColor' : 'none'} />}
      onClick={toggle}
    >
      Pin
    </Button>
  )
}
