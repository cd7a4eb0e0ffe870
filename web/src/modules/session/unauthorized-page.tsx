import { type PermissionId, permissionName } from '@agency-support/contract/permissions'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../components/text/copy-button.tsx'
import { Link } from '../../components/link.tsx'
import { useArrival } from '../../components/keyboard/use-arrival.ts'
import { takePlace } from '../../lib/drafts.ts'
import { useProfile } from '../../lib/profile.ts'
import { refused } from '../../lib/requests/refused.ts'
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
    </section>
  )
}

function MissingForScreen({ title, needs }: { title: string; needs: readonly PermissionId[] }) {
  const profile = useProfile()
  const names = needs.map((id) => permissionName(id) ?? String(id)).join(' and ')
  const details = `${profile?.hsUserName ?? 'Somebody'} needs ${names} to open ${title} in Agency Support.`
  return (
    <>
      <p>
        {title} needs <strong>{names}</strong>, which you do not have. Ask your manager for it.
      </p>
      <Button onClick={() => void copyText(details)}>Copy details</Button>
    </>
  )
}
