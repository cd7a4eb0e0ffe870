import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { CopyButton } from '../../components/copy-button.tsx'
import { Change } from './change.tsx'
import styles from './journal-page.module.css'

const actorKinds: Readonly<Record<JournalEntry['actorKind'], string>> = {
  staff: 'Staff member',
  agency: 'Agency software',
  provider: 'Provider',
  system: 'System',
}

/** A whole entry: before → after, and the ids by which the server log is searched. */
export function EntryDetail({ entry }: { entry: JournalEntry }) {
  return (
    <div className={styles.detail}>
      <Change entry={entry} />
      <dl className={styles.facts}>
        <div>
          <dt>Entry</dt>
          <dd>{entry.id}</dd>
        </div>
        <div>
          <dt>Acted as</dt>
          <dd>{actorKinds[entry.actorKind]}</dd>
        </div>
        {entry.sessionId !== null && (
          <div>
            <dt>Session</dt>
            <dd>{entry.sessionId}</dd>
          </div>
        )}
        {entry.requestId !== null && (
          <div>
            <dt>Request</dt>
            <dd>
              <code>{entry.requestId}</code> <CopyButton text={entry.requestId} what="request id" />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
