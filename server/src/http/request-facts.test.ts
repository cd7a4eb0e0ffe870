import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { whenGone } from './request-facts.ts'

const answer = () => new ServerResponse(new IncomingMessage(new Socket()))

test('who waits for the end of an answer is told when its caller goes, once', async () => {
  const [raw, told] = [answer(), vi.fn()]
  whenGone(raw, told)
  expect(told).not.toHaveBeenCalled()
  raw.destroy()
  await once(raw, 'close')
  expect(told).toHaveBeenCalledOnce()
})

test('and at once if its caller has gone before: nothing else would give back its turn', async () => {
  const [raw, told] = [answer(), vi.fn()]
  raw.destroy()
  await once(raw, 'close')
  whenGone(raw, told)
  expect(told).toHaveBeenCalledOnce()
})
