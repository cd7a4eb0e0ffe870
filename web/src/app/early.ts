import { session } from '@agency-support/contract/modules/session'
import { switches } from '@agency-support/contract/modules/switches'
import { callAddress } from '../lib/requests/api.ts'
import { loadEnvironment } from '../lib/environment.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import { fetchScreenCode, findTab } from './screen-code.ts'

// Runs while the rest of the first code is still being downloaded, and before it is evaluated, which takes longer than
// the round trips of what is requested here.

/** Resolves once the environment is stored, before which nothing else may be requested (spec-000 §4). */
export const environmentLoaded = loadEnvironment()

/** Requests an answer that the start reads; its own request then finds this one. */
function preload(href: string): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'fetch'
  link.crossOrigin = 'anonymous'
  link.href = href
  document.head.append(link)
}

async function preloadStart({ pathname, search }: Location): Promise<void> {
  await environmentLoaded
  if (pathname === sessionPaths.signIn) return
  // Before the code, which would keep them waiting for a free connection.
  preload(callAddress(session.whoami, {}))
  preload(callAddress(switches.clientConfig, {}))
  await fetchScreenCode(pathname, findTab(search))
}

void preloadStart(window.location)
