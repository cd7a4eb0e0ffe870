import type { PermissionId } from '@agency-support/contract/permissions'
import { type ReactNode, useId, useState } from 'react'
import { EdgeBanner } from '../ui/edge-banner.tsx'
import { GateNotice } from '../ui/gate-context.ts'
import { useMissingReason } from './missing-reason.ts'
import styles from './permission-gate.module.css'
import { ReasonLine } from './reason-line.tsx'

export interface PermissionGateProps {
  needs: readonly PermissionId[]
  /** The specified notice, if any; the permission's name is appended. */
  notice?: string | undefined
  /** The specification demands a red notice. */
  red?: boolean
  children: ReactNode
}

/** Controls that need a permission: without it they are disabled and a notice says which to ask for. */
export function PermissionGate({ needs, notice, red = false, children }: PermissionGateProps) {
  const reason = useMissingReason(needs)
  const id = useId()
  // The same elements with the right and without it: what is typed outlives a right that is taken away for a moment.
  return (
    <div className={styles.gate}>
      <PermissionNotice
        id={id}
        red={red}
        text={reason && `${notice ?? 'Please contact your manager for assistance.'} ${reason}`}
      />
      <fieldset disabled={reason !== undefined} className={styles.fields}>
        <GateNotice value={reason === undefined ? undefined : id}>{children}</GateNotice>
      </fieldset>
    </div>
  )
}

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
        <ReasonLine id={id} red={red} role={red ? 'alert' : 'status'}>
          {text ?? atFirst}
        </ReasonLine>
      </div>
    )
  return (
    text !== undefined && (
      <EdgeBanner kind={red ? 'bad' : 'warn'} data-print="hide">
        <span id={id}>{text}</span>
      </EdgeBanner>
    )
  )
}
