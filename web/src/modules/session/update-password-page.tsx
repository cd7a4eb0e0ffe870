import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigateTo } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { callQuery } from '../../lib/requests/query.ts'
import { profileStore } from '../../lib/profile.ts'
import { sessionMessages } from './messages.ts'
import { sessionPaths } from './paths.ts'
import styles from './update-password.module.css'
import { UpdatePasswordForm } from './update-password-form.tsx'
import { useEnter } from './use-enter.ts'

/** Changes one's own password; afterwards Back does not return here. */
export function Page() {
  const navigate = useNavigateTo()
  const enter = useEnter()
  // Kept from the first render: after the change it is no longer required, and the form must not change then.
  const [required] = useState(profileStore.get()?.passwordChangeRequired === true)
  const { data } = useQuery({ ...callQuery(secondFactor.status, {}), enabled: !required })
  const hasFactor = data?.totp === true || (data?.passkeys ?? []).length > 0
  return (
    <>
      <PageHeader title={sessionMessages.updatePasswordTitle} />
      <section className={styles.card} aria-label={sessionMessages.updatePasswordTitle}>
        <UpdatePasswordForm
          secondFactor={hasFactor}
          onUpdated={enter}
          {...(required ? { onLogout: () => navigate(sessionPaths.signIn) } : {})}
        />
      </section>
    </>
  )
}
