import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, renderHook, type RenderHookResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { profileStore } from '../src/lib/profile.ts'
import { queryClient } from '../src/lib/requests/query.ts'

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })

/** Removes what a test has mounted, and the answers that it was given. */
export function cleanWhenFinished(): void {
  onTestFinished(() => {
    cleanup()
    queryClient.clear()
  })
}

/** Signs somebody with these permissions in until the test ends; within act() where something is mounted. */
export function hold(permissions: readonly number[]): void {
  onTestFinished(() => act(() => profileStore.set(null)))
  profileStore.set({
    hsUserName: 'ann',
    exp: 0,
    permissions: [...permissions],
    passwordChangeRequired: false,
  })
}

/** What every component finds around it: the console's query client. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

/** Runs a hook in a mounted component until the test ends, with effects; needs a page (`@vitest-environment`). */
export function mountHook<Value>(useValue: () => Value): RenderHookResult<Value, undefined>
export function mountHook<Value, Props>(
  useValue: (props: Props) => Value,
  initialProps: NoInfer<Props>,
): RenderHookResult<Value, Props>
export function mountHook<Value, Props>(
  useValue: (props: Props) => Value,
  initialProps?: Props,
): RenderHookResult<Value, Props> {
  cleanWhenFinished()
  return renderHook(useValue, { wrapper: Queries, initialProps: initialProps as Props })
}
