import { type PermissionId, permissionName } from '@agency-support/contract/permissions'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../components/text/copy-button.tsx'
import { Link } from '../../components/link.tsx'
import { useArrival } from '../../components/keyboard/use-arrival.ts'
import { takePlace } from '../../lib/drafts.ts'
import { usePermissions, useProfile } from '../../lib/profile.ts'
import { type Refused, refused } from '../../lib/requests/refused.ts'
import styles from './unauthorized.module.css'

/** Shown when a permission is missing, for a screen or for an action. */
export function Page() {
  const heading = useArrival('Unauthorized')
  const [what] = useState(refused.take)
  const [place] = useState(() => (what?.kind === 'act' ? takePlace() : null))
  return (
    <section className={styles.notice}>
      <TriangleAlert className={styles.sign} role="img" aria-label="Warning" />
      <h1 ref={heading} tabIndex={-1}>
        Unauthorized
      </h1>
      {what === null && <p>You do not have permission for that page. Your manager can grant it.</p>}
      {what?.kind === 'act' && <p>{what.message}</p>}
      {what?.kind === 'screen' && <MissingForScreen {...what} />}
      {place !== null && (
        <p>
          <Link href={place.href}>Return to {place.title}</Link>
        </p>
      )}
      <p>
        <Link href="/">Go to Agencies</Link>
      </p>
      {what?.kind === 'screen' && <OpenWhenGiven {...what} />}
    </section>
  )
}

type RefusedScreen = Extract<Refused, { kind: 'screen' }>

/** Those of the permissions that the person does not have now: they may be given while the screen waits. */
function useMissing(needs: readonly PermissionId[]): readonly PermissionId[] {
  const held = usePermissions()
  return needs.filter((id) => !held.includes(id))
}

function MissingForScreen({ title, needs }: RefusedScreen) {
  const profile = useProfile()
  const missing = useMissing(needs)
  const isGiven = missing.length === 0
  const names = (isGiven ? needs : missing).map((id) => permissionName(id) ?? String(id)).join(' and ')
  const details = `${profile?.hsUserName ?? 'Somebody'} needs ${names} to open ${title} in Agency Support.`
  return (
    <>
      <p role="status">
        {title} needs <strong>{names}</strong>,{' '}
        {isGiven
          ? 'which you did not have before. You have it now.'
          : 'which you do not have. Ask your manager for it.'}
      </p>
      <Button onClick={() => void copyText(details)}>Copy details</Button>
    </>
  )
}

/** Below everything else, because nothing may move when the permission is given. */
function OpenWhenGiven({ title, needs, href }: RefusedScreen) {
  return (
    useMissing(needs).length === 0 && (
      <p>
        <Link href={href}>Open {title}</Link>
      </p>
    )
  )
}
