import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { Change } from './change.tsx'
import { Fact } from '../../ui/fact.tsx'
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
        <Fact term="Entry">{entry.id}</Fact>
        <Fact term="Acted as">{actorKinds[entry.actorKind]}</Fact>
        {entry.sessionId !== null && <Fact term="Session">{entry.sessionId}</Fact>}
        {entry.requestId !== null && (
          <Fact term="Request">
            <code>{entry.requestId}</code> <CopyButton text={entry.requestId} what="request id" />
          </Fact>
        )}
      </dl>
    </div>
  )
}
