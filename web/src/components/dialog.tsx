import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-props.ts'

const loadModal = () => import('./dialog-modal.tsx')
const DialogModal = lazy(async () => ({ default: (await loadModal()).DialogModal }))

/** Fetches the dialog's code ahead of its first use, once the page has nothing better to do. */
export function prefetchDialogs(): void {
  const load = () => void loadModal().catch(() => undefined)
  if ('requestIdleCallback' in window) window.requestIdleCallback(load)
  else setTimeout(load, 2000)
}

/** A dialog of one of the three classes; all of the console's dialogs are this one. */
export function Dialog(props: DialogProps) {
  if (!props.opened) return null
  return (
    <Suspense fallback={null}>
      <DialogModal {...props} />
    </Suspense>
  )
}
