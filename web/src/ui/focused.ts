const inPopup = (element: Element): boolean => element.closest('[role="listbox"], [role="menu"]') !== null

let lastOutsidePopups: Element | null = null
// From the first moment on: a dialog, whose code comes late, asks for what had the focus before it was there.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !inPopup(target)) lastOutsidePopups = target
})

/**
 * What has the focus; null for nothing. Where that is within a list or a menu, what the list was opened from: one that
 * opens a dialog is closing by then, and its button has not got the focus back yet.
 */
export function findFocused(): Element | null {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || inPopup(activeElement)
    ? lastOutsidePopups
    : activeElement
}
