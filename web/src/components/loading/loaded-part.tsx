import { type ReactNode, useState } from 'react'
import type { LazyComponent } from '../../lib/lazy.tsx'
import { CardState } from './card-state.tsx'
import styles from './loaded-part.module.css'

interface LoadedPartProps<Props extends object> {
  of: LazyComponent<Props>
  props: Props
  /** Shown until the code is loaded. */
  waiting?: ReactNode
  /** Sentence for code that cannot be loaded. */
  failed: string
  /** Called once the component is mounted, or its failure is shown. */
  onSettled?: () => void
}

/** A component whose code is loaded lazily; if it cannot be, that is said in its place, where it can be tried again. */
export function LoadedPart<Props extends object>({
  of: { Part, fetch },
  props,
  waiting,
  failed,
  onSettled,
}: LoadedPartProps<Props>) {
  const [state, setState] = useState<'usable' | 'failed' | 'retrying'>('usable')
  function fail() {
    setState('failed')
    onSettled?.()
  }
  function retry() {
    setState('retrying')
    fetch().then(
      () => setState('usable'),
      () => setState('failed'),
    )
  }
  if (state === 'usable')
    return <Part {...props} waiting={waiting} onThere={() => onSettled?.()} onFailed={fail} />
  return (
    <div className={styles.failed}>
      <div className={styles.room} aria-hidden="true">
        {waiting}
      </div>
      <CardState
        what="it"
        loading={state === 'retrying'}
        error={state === 'failed' ? failed : null}
        onRetry={retry}
      >
        {null}
      </CardState>
    </div>
  )
}

/** A chart, which is read besides its table. */
export function LoadedChart<Props extends object>(given: Omit<LoadedPartProps<Props>, 'failed'>) {
  return <LoadedPart {...given} failed="The chart could not be loaded." />
}
