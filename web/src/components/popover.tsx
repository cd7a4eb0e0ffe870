import { cloneElement } from 'react'
import { late } from '../lib/late.tsx'
import type { PopoverProps } from '../ui/popover.tsx'
import { useLatePopup } from './late-popup.ts'

const popover = late(async () => (await import('../ui/popover.tsx')).Popover)

/** A box that a button opens beside itself; focus stays on the button, and Tab goes into the box. */
export function Popover(props: Omit<PopoverProps, 'start'>) {
  const { taken, hold } = useLatePopup(popover)
  if (taken !== undefined) return <taken.code {...props} start={taken.start} />
  return cloneElement(props.trigger, { 'aria-haspopup': 'dialog', ...hold })
}
