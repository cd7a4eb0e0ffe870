import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigateTo } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { callQuery } from '../../lib/query.ts'
import { profileStore } from '../../lib/profile.ts'
import { sessionMessages } from './messages.ts'
import { sessionPaths } from './paths.ts'
import styles from './update-password.module.css'
import { UpdatePasswordForm } from './update-password-form.tsx'
import { useEnter } from './use-enter.ts'

/** A new password of one's own; afterwards Back does not lead here again. */
export function Page() {
  const navigate = useNavigateTo()
  const enter = useEnter()
  // Once it is changed nothing more is required, and the form must not change under what is then shown.
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
