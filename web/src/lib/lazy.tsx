import {
  type ComponentType,
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { afterPaint } from './after-paint.ts'

/** Code loaded lazily, when first needed or prefetched. */
export interface LazyCode<Code> {
  /** The code; undefined until loaded. */
  now: () => Code | undefined
  fetch: () => Promise<Code>
  /**
   * Fetches it for a key or click, whose own change is painted first: to start the loading of some fifteen files takes
   * longer than a frame.
   */
  fetchAfterPaint: () => Promise<Code>
  /** Notifies once it is loaded; returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

/** The one way to load code lazily; a failed fetch is retried on the next call. */
export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let code: Code | undefined
  let loading: Promise<Code> | undefined
  const listeners = new Set<() => void>()
  async function loadOnce(): Promise<Code> {
    try {
      code = await load()
    } finally {
      loading = undefined
    }
    for (const listener of listeners) listener()
    return code
  }
  async function fetch(): Promise<Code> {
    // Loaded twice at once, it would be another component the second time, and React would mount it anew.
    return code ?? (loading ??= loadOnce())
  }
  return {
    now: () => code,
    fetch,
    async fetchAfterPaint() {
      if (code === undefined) await afterPaint()
      return fetch()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The code once somebody has fetched it; does not fetch it. */
export const useFetched = <Code,>({ subscribe, now }: LazyCode<Code>): Code | undefined =>
  useSyncExternalStore(subscribe, now)

/** The code, available from the first render if it was prefetched; `error` says why it failed to load. */
export function useLazyCode<Code>(wanted: LazyCode<Code>): { code: Code | undefined; error: unknown } {
  const [failure, setFailure] = useState<{ of: LazyCode<Code>; error: unknown }>()
  const code = useFetched(wanted)
  const isThere = code !== undefined
  useEffect(() => {
    if (!isThere) wanted.fetchAfterPaint().catch((error: unknown) => setFailure({ of: wanted, error }))
  }, [wanted, isThere])
  return { code, error: failure?.of === wanted ? failure.error : undefined }
}

/** Calls the latest `act` when the condition comes to hold. */
function useWhen(holds: boolean, act: (() => void) | undefined): void {
  const latest = useEffectEvent(() => act?.())
  useEffect(() => {
    if (holds) latest()
  }, [holds])
}

type PartProps<Props> = Props & {
  waiting?: ReactNode
  /** Called once the component is mounted, with its fields focused. */
  onThere?: () => void
  /** Called if the code cannot be loaded; mounted anew, it tries again. Without it the whole screen fails. */
  onFailed?: () => void
}

/** A component whose code is loaded lazily. */
export interface LazyComponent<Props> {
  /** Shows `waiting`, or nothing, until the code is loaded. */
  Part: (props: PartProps<Props>) => ReactNode
  fetch: () => Promise<unknown>
  fetchAfterPaint: () => Promise<unknown>
}

/**
 * A memoised component whose code is loaded lazily. Not React.lazy(): it delays the content after its fallback by
 * some 300 ms, and keys pressed meanwhile are lost.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const component = lazyCode(async () => memo(await load()))
  function Part({ waiting, onThere, onFailed, ...props }: PartProps<Props>) {
    const { code: Known, error } = useLazyCode(component)
    useWhen(Known !== undefined, onThere)
    useWhen(error !== undefined, onFailed)
    if (error !== undefined && onFailed === undefined)
      throw new Error('A part of the screen could not be loaded.', { cause: error })
    return Known === undefined ? waiting : <Known {...(props as unknown as Props)} />
  }
  return { Part, fetch: component.fetch, fetchAfterPaint: component.fetchAfterPaint }
}
