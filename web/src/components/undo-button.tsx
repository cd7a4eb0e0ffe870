import { useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from '../ui/button.tsx'

/** The control whose change is taken back: the combobox that stands nearest. */
function changedBy(button: HTMLElement): HTMLElement | null {
  for (let around = button.parentElement; around !== null; around = around.parentElement) {
    const control = around.querySelector<HTMLElement>('[role="combobox"]')
    if (control !== null) return control
  }
  return null
}

/** Takes the last change of a control back. It goes once that is done, and the focus goes to the control. */
export function UndoButton(props: Omit<ButtonProps, 'variant' | 'ref'>) {
  const self = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = self.current
    return () => {
      // Still in the page: what a component leaves behind is taken out after this.
      if (button !== null && document.activeElement === button) changedBy(button)?.focus()
    }
  }, [])
  return <Button {...props} ref={self} variant="quiet" />
}
