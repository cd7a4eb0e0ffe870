import { health } from '@agency-support/contract/modules/health'
import { useQuery } from '@tanstack/react-query'
import { TimeAgo } from '../../components/time-ago.tsx'
import { callQuery } from '../../lib/query.ts'
import styles from './files.module.css'

/** When the agency's software reported its errors; reserves its line, so that nothing moves when the answer arrives. */
export function ErrorsTold({ agencyId }: { agencyId: number }) {
  const { data } = useQuery(callQuery(health.agency, { agencyId }))
  return (
    <p className={styles.told}>
      {data && data.syncErrorsAt !== null && (
        <>
          Reported by the agency’s software <TimeAgo at={data.syncErrorsAt} />
        </>
      )}
      {data?.syncErrorsAt === null && data.syncErrors === 0 && 'Never reported by the agency’s software'}
      {data?.syncErrorsAt === null &&
        data.syncErrors > 0 &&
        'When the agency’s software reported them is not known'}
    </p>
  )
}
