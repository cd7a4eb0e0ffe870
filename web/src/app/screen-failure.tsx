import { useArrival } from '../components/keyboard/use-arrival.ts'
import { Button } from '../ui/button.tsx'
import styles from './screen-failure.module.css'

/** In the place of a screen that cannot be shown, for example because its code cannot be loaded; bar and menu stay. */
export function ScreenFailure({ reset }: { reset: () => void }) {
  const title = 'Something went wrong'
  const heading = useArrival(title)
  return (
    <>
      {/* Not PageHeader, whose help would come with the sign-in screen. */}
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={styles.failure}>
        <p>This screen could not be shown.</p>
        <Button onClick={reset}>Try again</Button>
      </div>
    </>
  )
}
