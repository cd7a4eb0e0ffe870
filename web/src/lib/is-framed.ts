/** True when this page runs inside a frame. */
export function isFramed(): boolean {
  return window.self !== window.top
}
