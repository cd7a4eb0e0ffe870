// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../test/mounted.tsx'
import { ProviderStatus } from './provider-status.tsx'

const never = { provider: 'Bandwidth', state: 'closed', askedAt: null, answeredAt: null, failures: 0 }
const light = (asked: number, { failed = false, asking = false } = {}) => (
  <Queries>
    <ProviderStatus provider="Bandwidth" asked={asked} failed={failed} asking={asking} />
  </Queries>
)

test('[PROV-08] a provider that was never asked is not said to answer; its first answer is shown at once', async () => {
  cleanWhenFinished()
  const at = new Date().toISOString()
  let known: object = never
  const early = lateAnswer()
  const answers = [early.answer, () => done(known)]
  const server = await answeringCalls({ GetProviderStates: () => (answers.shift() ?? (() => done(known)))() })
  const { rerender } = render(light(0))
  expect(screen.getByText('Bandwidth status unknown')).toBeTruthy()
  await waitFor(() => expect(server.names()).toHaveLength(1))
  // The screen's question ends while the server is still being asked for what it knew before.
  known = { ...never, askedAt: at, answeredAt: at }
  rerender(light(1))
  await screen.findByText('Bandwidth answered just now')
  early.give(done(never))
  rerender(light(1, { failed: true }))
  expect(screen.getByText('Bandwidth status unknown')).toBeTruthy()
  known = never
  rerender(light(2))
  await screen.findByText('Bandwidth has not been asked yet')
  rerender(light(2, { asking: true }))
  expect(screen.getByText('Bandwidth has not answered yet')).toBeTruthy()
  expect(server.names()).toHaveLength(3)
})
