import { TriangleAlert } from 'lucide-react'
import { Link } from '../../kit/link.tsx'
import { useArrival } from '../../kit/use-arrival.ts'
import styles from './unauthorized.module.css'

/** Where a person ends up whose right to a screen is missing. */
export function Page() {
  const heading = useArrival('Unauthorized')
  return (
    <section className={styles.notice}>
      <TriangleAlert className={styles.sign} role="img" aria-label="Warning" />
      <h1 ref={heading} tabIndex={-1}>
        Unauthorized
      </h1>
      <p>
        You do not have permission for that page. Your manager can grant it.{' '}
        <Link href="/">Go to Agencies</Link>
      </p>
    </section>
  )
}
