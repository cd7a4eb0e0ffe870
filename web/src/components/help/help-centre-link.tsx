import { ExternalLink } from 'lucide-react'
import { useClientConfig } from '../../lib/environment.ts'
import styles from './help-centre-link.module.css'

/** A link to the help centre, if there is one. */
export function HelpCentreLink() {
  const address = useClientConfig()?.helpCentreUrl ?? ''
  if (address === '') return null
  return (
    <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
      More in the help centre
      <ExternalLink aria-hidden="true" />
      <span className="sr-only">, opens a new tab</span>
    </a>
  )
}
