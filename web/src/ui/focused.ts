const inPopup = (element: Element): boolean => element.closest('[role="listbox"], [role="menu"]') !== null

/** An element and its neighbours, by which its place is found once it is gone. */
interface Step {
  element: Element
  around: Element
  before: Element | null
  after: Element | null
}

/** Where an element is: its steps from the inside outwards, up to its screen, dialog or bar, and the screen's heading. */
export interface Place {
  heading: HTMLElement | null
  steps: readonly Step[]
}

const boundaries = '[data-dialog], main, nav, header'

const findHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('h1')

/** The place of an element, to be noted while it is there. */
export function placeOf(inner: Element): Place {
  const steps: Step[] = []
  let element = inner
  while (element.parentElement !== null && !element.matches(boundaries)) {
    const { parentElement: around, previousElementSibling: before, nextElementSibling: after } = element
    steps.push({ element, around, before, after })
    element = around
  }
  return { heading: findHeading(), steps }
}

const controlSelector = 'a[href], :is(button, input, select, textarea, [tabindex="0"]):not(:disabled)'

function listControls(around: Element): HTMLElement[] {
  return [...around.querySelectorAll<HTMLElement>(controlSelector)].filter(
    (control) =>
      control.tabIndex >= 0 &&
      control.closest('[hidden]') === null &&
      control.dataset['baseUiFocusGuard'] === undefined,
  )
}

const follows = (element: Element, before: Element): boolean =>
  (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
  !before.contains(element)

/** The controls next to the place of a step's element: the first after it and the last before it. */
function findNeighbours({ element, around, before, after }: Step) {
  const controls = listControls(around)
  const isAfter = (control: HTMLElement): boolean => {
    if (element.parentElement === around) return follows(control, element)
    if (before?.parentElement === around) return follows(control, before)
    return after?.parentElement !== around || after.contains(control) || follows(control, after)
  }
  return { next: controls.find(isAfter), previous: controls.findLast((control) => !isAfter(control)) }
}

/** The heading of a titled part of the screen. */
function titleOf(around: Element): HTMLElement | null {
  return around.matches('section, [role="region"]') ? around.querySelector<HTMLElement>('h2, h3') : null
}

/** What the innermost of these elements names, in `data-next-focus`, as the control to go on with; the nearest such. */
function findNamed(steps: readonly Step[]): HTMLElement | null {
  const selector = steps[0]?.element.getAttribute('data-next-focus') ?? null
  if (selector === null) return null
  const around = steps.find((step) => step.around.isConnected && step.around.querySelector(selector) !== null)
  return around?.around.querySelector<HTMLElement>(selector) ?? null
}

/**
 * Where a person goes on whose control at this place is gone: what the elements around it name in `data-next-focus`,
 * otherwise the next control, the one before, or the heading of its part of the screen; null if the whole screen is
 * another.
 */
export function findNext({ heading, steps }: Place): HTMLElement | null {
  if (heading !== findHeading()) return null
  for (const [index, step] of steps.entries()) {
    const named = findNamed(steps.slice(index))
    if (named !== null) return named
    if (!step.around.isConnected) continue
    const { next, previous } = findNeighbours(step)
    const found = next ?? titleOf(step.around) ?? previous
    if (found === undefined) continue
    if (found.tabIndex < 0) found.tabIndex = -1
    return found
  }
  return heading
}

let lastOutsidePopups: Element | null = null
let lastPlace: Place | null = null
// Registered at startup: a dialog, whose code is loaded late, asks for the focus from before it opened.
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof Element) || inPopup(target)) return
  lastOutsidePopups = target
  lastPlace = placeOf(target)
})
document.addEventListener('focusout', ({ target }) => {
  // A removed control loses the focus first; a press beside all controls gives it up.
  queueMicrotask(() => {
    const isGivenUp = target instanceof Element && !isLost(target) && document.activeElement === document.body
    if (isGivenUp) lastPlace = null
  })
})

const isLost = (element: Element): boolean => !element.isConnected || element.matches(':disabled')

function refocus(): void {
  const { activeElement, body } = document
  if (lastOutsidePopups === null || lastPlace === null || !isLost(lastOutsidePopups)) return
  // The browser takes the focus from a disabled control only later.
  if (activeElement === null || activeElement === body || activeElement === lastOutsidePopups)
    findNext(lastPlace)?.focus()
}

/**
 * Moves the focus on when its control is removed or disabled, which would otherwise leave it on the page's body, where
 * a key does nothing and a screen reader starts from the top.
 */
export function keepFocus(): void {
  new MutationObserver(() => {
    // In the next frame: by then a part of the screen that knows better has moved it.
    if (lastOutsidePopups !== null && isLost(lastOutsidePopups)) requestAnimationFrame(refocus)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

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
