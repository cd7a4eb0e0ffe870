import { useState } from 'react'
import {
  type AgencyConfig,
  type FolderCompliance as Folder,
  regionNames,
} from '@agency-support/contract/modules/agencies'
import { domainNames, onboardingStatuses } from '@agency-support/contract/rules/agency-facts'
import { P } from '@agency-support/contract/permissions'
import { isCms6OrGreater, whyNotEditAgency } from '@agency-support/contract/rules/agencies'
import { toAgencyType } from '@agency-support/contract/rules/seats'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import { useMissingReason } from '../../components/missing-reason.ts'
import { PermissionGate } from '../../components/permission-gate.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { usePermissions } from '../../lib/profile.ts'
import { Fact } from '../../ui/fact.tsx'
import { StatusChip, type StatusChipProps } from '../../ui/status-chip.tsx'
import { Button } from '../../ui/button.tsx'
import surface from '../../ui/surface.module.css'
import { AgencyParts } from './agency-parts.tsx'
import styles from './config-tab.module.css'
import { DetailsDialog } from './details-dialog.tsx'
import { NameForm } from './name-form.tsx'
import { OnboardingSteps } from './onboarding-steps.tsx'
import { StorageCheck, StorageMode } from './storage-panel.tsx'
import { StatusSelect } from './status-select.tsx'
import { useTimeZones, useTimeZonesFailure } from './use-time-zones.ts'

/** The status of an agency being set up. */
const onboardingAgency = 1

/** Config: the details of an agency, with the cards of other modules below. */
export function Tab({ agency }: AgencyTabProps) {
  useTimeZonesFailure()
  return (
    <div className={surface.tab}>
      <Details agency={agency} />
      <AgencyParts place="config" agency={agency} />
      <ReportNotes agencyId={agency.agencyId} reports={['config']} />
    </div>
  )
}

/** Editable name, status and storage mode, and read-only facts. */
function Details({ agency }: AgencyTabProps) {
  const notice = whyNotEditAgency(usePermissions())
  const [setUps, setSetUps] = useState(0)
  // Of the status that the person found or chose: what somebody else chooses must not move what stands below.
  const [showsSteps, setShowsSteps] = useState(agency.status === onboardingAgency)
  return (
    <TitledCard title="Details">
      <div className={styles.details}>
        <div className={styles.edit}>
          <PermissionGate red needs={[P.EditAgencyStatus]} notice={notice}>
            <div id="agency-name" className={styles.name}>
              <NameForm agency={agency} />
            </div>
            <div className={styles.choices}>
              <StatusSelect
                agency={agency}
                onSaved={(status) => setShowsSteps(status === onboardingAgency)}
              />
              <StorageMode agency={agency} onSetUp={() => setSetUps((before) => before + 1)} />
            </div>
          </PermissionGate>
          <StorageCheck agency={agency} setUps={setUps} />
        </div>
        <Facts agency={agency} />
        <ChangeDetails agency={agency} />
        {showsSteps && <OnboardingSteps status={agency.onboardingStatus} />}
        <FolderCompliance folders={agency.folderCompliance} />
      </div>
    </TitledCard>
  )
}

/** Opens the dialog for the facts that can be changed here. */
function ChangeDetails({ agency }: { agency: AgencyConfig }) {
  const [opened, setOpened] = useState(false)
  const reason = useMissingReason([P.EditAgencyStatus])
  return (
    <div id="agency-details">
      <Button disabledReason={reason} quietReason onClick={() => setOpened(true)}>
        Change details
      </Button>
      {opened && <DetailsDialog agency={agency} onClose={() => setOpened(false)} />}
    </div>
  )
}

/** Read-only facts about the agency. */
function Facts({ agency }: { agency: AgencyConfig }) {
  const zones = useTimeZones()
  const zone = zones.find(({ id }) => id === agency.timeZoneId)
  const onboarding =
    onboardingStatuses.find(({ id }) => id === agency.onboardingStatus) ??
    onboardingStatuses.find(({ id }) => id === 911)
  return (
    <dl className={styles.facts}>
      <Fact term="Pool">{agency.poolId}</Fact>
      <Fact term="Region">{regionNames[agency.regionId] ?? 'N/A'}</Fact>
      <Fact term="CMS 6 or greater?">{isCms6OrGreater(agency) ? 'Yes' : 'No'}</Fact>
      <Fact term="Agency type">{toAgencyType(agency.agencyType).name}</Fact>
      <Fact term="Domains">{domainNames(agency.domains)}</Fact>
      <Fact term="Time Zone">{zone?.label ?? agency.timeZoneId}</Fact>
      <Fact term="Onboarding">
        {onboarding?.name}
        <span className={styles.meaning}>{onboarding?.meaning}</span>
      </Fact>
    </dl>
  )
}

const fine: StatusChipProps = { role: 'ok', icon: CircleCheck, label: 'Compliant' }
const wrong: StatusChipProps = { role: 'bad', icon: OctagonAlert, label: 'Not compliant' }

/** Whether the folders in the agency's storage have the required structure; problems first. */
function FolderCompliance({ folders }: { folders: readonly Folder[] }) {
  const sorted = folders.toSorted((a, b) => Number(a.compliant) - Number(b.compliant))
  return (
    <section className={styles.folders} aria-labelledby="folder-compliance">
      <h3 id="folder-compliance">Folder compliance</h3>
      {folders.length === 0 ? (
        <p>N/A</p>
      ) : (
        <ul>
          {sorted.map(({ folder, compliant, detail }) => (
            <li key={folder}>
              <StatusChip {...(compliant ? fine : wrong)} />
              <code>{folder}</code>
              <span>{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
