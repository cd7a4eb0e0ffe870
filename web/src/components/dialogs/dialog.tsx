import { lazyComponent } from '../../lib/lazy.tsx'
import { prefetchWhenIdle } from '../../lib/prefetch.ts'
import '../../ui/focused.ts'
import type { DialogProps } from './dialog-props.ts'
import { notify } from '../messages/notify.ts'

const modal = lazyComponent(async () => (await import('./dialog-modal.tsx')).DialogModal)

export const dialogNotLoaded = 'The dialog could not be loaded. Try again.'

/** Prefetches the dialog's code. */
export const prefetchDialogs = (): void => prefetchWhenIdle(modal.fetch)

/** A dialog of one of the three kinds, open while mounted; the console has no other. */
export function Dialog(props: DialogProps) {
  function fail() {
    props.onClose()
    notify.error(dialogNotLoaded)
  }
  return <modal.Part {...props} onFailed={fail} />
}
