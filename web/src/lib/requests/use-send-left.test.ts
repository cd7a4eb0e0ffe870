// @vitest-environment jsdom
import { agencies } from '@agency-support/contract/modules/agencies'
import { act } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, lateAnswer } from '../../../test/answering-calls.ts'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { keepUnanswered, useDraft } from '../drafts.ts'
import { onUnshownFailure } from './unshown-failure.ts'
import { useSend } from './use-send.ts'

const input = { agencyId: 6938, name: 'Lee', version: 1 }

beforeEach(() => sessionStorage.clear())

/** A form with a field that is being saved. */
function openForm() {
  const reported = vi.fn()
  onUnshownFailure(reported)
  onTestFinished(() => onUnshownFailure(() => undefined))
  const form = mountHook(() => {
    useDraft('name', 'Lee', true)
    return useSend(agencies.updateName, { unclear: 'The name was not saved.' })
  })
  return { ...form, reported, save: () => act(() => form.result.current.run(input)) }
}

/** What the form offers when it is opened again. */
const offered = () => mountHook(() => useDraft('name', 'Smith', false)).result.current.lost

test.each([
  ['fails is reported, and offered in its form again', 500, ['The name was not saved.'], 'Lee'],
  ['ends the session is left to the screen that opens', 401, [], null],
  ['is refused for want of a permission is left to the screen that opens', 403, [], null],
])('a save that %s, once its form is gone', async (_what, status, sentences, lost) => {
  const late = lateAnswer()
  await answeringCalls({ UpdateAgencyName: late.answer })
  const { save, unmount, reported } = openForm()
  const saved = save()
  unmount()
  late.give(status)
  await saved
  expect(reported.mock.calls.flat()).toEqual(sentences)
  expect(offered()).toBe(lost)
})

test.each([
  ['without an answer is kept as the page goes away, because it may be saved or not', null, 'Lee'],
  ['lost at a proxy is kept too', 502, 'Lee'],
  ['that the server has failed is not: the form has said so', 500, null],
])('a save %s', async (_what, status, lost) => {
  await answeringServer((_asked, response) =>
    status === null ? response.destroy() : json(response, { message: '' }, status),
  )
  const { save, unmount } = openForm()
  await save()
  keepUnanswered(null)
  unmount()
  expect(offered()).toBe(lost)
})
