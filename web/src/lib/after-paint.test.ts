// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'
import { lazyCode } from './lazy.tsx'

/** The time of frames, which the test paints by hand. */
function holdFrames() {
  const waiting: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => waiting.push(run))
  return () => waiting.splice(0).forEach((run) => run(0))
}

test('a frame is painted first, but not in a hidden tab, which paints none', async () => {
  const paint = holdFrames()
  const order: string[] = []
  const done = afterPaint().then(() => order.push('after'))
  order.push('key')
  await Promise.resolve()
  paint()
  order.push('painted')
  await done
  expect(order).toEqual(['key', 'painted', 'after'])
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await afterPaint()
})

test('code that a key asks for is fetched after the frame, and is at once there if it was fetched before', async () => {
  const paint = holdFrames()
  const load = vi.fn(() => Promise.resolve('code'))
  const code = lazyCode(load)
  const asked = code.fetchAfterPaint()
  expect(load).not.toHaveBeenCalled()
  paint()
  expect(await asked).toBe('code')
  expect(await code.fetchAfterPaint()).toBe('code')
  expect(load).toHaveBeenCalledOnce()
})
