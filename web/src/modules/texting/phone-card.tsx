import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { type AgencyTexting, texting } from '@agency-support/contract/modules/texting'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TitledCard } from '../../components/titled-card.tsx'
import { callQuery } from '../../lib/requests/query.ts'
import { Button } from '../../ui/button.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { tabMessages } from './tab-messages.ts'

interface PhoneCardProps {
  agency: AgencyConfig
  /** Undefined until it is read. */
  record: AgencyTexting | undefined
}

/** Changes the agency's phone number. */
export function PhoneCard({ agency, record }: PhoneCardProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: work } = useQuery(callQuery(texting.work, { agencyId: agency.agencyId }))
  const isUnderWay = work?.number?.endedAt === null
  return (
    <TitledCard title="Phone number">
      <div>
        <Button
          id="texting-new-phone"
          disabledReason={
            record === undefined ? tabMessages.notRead : isUnderWay ? tabMessages.phonePending : undefined
          }
          onClick={() => setOpen(true)}
        >
          Assign new phone number
        </Button>
      </div>
      {isOpen && record !== undefined && (
        <PhoneDialog agency={agency} record={record} onClose={() => setOpen(false)} />
      )}
    </TitledCard>
  )
}
