import { lazy, Suspense } from 'react'
import { loadWhenIdle } from '../lib/when-idle.ts'
import type { DialogProps } from './dialog-props.ts'

const loadModal = () => import('./dialog-modal.tsx')
const DialogModal = lazy(async () => ({ default: (await loadModal()).DialogModal }))

/** Fetches the dialog's code ahead of its first use. */
export const prefetchDialogs = (): void => loadWhenIdle(loadModal)

/** A dialog of one of the three classes; all of the console's dialogs are this one. */
export function Dialog(props: DialogProps) {
  if (!props.opened) return null
  return (
    <Suspense fallback={null}>
      <DialogModal {...props} />
    </Suspense>
  )
}
