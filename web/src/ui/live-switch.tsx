import { Switch } from '@base-ui/react/switch'
import { Check, Lock } from 'lucide-react'
import { useId } from 'react'
import styles from './live-switch.module.css'
import { Spinner } from './spinner.tsx'

export interface LiveSwitchProps {
  /** Name, shown next to it. */
  label: string
  on: boolean
  /** Called on a press; `on` is shown until the change is saved. */
  onCommit: (on: boolean) => void
  /** The change is being saved or queued. */
  busy?: boolean
  /** It is disabled for this reason; still focusable, so that the reason can be read. */
  disabledReason?: string | undefined
  /** What it stands for, as a tooltip and for screen readers. */
  tip?: string
}

/** A switch that saves immediately and flips only after success. */
export function LiveSwitch({ label, on, onCommit, busy = false, disabledReason, tip = '' }: LiveSwitchProps) {
  const id = useId()
  const words = [tip, disabledReason ?? ''].filter((text) => text !== '').join(' ')
  return (
    <>
      <Switch.Root
        className={styles.switch}
        checked={on}
        aria-busy={busy || undefined}
        aria-disabled={disabledReason !== undefined || undefined}
        aria-describedby={words === '' ? undefined : id}
        data-tip={words === '' ? undefined : words}
        onCheckedChange={(next) => {
          if (!busy && disabledReason === undefined) onCommit(next)
        }}
      >
        <span className={styles.track} aria-hidden="true">
          <Switch.Thumb className={styles.knob}>{busy ? <Spinner /> : on && <Check />}</Switch.Thumb>
        </span>
        <span className={styles.label}>{label}</span>
        {disabledReason !== undefined && <Lock className={styles.lock} aria-hidden="true" />}
      </Switch.Root>
      {words !== '' && (
        <span id={id} className="sr-only">
          {words}
        </span>
      )}
    </>
  )
}
