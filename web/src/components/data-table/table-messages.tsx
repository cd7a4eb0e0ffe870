import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { RequestId } from '../loading/request-id.tsx'
import { useAnnounced } from '../messages/announce.tsx'
import styles from './messages.module.css'

/** One full-width cell: nothing found, nothing loaded. */
function Whole({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tbody>
      <tr className={styles.message}>
        <td colSpan={span}>
          <div className={styles.messageBox}>{children}</div>
        </td>
      </tr>
    </tbody>
  )
}

/** The specified text of an empty table, and one next step. */
export function EmptyBody({ span, text, next }: { span: number; text: ReactNode; next?: ReactNode }) {
  return (
    <Whole span={span}>
      <p>{text}</p>
      {next}
    </Whole>
  )
}

interface FailedProps {
  text: string
  /** Id of the request, if the server answered. */
  requestId: string | null
  onRetry: () => void
}

interface FailedBodyProps extends FailedProps {
  span: number
  /** It is being tried again. */
  retrying: boolean
}

/** A failed load while there are no rows. */
export function ErrorBody({ span, text, requestId, onRetry, retrying }: FailedBodyProps) {
  return (
    <Whole span={span}>
      <Problem>{text}</Problem>
      <RequestId id={requestId} />
      <Button busy={retrying} onClick={onRetry}>
        Try again
      </Button>
    </Whole>
  )
}

/** A failed load while older rows stay: below them and visible at the lower edge, so that no row moves. */
export function ErrorBanner({ text, requestId, onRetry }: FailedProps) {
  return (
    <div className={styles.banner}>
      {/* Most specified sentences have no full stop. */}
      <Problem>{`${text.replace(/\.$/, '')}. The rows may be out of date.`}</Problem>
      <RequestId id={requestId} />
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

/** Says that there are more rows than the table shows; it comes with the rows, so that it stands below them. */
export function CutNote({ cut }: { cut: string | null }) {
  useAnnounced(cut ?? '')
  return (
    cut !== null && (
      <p className={styles.cut}>
        <Info aria-hidden="true" />
        {cut}
      </p>
    )
  )
}

/** Grey bars instead of rows, shown after 150 ms; the toolbar says that they are loading. */
export function SkeletonBody({ rows, lead, span }: { rows: number; lead: number; span: number }) {
  return (
    <tbody className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row}>
          {Array.from({ length: span }, (__, cell) => (
            <td key={cell}>
              {cell >= lead && <span className={styles.bone} data-width={(row + cell * 2) % 3} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
