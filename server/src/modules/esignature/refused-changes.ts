import { ProviderError } from '../../providers/provider-error.ts'

/** True for a refusal of one change, which says nothing about the changes of other accounts. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderError && (error.kind === 'invalid' || error.status === 403)

/** The result of a change; 'refused' if Formstack refuses it, so that other accounts need not wait for this one. */
export async function unlessRefused<R>(change: Promise<R>): Promise<R | 'refused'> {
  try {
    return await change
  } catch (error) {
    if (isRefusal(error)) return 'refused'
    throw error
  }
}

/** Changes the first of the refused accounts that is refused no more; throws if all still are. */
export async function changeRefused<T, R>(
  refused: readonly T[],
  change: (account: T) => Promise<R>,
): Promise<{ account: T; result: R }> {
  let refusal: unknown
  for (const account of refused)
    try {
      return { account, result: await change(account) }
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusal = error
    }
  throw refusal
}
