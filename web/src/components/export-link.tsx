import { Download } from 'lucide-react'
import styles from './export-link.module.css'

/** A server-side export: the browser downloads it itself, and the server streams the file. */
export function ExportLink({ href }: { href: string }) {
  return (
    <a className={styles.export} href={href} download>
      <Download aria-hidden="true" />
      Export
    </a>
  )
}
