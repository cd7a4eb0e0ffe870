import { useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../components/page-header.tsx'
import styles from './activity.module.css'
import { FigureCards } from './figure-cards.tsx'
import { FigureRows } from './figure-rows.tsx'
import { activityPaths } from './paths.ts'
import { RecentAdditions } from './recent-additions.tsx'

/** The product activity dashboard: whether today is a usual day, and the latest additions. */
export function Page() {
  const { cat, since } = useSearch({ from: activityPaths.totals })
  const shown = cat && since ? { cat, since } : null
  return (
    <>
      <PageHeader title="Product Activity" />
      <div className={styles.page}>
        <FigureCards shown={shown} />
        {shown && <FigureRows key={`${shown.cat} ${shown.since}`} {...shown} />}
        <RecentAdditions />
      </div>
    </>
  )
}
