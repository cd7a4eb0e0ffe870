import { esignature, type RegisteredUser } from '@agency-support/contract/modules/esignature'
import { whyNotDeleteAccount, whyNotEditId } from '@agency-support/contract/rules/esignature'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import { useShortcuts } from '../../components/keyboard/shortcuts.ts'
import { useWhenReady } from '../../components/use-when-ready.ts'
import { usePermissions } from '../../lib/profile.ts'
import { beginRead, callQuery, wasUnread } from '../../lib/requests/query.ts'
import surface from '../../ui/surface.module.css'
import { ComparisonCard } from './comparison-card.tsx'
import { DangerCard } from './danger-card.tsx'
import { EditIdDialog } from './edit-id-dialog.tsx'
import { QueryCard } from './query-card.tsx'
import { queryField } from './tab-actions.ts'
import { StatusCard } from './status-card.tsx'
import { useDelete } from './use-delete.tsx'
import { useLight } from './use-light.ts'
import { UserActionsContext } from './user-actions.ts'
import { UsersCard } from './users-card.tsx'

/** The registered user whose account id is being edited, and an id found at Formstack to fill in. */
interface Editing {
  user: RegisteredUser
  proposed: string | undefined
}

/** The actions on registered users. */
function useActions(agencyId: number, setEditing: (editing: Editing) => void) {
  const { remove, deleting } = useDelete(agencyId)
  const permissions = usePermissions()
  return useMemo(
    () => ({
      editId: (user: RegisteredUser, proposed?: string) => setEditing({ user, proposed }),
      remove: (user: RegisteredUser) => void remove(user),
      whyNotEdit: whyNotEditId(permissions),
      whyNotDelete: whyNotDeleteAccount(permissions),
      deleting,
    }),
    [permissions, deleting, remove, setEditing],
  )
}

/** The key that moves to the query, once it is there. */
function useQueryKey(isThere: boolean): void {
  const toQuery = useWhenReady(isThere, () => document.querySelector<HTMLElement>(queryField)?.focus())
  useShortcuts([{ keys: 'q', label: 'Query a Formstack group', group: 'Agency', run: toQuery }])
}

/** Starts the reads that the tab shows first. */
export function load(agencyId: number): void {
  void beginRead(esignature.details, { agencyId })
}

/** The e-signature of an agency: status, registered users, and their accounts at Formstack. */
export function Tab({ agency }: AgencyTabProps) {
  const { agencyId } = agency
  const query = useQuery(callQuery(esignature.details, { agencyId }))
  const details = query.data ?? undefined
  const [editing, setEditing] = useState<Editing | null>(null)
  const actions = useActions(agencyId, setEditing)
  const { asked, light } = useLight()
  useQueryKey(details !== undefined || wasUnread(query))
  const edited = details?.registeredUsers.find(
    ({ emailAddress }) => emailAddress === editing?.user.emailAddress,
  )
  return (
    <UserActionsContext value={actions}>
      <div className={surface.tab}>
        <StatusCard agencyId={agencyId} query={query} asked={asked} />
        {details !== undefined && <UsersCard users={details.registeredUsers} query={query} />}
        {/* Formstack can be asked also when the details cannot be read. */}
        {(details !== undefined || wasUnread(query)) && (
          <QueryCard
            agencyId={agencyId}
            groupId={details?.groupId ?? ''}
            users={details?.registeredUsers}
            light={light}
          />
        )}
        {details !== undefined && (
          <>
            <ComparisonCard agencyId={agencyId} details={details} light={light} />
            <DangerCard agency={agency} details={details} />
          </>
        )}
        <ReportNotes agencyId={agencyId} reports={['esignature']} />
      </div>
      {editing !== null && (
        <EditIdDialog
          key={`${editing.user.emailAddress} ${editing.proposed ?? ''}`}
          agencyId={agencyId}
          user={edited ?? editing.user}
          gone={edited === undefined}
          proposed={editing.proposed}
          onClose={() => setEditing(null)}
        />
      )}
    </UserActionsContext>
  )
}
