import { type AgencyUser, agencyUsers } from '@agency-support/contract/modules/agency-users'
import {
  initialsMatch,
  listedUsers,
  lockedOut,
  whyNotUnlock,
} from '@agency-support/contract/rules/agency-users'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { OutOfDate } from '../../components/loading/out-of-date.tsx'
import { PermissionNotice } from '../../components/permission-gate.tsx'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import { useOpenCommands } from '../../components/agency-software/queued-note.tsx'
import { useAnnounced } from '../../components/messages/announce.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useWhenReady } from '../../components/use-when-ready.ts'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { usePermissions } from '../../lib/profile.ts'
import { beginRead, callQuery, wasUnread } from '../../lib/requests/query.ts'
import { useStableOrder } from '../../lib/use-stable-order.ts'
import { CreateDialog } from './create-dialog.tsx'
import { CreationLog } from './creation-log.tsx'
import { LiveUsers } from './live-users.tsx'
import { agencyUserMessages } from './messages.ts'
import { SettingsDialog, type SettingsView } from './settings-dialog.tsx'
import { isCreating, withCreating } from './tab-actions.ts'
import { useUnlock } from './use-unlock.ts'
import { queuedUnlocks, UserCard, type UserActions } from './user-card.tsx'
import { UsersTable } from './users-table.tsx'
import { type Kind, UsersToolbar, type View } from './users-toolbar.tsx'
import surface from '../../ui/surface.module.css'
import styles from './users.module.css'

/** The users shown by each chip of the toolbar. */
const kinds: Record<Kind, (user: AgencyUser) => boolean> = {
  all: () => true,
  locked: ({ status }) => status === lockedOut,
  temporary: ({ expiresOn }) => expiresOn !== null,
}

/** Starts the reads that the tab shows first. */
export function load(agencyId: number): void {
  void beginRead(agencyUsers.users, { agencyId })
}

/** Users: the list, unlocking, logs, and temporary users. */
export function Tab({ agency: { agencyId } }: AgencyTabProps) {
  const query = useQuery(callQuery(agencyUsers.users, { agencyId }))
  const search = useSearch({ from: '/agency-detail/$id' })
  const asked = search.initials ?? ''
  const go = useNavigate()
  const setCreating = (open: boolean) =>
    void go({ to: '.', search: withCreating(search, open), replace: true, resetScroll: false })
  const now = useNow()
  const warning = whyNotUnlock(usePermissions())
  return (
    <div className={surface.tab}>
      <PermissionNotice text={warning} />
      <Users
        key={asked}
        agencyId={agencyId}
        asked={asked}
        query={query}
        now={now}
        onCreate={() => setCreating(true)}
      />
      {/* Shown once the length of the list above is known, so that nothing moves. */}
      <div className={styles.below} hidden={query.isPending && !wasUnread(query)}>
        <LiveUsers agencyId={agencyId} now={now} />
        <CreationLog agencyId={agencyId} />
        <ReportNotes agencyId={agencyId} reports={['users', 'signins', 'config']} />
      </div>
      {isCreating(search) && query.data !== undefined && (
        <CreateDialog
          agencyId={agencyId}
          usernames={query.data.map(({ username }) => username)}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  )
}

/** The part that an online agency has too: active temporary users, created on the 6.x path or before it moved. */
export function OnlinePart({ agency: { agencyId } }: AgencyTabProps) {
  return <LiveUsers agencyId={agencyId} now={useNow()} />
}

interface UsersProps {
  agencyId: number
  /** Initials from the address. */
  asked: string
  query: UseQueryResult<AgencyUser[]>
  now: string
  onCreate: () => void
}

const toUsername = ({ username }: AgencyUser): string => username

/** The actions on each user of the list; `forget` clears who was just unlocked. */
function useActions(
  agencyId: number,
  now: string,
  users: readonly AgencyUser[] | undefined,
  open: (asked: { username: string; view: SettingsView }) => void,
): { actions: UserActions; forget: () => void } {
  const { unlock, busy, unlocked, forget } = useUnlock(agencyId)
  const { whyQueued } = useOpenCommands(agencyId)
  const whyNot = whyNotUnlock(usePermissions())
  const actions: UserActions = {
    now,
    whyNotUnlock: whyNot,
    unlocking: busy,
    unlock: (user) => void unlock(user),
    wasUnlocked: ({ username }) => unlocked.has(username),
    whyQueued: ({ username }) => whyQueued('unlockUser', username),
    openSettings: ({ username }, view) => open({ username, view }),
  }
  const queued = queuedUnlocks(users, actions)
  // All wait for the same software; that they are unlocked has been said by the message.
  useAnnounced((queued[0] && actions.whyQueued(queued[0])) ?? '', queued.map(toUsername).join(' '))
  return { actions, forget }
}

/** The list with its filter, as cards or as a table. */
function Users({ agencyId, asked, query, now, onCreate }: UsersProps) {
  const { data: users, isFetching: loading } = query
  const error = query.error && agencyUserMessages.loadFailed
  const [filter, setFilter] = useState(asked)
  const [kind, setKind] = useState<Kind>('all')
  const [view, setView] = useState<View>('cards')
  const [open, setOpen] = useState<{ username: string; view: SettingsView } | null>(null)
  const sorted = useMemo(() => users && listedUsers(users), [users])
  const { listed, renew } = useStableOrder(sorted, toUsername)
  const shown = useMemo(
    () => listed?.filter((user) => initialsMatch(user.username, filter) && kinds[kind](user)),
    [listed, filter, kind],
  )
  const section = useRef<HTMLElement>(null)
  const enterFirst = useWhenReady(users !== undefined, () =>
    section.current?.querySelector<HTMLElement>('[data-user] button:enabled')?.focus(),
  )
  const opened = users?.find(({ username }) => username === open?.username)
  const { actions, forget } = useActions(agencyId, now, users, setOpen)
  const reload = () => void query.refetch().then(forget).then(renew)
  const empty = listed?.length === 0 ? agencyUserMessages.noUsers : agencyUserMessages.noMatch
  return (
    <section ref={section} className={styles.section} aria-labelledby="agency-users">
      <h2 id="agency-users">Agency Users</h2>
      <UsersToolbar
        filter={{ text: filter, set: setFilter, enter: enterFirst }}
        kind={{ chosen: kind, set: setKind }}
        view={{ chosen: view, set: setView }}
        counts={listed && countKinds(listed)}
        loading={loading}
        onReload={reload}
        onCreate={onCreate}
      />
      {view === 'table' ? (
        <UsersTable users={shown} empty={empty} actions={actions} query={query} onRetry={reload} />
      ) : (
        <CardState
          what="users"
          {...cardQuery(query, error)}
          onRetry={reload}
          empty={shown?.length === 0 ? empty : null}
        >
          <ul className={styles.cards} aria-label="Agency Users">
            {shown?.map((user) => (
              <UserCard key={user.username} user={user} actions={actions} />
            ))}
          </ul>
        </CardState>
      )}
      {view === 'cards' && shown !== undefined && error !== null && (
        <OutOfDate text={error} busy={loading} onRetry={reload} />
      )}
      {open !== null && opened !== undefined && (
        <SettingsDialog agencyId={agencyId} user={opened} first={open.view} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

function countKinds(users: readonly AgencyUser[]): Record<Kind, number> {
  return {
    all: users.length,
    locked: users.filter(kinds.locked).length,
    temporary: users.filter(kinds.temporary).length,
  }
}
