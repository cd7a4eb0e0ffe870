import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariables, theme } from '../theme/theme.ts'
import { useScheme } from './use-scheme.ts'

// The scheme is decided above and written by first-paint.js before that; Mantine must not keep a second memory of it.
const noMemory = {
  get: <Value,>(value: Value) => value,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

/** What Mantine's components need round them; loaded with them, so that a first screen without any goes without. */
export function MantineScope({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={useScheme()}
      colorSchemeManager={noMemory}
      withStaticClasses={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
