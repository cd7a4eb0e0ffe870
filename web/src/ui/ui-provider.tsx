import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'

/** What the primitives need round them. No style elements: the content security policy lets none in. */
export function UiProvider({ children }: { children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>
}
