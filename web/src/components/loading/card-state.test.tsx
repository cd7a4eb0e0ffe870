import { email } from '@agency-support/contract/modules/email'
import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { CardState } from './card-state.tsx'

test('a read that a busy provider refused says when to try again, and has the button for it', async () => {
  const says = 'SendGrid is busy. Please try again in a moment.'
  await answeringServer((_asked, response) =>
    json(response, { code: 429, message: says, data: [{ exception: '17a', retryAfterSeconds: 12 }] }),
  )
  const read = callQuery(email.details, { email: 'a@b.example', mode: false, type: 'bounce' })
  const failure = await new QueryClient().fetchQuery(read).catch((error: Error) => error)
  if (!(failure instanceof Error)) throw new Error('it was not refused')
  const shown = renderToStaticMarkup(
    <CardState
      what="details"
      loading={false}
      error={failureText(failure, 'Something went wrong')}
      onRetry={() => undefined}
    >
      never
    </CardState>,
  )
  expect(shown).toMatch(
    /role="alert".*SendGrid is busy\. Please try again in a moment\. You can try again in 12 seconds\./,
  )
  expect(shown).toMatch(/<button.*Try again/)
  expect(shown).not.toContain('never')
})
