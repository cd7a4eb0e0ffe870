import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { TitledCard } from '../../components/titled-card.tsx'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { beginRead } from '../../lib/requests/query.ts'
import { CommandForm } from './command-form.tsx'
import { agencyCommandHelp } from './help.ts'
import surface from '../../ui/surface.module.css'
import { CommandQueue } from './command-queue.tsx'
import { readFilled } from './form-rules.ts'
import { SoftwareLine } from './software-line.tsx'

/** Starts the reads that the tab shows first. */
export function load(agencyId: number): void {
  void beginRead(agencyCommands.softwareStatus, { agencyId })
  void beginRead(agencyCommands.queue, { agencyId })
}

/** Command: queues commands for the agency's own software and shows their outcome. */
export function Tab({ agency }: AgencyTabProps) {
  const filled = readFilled(useSearch({ from: '/agency-detail/$id' }))
  const [added, setAdded] = useState<number | null>(null)
  const { agencyId } = agency
  return (
    <div className={surface.tab}>
      <TitledCard title="Command" help={agencyCommandHelp[1003]}>
        <SoftwareLine agencyId={agencyId} />
        {/* The key resets the form when a link fills it. */}
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

/** Commands for an online agency's software, such as releasing a seat, are shown too: none may wait unseen. */
export function OnlinePart({ agency: { agencyId } }: AgencyTabProps) {
  return (
    <>
      <SoftwareLine agencyId={agencyId} />
      <CommandQueue agencyId={agencyId} added={null} />
    </>
  )
}
