import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { TitledCard } from '../../components/titled-card.tsx'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { CommandForm } from './command-form.tsx'
import { agencyCommandHelp } from './help.ts'
import surface from '../../ui/surface.module.css'
import { CommandQueue } from './command-queue.tsx'
import { readFilled } from './form-rules.ts'
import { SoftwareLine } from './software-line.tsx'

/** Command: what the agency's own software is asked to do, and what has become of it. */
export function Tab({ agency }: AgencyTabProps) {
  const filled = readFilled(useSearch({ from: '/agency-detail/$id' }))
  const [added, setAdded] = useState<number | null>(null)
  const { agencyId } = agency
  return (
    <div className={surface.tab}>
      <TitledCard title="Command" help={agencyCommandHelp[1003]}>
        <SoftwareLine agencyId={agencyId} />
        {/* A link that fills the form starts it anew. */}
        <CommandForm
          key={`${filled.command} ${filled.argument}`}
          agencyId={agencyId}
          filled={filled}
          onQueued={setAdded}
        />
      </TitledCard>
      <CommandQueue agencyId={agencyId} added={added} />
    </div>
  )
}

/** What an online agency's software is asked to do, such as releasing a seat: nothing may wait unseen. */
export function OnlinePart({ agency: { agencyId } }: AgencyTabProps) {
  return (
    <>
      <SoftwareLine agencyId={agencyId} />
      <CommandQueue agencyId={agencyId} added={null} />
    </>
  )
}
