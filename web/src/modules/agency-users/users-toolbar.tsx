import { maxFilterLength } from '@agency-support/contract/rules/agency-users'
import { LayoutGrid, Table2, UserPlus } from 'lucide-react'
import { notifyAgency } from '../../components/messages/notify.ts'
import { useNewKey } from '../../components/keyboard/use-new-key.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { agencyUserMessages } from './messages.ts'
import { ReloadButton } from './reload-button.tsx'
import styles from './users.module.css'

/** Which users are shown. */
export type Kind = 'all' | 'locked' | 'temporary'
/** How they are shown. */
export type View = 'cards' | 'table'

const kindLabels: Record<Kind, string> = { all: 'All', locked: 'Locked Out', temporary: 'Temporary' }

export interface UsersToolbarProps {
  /** `enter` moves from the field to the first matching user. */
  filter: { text: string; set: (text: string) => void; enter: () => void }
  kind: { chosen: Kind; set: (kind: Kind) => void }
  view: { chosen: View; set: (view: View) => void }
  /** Users per kind; undefined until loaded. */
  counts: Record<Kind, number> | undefined
  loading: boolean
  onReload: () => void
  onCreate: () => void
}

/** Filter and buttons above the users. */
export function UsersToolbar(props: UsersToolbarProps) {
  const { filter, kind, view, counts, loading, onReload, onCreate } = props
  const other: View = view.chosen === 'cards' ? 'table' : 'cards'
  const unread = loading ? agencyUserMessages.stillLoading : agencyUserMessages.notLoaded
  const whyNot = counts === undefined ? unread : undefined
  useNewKey('New temporary user', onCreate, whyNot, notifyAgency.error)
  return (
    <div className={styles.toolbar}>
      <div id="agency-users-filter" className={styles.filter}>
        <TextField
          name="initials"
          label="Initials"
          value={filter.text}
          maxLength={maxFilterLength}
          spellCheck={false}
          autoFocus
          onChange={(text) => filter.set(text.slice(0, maxFilterLength).toUpperCase())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Otherwise the key would press the button that gets focus.
            event.preventDefault()
            filter.enter()
          }}
        />
      </div>
      <div className={styles.kinds} role="group" aria-label="Show">
        {(Object.keys(kindLabels) as Kind[]).map((one) => (
          <button
            key={one}
            type="button"
            className={styles.kind}
            aria-pressed={one === kind.chosen}
            onClick={() => kind.set(one)}
          >
            {kindLabels[one]} <span className={styles.count}>{counts && formatNumber(counts[one])}</span>
          </button>
        ))}
      </div>
      <div className={styles.end}>
        <IconButton
          label={`Show as ${other}`}
          icon={other === 'table' ? <Table2 aria-hidden="true" /> : <LayoutGrid aria-hidden="true" />}
          onClick={() => view.set(other)}
        />
        <ReloadButton busy={loading} onClick={onReload} />
        <Button
          id="create-temporary-user"
          variant="primary"
          icon={<UserPlus aria-hidden="true" />}
          disabledReason={whyNot}
          quietReason
          onClick={onCreate}
        >
          Create Temporary User
        </Button>
      </div>
    </div>
  )
}
