const inPopup = (element: Element): boolean => element.closest('[role="listbox"], [role="menu"]') !== null

let lastOutsidePopups: Element | null = null
// Registered at startup: a dialog, whose code is loaded late, asks for the focus from before it opened.
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !inPopup(target)) lastOutsidePopups = target
})

/**
 * The focused element, or null. If it is inside a list or menu, the element from before that opened: a list that
 * opens a dialog is closing by then, and its button does not have focus again yet.
 */
export function findFocused(): Element | null {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || inPopup(activeElement)
    ? lastOutsidePopups
    : activeElement
}
