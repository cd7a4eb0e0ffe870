import { vi } from 'vitest'

/** For a page in which nothing is laid out, so that nothing changes its size. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
