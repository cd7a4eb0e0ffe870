import { type PermissionId, permissionName } from '@agency-support/contract/permissions'
import { createContext, type ReactNode, use, useId } from 'react'
import { GateNotice } from '../ui/gate-context.ts'
import styles from './permission-gate.module.css'
import { ReasonLine } from './reason-line.tsx'

/** Permission numbers of the person who is signed in; given by the app. */
export const HeldPermissions = createContext<readonly number[]>([])

/** Why a control cannot be used without these permissions; null when the person has them all. */
export function useMissingReason(needs: readonly PermissionId[]): string | null {
  const held = use(HeldPermissions)
  const missing = needs.filter((id) => !held.includes(id))
  if (missing.length === 0) return null
  const names = missing.map((id) => permissionName(id) ?? String(id))
  return `Needs the ${names.join(' and ')} permission.`
}

export interface PermissionGateProps {
  needs: readonly PermissionId[]
  /** The documents' own notice, where there is one; the permission's name is added. */
  notice?: string
  /** The documents want the notice red. */
  red?: boolean
  children: ReactNode
}

/** Controls that need a right: without it they are disabled and a notice says what to ask for. */
export function PermissionGate({ needs, notice, red = false, children }: PermissionGateProps) {
  const reason = useMissingReason(needs)
  const id = useId()
  if (reason === null) return children
  return (
    <div className={styles.gate}>
      <ReasonLine id={id} red={red}>
        {notice ?? 'Please contact your manager for assistance.'} {reason}
      </ReasonLine>
      <fieldset disabled className={styles.fields}>
        <GateNotice value={id}>{children}</GateNotice>
      </fieldset>
    </div>
  )
}
