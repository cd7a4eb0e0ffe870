import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorBanner, ErrorBody } from './table-messages.tsx'

const shown = (requestId: string | null) =>
  renderToStaticMarkup(
    <table>
      <ErrorBody
        span={3}
        text="Something went wrong"
        requestId={requestId}
        retrying={false}
        onRetry={() => undefined}
      />
    </table>,
  )

test('a list that failed says what failed, and the request id with a button that copies it', () => {
  expect(shown('a1b2')).toContain('Something went wrong')
  expect(shown('a1b2')).toMatch(/Request <code>a1b2<\/code>.*aria-label="Copy request id"/)
  expect(shown(null)).not.toContain('Request')
})

test.each(['Something went wrong', 'Something went wrong.'])('“%s” ends before the next sentence', (text) => {
  const banner = renderToStaticMarkup(<ErrorBanner text={text} requestId={null} onRetry={() => undefined} />)
  expect(banner).toContain('>Something went wrong. The rows may be out of date.<')
})
