import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Banner } from '../ui/banner.tsx'
import { ReasonLine } from './reason-line.tsx'
import styles from './permission-notice.module.css'

export interface PermissionNoticeProps {
  id?: string | undefined
  /** The specification demands a red notice. */
  red?: boolean
  /** Which permission is missing and whom to ask; undefined if none is. */
  text: string | undefined
}

/**
 * The notice of a missing permission. One that is taken away while the screen is open is said at the window's lower
 * edge, and the place of one that is given stays, so that nothing moves.
 */
export function PermissionNotice({ id, red = false, text }: PermissionNoticeProps) {
  const [atFirst] = useState(text)
  if (atFirst !== undefined)
    return (
      <div className={text === undefined ? styles.room : undefined}>
        <ReasonLine id={id} red={red} role="status">
          {text ?? atFirst}
        </ReasonLine>
      </div>
    )
  return (
    text !== undefined &&
    createPortal(
      <Banner kind="warn">
        <span id={id}>{text}</span>
      </Banner>,
      document.getElementById('banners') ?? document.body,
    )
  )
}
