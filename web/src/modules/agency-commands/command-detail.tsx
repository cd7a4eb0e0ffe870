import type { ProducedFile, QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { ControlLink } from '../../components/control-link.tsx'
import { Link } from '../../components/link.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { agencyFilePaths, firstDownload } from '../agency-files/paths.ts'
import { Fact } from '../../ui/fact.tsx'
import surface from '../../ui/surface.module.css'
import styles from './command-tab.module.css'
import { argumentText } from './queue-table.tsx'

const format = 'MM/DD/YYYY HH:mm:ss'

/** The output scrolls in its own box, which must be reachable by keyboard. */
const reachable = { role: 'region', tabIndex: 0, 'aria-label': 'Output' }

/** How a command went: who and when, the end of its output, and the files it produced. */
export function CommandDetail({ agencyId, command }: { agencyId: number; command: QueuedCommand }) {
  const { output, files } = command
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        {/* The table cuts a long one off. */}
        {command.argument !== '' && <Fact term="Arguments">{argumentText(command)}</Fact>}
        <Fact term="Queued by">{command.issuedBy}</Fact>
        <Fact term="Collected">
          <LocalTime at={command.deliveredAt} format={format} />
        </Fact>
        <Fact term="Started">
          <LocalTime at={command.begunAt} format={format} />
        </Fact>
        <Fact term="Ended">
          <LocalTime at={command.finishedAt} format={format} />
        </Fact>
        <Fact term="Attempt">{command.attempt}</Fact>
      </dl>
      {files.length > 0 && (
        <div>
          <h3>Files</h3>
          <ul className={styles.files}>
            {files.map((file) => (
              <li key={`${file.kind} ${file.location} ${file.clientId} ${file.name}`}>
                <FileLink agencyId={agencyId} file={file} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h3>Output</h3>
        {output === '' ? (
          <p className={surface.note}>Nothing written yet.</p>
        ) : (
          <pre className={styles.output} {...reachable}>
            {output}
          </pre>
        )}
      </div>
    </div>
  )
}

/** A log opens in the viewer, a client file in the lookup, an agency file where it can be downloaded. */
function FileLink({ agencyId, file: { kind, name, clientId } }: { agencyId: number; file: ProducedFile }) {
  if (kind === 'client')
    return (
      <ControlLink href={agencyFilePaths.lookUp(agencyId, clientId)} focus={firstDownload(clientId)}>
        {name}
      </ControlLink>
    )
  const href = kind === 'log' ? agencyFilePaths.log(agencyId, name) : agencyFilePaths.downloads(agencyId)
  return <Link href={href}>{name}</Link>
}
