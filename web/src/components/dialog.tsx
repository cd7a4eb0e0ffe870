import { lateComponent } from '../lib/late.tsx'
import { loadWhenIdle } from '../lib/when-idle.ts'
import '../ui/focused.ts'
import type { DialogProps } from './dialog-props.ts'

const modal = lateComponent(async () => (await import('./dialog-modal.tsx')).DialogModal)

/** Fetches the dialog's code ahead of its first use. */
export const prefetchDialogs = (): void => loadWhenIdle(modal.fetch)

/** A dialog of one of the three classes; all of the console's dialogs are this one. */
export function Dialog(props: DialogProps) {
  return props.opened && <modal.Part {...props} />
}
