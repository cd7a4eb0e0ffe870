import { useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'

/** The control whose change is undone: the nearest select or switch. */
function changedBy(button: HTMLElement): HTMLElement | null {
  for (let around = button.parentElement; around !== null; around = around.parentElement) {
    const control = around.querySelector<HTMLElement>('[role="combobox"], [role="switch"]')
    if (control !== null) return control
  }
  return null
}

/** Undoes the last change of a control. It disappears afterwards, and the control gets the focus. */
export function UndoButton(props: Omit<ButtonProps, 'variant' | 'ref'>) {
  const self = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = self.current
    return () => {
      // At cleanup the button is still in the page; it is removed afterwards.
      if (button !== null && document.activeElement === button) changedBy(button)?.focus()
    }
  }, [])
  return <Button {...props} ref={self} variant="quiet" />
}
