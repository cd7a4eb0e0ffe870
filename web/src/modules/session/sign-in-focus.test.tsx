// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Signs in where the server asks for one of these next. */
async function signInAsked(...by: readonly string[]) {
  await answeringServer((_asked, response) =>
    json(response, { status: 1, desc: '', claims: null, by, ...(by.includes('passkey') && { passkey: {} }) }),
  )
  cleanWhenFinished()
  vi.stubGlobal('PublicKeyCredential', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  render(<SignInForm onSignedIn={() => undefined} onPasswordChangeRequired={() => undefined} />)
  fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'lee@support.test' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}
const has = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))
const passkey = () => screen.getByRole('button', { name: 'Use a passkey' })

test('who has only a passkey goes on with it, also after it was not used', async () => {
  await signInAsked('passkey')
  await has(passkey)
  fireEvent.click(passkey())
  await screen.findByText('The passkey was not used. Please try again.')
  expect(document.activeElement).toBe(passkey())
})

test('who can type a code too begins with that', async () => {
  await signInAsked('passkey', 'recoveryCode')
  await has(() => screen.getByRole('textbox', { name: 'Recovery code' }))
})

test('[SIGNIN-02] Cancel leads back from the second factor to the password, and then has nothing to cancel', async () => {
  await signInAsked('code')
  const code = await screen.findByRole('textbox', { name: 'Code' })
  fireEvent.change(code, { target: { value: '123456' } })
  const cancel = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' })
  fireEvent.click(cancel())
  expect([code.isConnected, screen.queryByRole('alert'), cancel().disabled]).toEqual([false, null, true])
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  expect([document.activeElement, password.selectionEnd]).toEqual([password, 'secret'.length])
  // The same credentials are asked for a code again, which is empty.
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })).value).toBe('')
})
