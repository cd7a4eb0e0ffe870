import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PageHeader } from '../../components/page-header.tsx'
import { callQuery } from '../../lib/query.ts'
import { sessionMessages } from './messages.ts'
import styles from './update-password.module.css'
import { UpdatePasswordForm } from './update-password-form.tsx'

/** A new password of one's own; afterwards Back does not lead here again. */
export function Page() {
  const navigate = useNavigate()
  const { data } = useQuery(callQuery(secondFactor.status, {}))
  const hasFactor = data?.totp === true || (data?.passkeys ?? []).length > 0
  return (
    <>
      <PageHeader title={sessionMessages.updatePasswordTitle} />
      <section className={styles.card} aria-label={sessionMessages.updatePasswordTitle}>
        <UpdatePasswordForm
          secondFactor={hasFactor}
          onUpdated={() => void navigate({ to: '/', replace: true })}
        />
      </section>
    </>
  )
}
