import { Download } from 'lucide-react'
import styles from './export-link.module.css'

/** Exports what the server makes: the browser itself downloads, and the server streams the file as it is taken. */
export function ExportLink({ href }: { href: string }) {
  return (
    <a className={styles.export} href={href} download>
      <Download aria-hidden="true" />
      Export
    </a>
  )
}
