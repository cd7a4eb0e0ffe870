import type { FolderCompliance as Folder } from '@agency-support/contract/modules/agencies'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import { StatusChip, type StatusChipProps } from '../../ui/status-chip.tsx'
import styles from './config-tab.module.css'

const fine: StatusChipProps = { role: 'ok', icon: CircleCheck, label: 'Compliant' }
const wrong: StatusChipProps = { role: 'bad', icon: OctagonAlert, label: 'Not compliant' }

/** Which folders in the agency's storage are as they must be; what is wrong stands first. */
export function FolderCompliance({ folders }: { folders: readonly Folder[] }) {
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
