import { staff } from '@agency-support/contract/modules/staff'
import { useQuery } from '@tanstack/react-query'
import { lazyCode, useLazyCode } from '../../lib/lazy.tsx'
import { mayUseConsole, useProfile } from '../../lib/profile.ts'
import { callQuery } from '../../lib/requests/query.ts'
import type { NoticesProps } from './notices-dialog.tsx'

// Rarely there is something to show.
const lazyNotices = lazyCode(async () => (await import('./notices-dialog.tsx')).Notices)

/** Shows what others did to the person's own account since the last time, until dismissed. */
export function AccountNotices() {
  const signedIn = mayUseConsole(useProfile())
  // Retried silently: nobody requested it, so a failure is not shown.
  const { data: notices = [] } = useQuery({ ...callQuery(staff.ownNotices, {}), enabled: signedIn, retry: 3 })
  const newest = notices[0]
  return signedIn && newest !== undefined ? <LazyNotices notices={notices} upTo={newest.noticeId} /> : null
}

function LazyNotices(props: NoticesProps) {
  const { code: Notices } = useLazyCode(lazyNotices)
  return Notices && <Notices {...props} />
}
