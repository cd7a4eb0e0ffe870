import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'

/** What a hook returns when its component is rendered for the first time, as on a server: without effects. */
export function firstRender<Value>(useValue: () => Value, client = new QueryClient()): Value {
  let last: { value: Value } | undefined
  function Component() {
    last = { value: useValue() }
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Component />
    </QueryClientProvider>,
  )
  if (last === undefined) throw new Error('nothing was rendered')
  return last.value
}
