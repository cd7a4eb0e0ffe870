import { ExternalLink } from 'lucide-react'
import styles from './new-tab-link.module.css'

/** A link that opens a new tab, which its icon shows and its name says. */
export function NewTabLink({ address, children }: { address: string; children: string }) {
  return (
    <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalLink aria-hidden="true" />
      <span className="sr-only">, opens a new tab</span>
    </a>
  )
}
