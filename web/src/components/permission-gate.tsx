import { type PermissionId, permissionName } from '@agency-support/contract/permissions'
import { createContext, type ReactNode, use, useId } from 'react'
import { GateNotice } from '../ui/gate-context.ts'
import styles from './permission-gate.module.css'
import { PermissionNotice } from './permission-notice.tsx'

/** Permission numbers of the signed-in person; set by the app. */
export const HeldPermissions = createContext<readonly number[]>([])

/** Why a control is disabled: the missing permissions; undefined if the person has them all. */
export function useMissingReason(needs: readonly PermissionId[]): string | undefined {
  const held = use(HeldPermissions)
  const missing = needs.filter((id) => !held.includes(id))
  if (missing.length === 0) return undefined
  const names = missing.map((id) => permissionName(id) ?? String(id))
  return `Needs the ${names.join(' and ')} permission.`
}

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
