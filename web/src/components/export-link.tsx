import { Download } from 'lucide-react'
import button from '../ui/button.module.css'

/** A server-side export: the browser downloads it itself, and the server streams the file. */
export function ExportLink({ href }: { href: string }) {
  return (
    <a className={button.button} href={href} download>
      <span className={button.content}>
        <Download aria-hidden="true" />
        Export
      </span>
    </a>
  )
}
