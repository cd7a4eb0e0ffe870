import { padAgencyId } from '@agency-support/contract/ids'
import type { ReactNode } from 'react'
import styles from './agency-id.module.css'
import copied from './copied-text.module.css'
import { CopyButton } from './copy-button.tsx'

export interface AgencyIdProps {
  agencyId: number
  /** Wraps the digits, for example in a row's link; the copy button stays outside the link. */
  link?: (content: ReactNode) => ReactNode
}

/** An agency id: 8 digits with a copy button; Alt-click copies it without leading zeros. */
export function AgencyId({ agencyId, link = (content) => content }: AgencyIdProps) {
  const shown = padAgencyId(agencyId)
  return (
    <span className={`${copied.copied} ${styles.id}`} data-copy>
      {link(<span className={styles.digits}>{shown}</span>)}
      <CopyButton
        text={shown}
        altText={String(agencyId)}
        what={`agency id ${shown}`}
        className={styles.copy}
      />
    </span>
  )
}
